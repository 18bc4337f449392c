package memory_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"
	"github.com/tickflow/tickflow/runtime/store/memory"
)

// fill keeps ticks, each given as "timeline:tick NODES".
func fill(t *testing.T, s *memory.Session, ticks ...string) {
	t.Helper()
	for _, text := range ticks {
		var timeline, tick int
		var nodes string
		if _, err := fmt.Sscanf(text, "%d:%d %s", &timeline, &tick, &nodes); err != nil {
			t.Fatal(err)
		}
		var firings []record.Firing
		for _, n := range nodes {
			firings = append(firings, record.Firing{Timeline: timeline, Tick: tick, Node: string(n)})
		}
		if err := s.AppendTick(t.Context(), firings); err != nil {
			t.Fatal(err)
		}
	}
}

func firings(t *testing.T, s *memory.Session, q store.Query) string {
	t.Helper()
	var all []string
	for f, err := range s.Firings(t.Context(), q) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, fmt.Sprintf("%d:%d %s", f.Timeline, f.Tick, f.Node))
	}
	return strings.Join(all, ", ")
}

func TestFirings(t *testing.T) {
	s := memory.New()
	fill(t, s, "0:0 AB", "0:1 A", "1:1 B")
	if err := s.AppendTick(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	path := record.Path{{Timeline: 1, Until: -1}, {Timeline: 0, Until: 1}}
	tests := []struct {
		query store.Query
		want  string
	}{
		{store.Query{}, "0:0 A, 0:0 B, 0:1 A, 1:1 B"},
		{store.Query{Node: "A"}, "0:0 A, 0:1 A"},
		{store.Query{Path: path}, "0:0 A, 0:0 B, 1:1 B"},
		{store.Query{Path: path, Node: "A"}, "0:0 A"},
		{store.Query{Path: record.Path{}}, ""},
	}
	for _, tt := range tests {
		if got := firings(t, s, tt.query); got != tt.want {
			t.Errorf("%+v: got %s, want %s", tt.query, got, tt.want)
		}
	}
	none := memory.Null()
	fill(t, none, "0:0 AB")
	if got := firings(t, none, store.Query{}); got != "" || none.KeepsFirings() || !s.KeepsFirings() {
		t.Errorf("a session that keeps none answers %s", got)
	}
}

func TestFiringsStandStillWhileMoreAreKept(t *testing.T) {
	s := memory.New()
	fill(t, s, "0:0 A", "0:1 A")
	seen := 0
	all := s.Firings(t.Context(), store.Query{})
	var group sync.WaitGroup
	group.Go(func() { fill(t, s, "0:2 A", "0:3 A") })
	for range all {
		seen++
	}
	group.Wait()
	if seen != 2 {
		t.Errorf("%d firings, want the 2 there were when it was asked", seen)
	}
	for range all {
		break
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, err := range s.Firings(ctx, store.Query{}) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want the context's error", err)
		}
	}
}

func TestTimelinesAndCheckpoints(t *testing.T) {
	for name, s := range map[string]*memory.Session{"New": memory.New(), "Null": memory.Null()} {
		t.Run(name, func(t *testing.T) {
			ctx := t.Context()
			fork := record.Timeline{ID: 1, Parent: 0, Fork: 3}
			if err := s.AddTimeline(ctx, fork); err != nil {
				t.Fatal(err)
			}
			timelines, err := s.Timelines(ctx)
			if diff := cmp.Diff([]record.Timeline{{ID: 0, Parent: -1}, fork}, timelines); diff != "" || err != nil {
				t.Errorf("timelines: %v (-want +got):\n%s", err, diff)
			}
			for _, c := range []store.Checkpoint{{Label: "x", Tick: 1}, {Label: "y", Tick: 2}, {Label: "x", Tick: 3}} {
				if err := s.PutCheckpoint(ctx, c); err != nil {
					t.Fatal(err)
				}
			}
			all, err := s.Checkpoints(ctx)
			if diff := cmp.Diff([]store.Checkpoint{{Label: "y", Tick: 2}, {Label: "x", Tick: 3}}, all); diff != "" || err != nil {
				t.Errorf("checkpoints: %v (-want +got):\n%s", err, diff)
			}
			if c, err := s.Checkpoint(ctx, "x"); err != nil || c.Tick != 3 {
				t.Errorf("got %+v, %v", c, err)
			}
			if _, err := s.Checkpoint(ctx, "z"); !errors.Is(err, store.ErrNotFound) {
				t.Errorf("got %v, want ErrNotFound", err)
			}
		})
	}
}
