package memory_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"
	"github.com/tickflow/tickflow/runtime/store/memory"
	"github.com/tickflow/tickflow/runtime/value"
)

func begin(t *testing.T, s *memory.Session) {
	t.Helper()
	if err := s.Begin(t.Context(), store.Past{ID: "run"}); err != nil {
		t.Fatal(err)
	}
}

// fill keeps ticks of one node each.
func fill(t *testing.T, s *memory.Session, from, until int) {
	t.Helper()
	for tick := from; tick < until; tick++ {
		err := s.AppendTick(t.Context(), store.Tick{Firings: []record.Firing{{Tick: tick, Node: "A", K: tick + 1, State: value.OfObject()}}})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestNullKeepsNoFirings(t *testing.T) {
	none := memory.Null()
	begin(t, none)
	fill(t, none, 0, 2)
	for f := range none.Firings(t.Context(), store.Query{}) {
		t.Errorf("it keeps %v", f)
	}
	if none.KeepsFirings() || !memory.New().KeepsFirings() {
		t.Error("it does not say so")
	}
	if _, err := none.Snapshot(t.Context(), store.Boundary{}); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a snapshot: got %v", err)
	}
}

// TestOldFiringsLeaveMemory looks at a long history: whole, by index, and while it grows.
func TestOldFiringsLeaveMemory(t *testing.T) {
	s := memory.New()
	t.Cleanup(func() { s.Close() })
	begin(t, s)
	const ticks = 40_000
	fill(t, s, 0, ticks)
	n := 0
	for f, err := range s.Firings(t.Context(), store.Query{}) {
		if err != nil || f.Tick != n {
			t.Fatalf("firing %d: got tick %d, %v", n, f.Tick, err)
		}
		n++
	}
	if n != ticks {
		t.Errorf("%d firings, want %d", n, ticks)
	}
	for f, err := range s.Firings(t.Context(), store.Query{Node: "A", K: 7, From: 5, Before: 9_000}) {
		if err != nil || f.Tick != 6 {
			t.Errorf("A[7]: got tick %d, %v", f.Tick, err)
		}
	}
	info := 0
	for range s.Firings(t.Context(), store.Query{From: ticks - 10}) {
		info++
	}
	if info != 10 {
		t.Errorf("%d of the last ten", info)
	}
}

func TestFiringsStandStillWhileMoreAreKept(t *testing.T) {
	s := memory.New()
	begin(t, s)
	fill(t, s, 0, 2)
	seen := 0
	all := s.Firings(t.Context(), store.Query{})
	var group sync.WaitGroup
	group.Go(func() { fill(t, s, 2, 4) })
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
