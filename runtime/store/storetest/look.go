package storetest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"
)

// look compares all that the session answers.
func (m *machine) look(t *rapid.T) {
	ctx := context.Background()
	r, err := m.place.store.Read(ctx, m.name)
	done(t, err)
	info, err := r.Info(ctx)
	done(t, err)
	same(t, "head", m.model.head, info.Head)
	same(t, "programs", m.model.programs, info.Programs)
	timelines, err := r.Timelines(ctx)
	done(t, err)
	same(t, "timelines", m.model.timelines, timelines)
	checkpoints, err := r.Checkpoints(ctx)
	done(t, err)
	same(t, "checkpoints", m.model.checkpoints, checkpoints)
	for _, c := range m.model.checkpoints {
		got, err := r.Checkpoint(ctx, c.Label)
		done(t, err)
		same(t, "checkpoint", c, got)
	}
	if _, err := r.Checkpoint(ctx, "none"); !errors.Is(err, store.ErrNotFound) {
		t.Fatalf("a checkpoint that is not there: %v", err)
	}
	for _, text := range m.model.texts {
		got, err := r.Text(ctx, store.Digest(text))
		done(t, err)
		same(t, "text", text, got)
	}
	m.lookAtFirings(t, r, store.Query{})
	m.lookAtFirings(t, r, store.Query{Path: record.LivePath(m.model.timelines, m.model.head.Timeline)})
	m.lookAtFirings(t, r, m.query(t))
	m.lookAtSnapshots(t, r)
}

func same(t failer, what string, want, got any) {
	t.Helper()
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Fatalf("%s (-want +got):\n%s", what, diff)
	}
}

func (m *machine) query(t *rapid.T) store.Query {
	q := store.Query{
		Node: rapid.SampledFrom(append(nodes, "")).Draw(t, "node"), K: rapid.IntRange(0, 4).Draw(t, "k"),
		From: rapid.IntRange(0, 6).Draw(t, "from"), Before: rapid.IntRange(0, 9).Draw(t, "before"),
	}
	if rapid.Bool().Draw(t, "on a path") {
		q.Path = record.LivePath(m.model.timelines, rapid.SampledFrom(m.model.timelines).Draw(t, "timeline").ID)
	}
	return q
}

func (m *machine) lookAtFirings(t *rapid.T, r store.Reader, q store.Query) {
	var want, got []string
	for i := range m.model.firings {
		if q.Has(&m.model.firings[i]) {
			want = append(want, string(m.model.firings[i].AppendJSON(nil)))
		}
	}
	for f, err := range r.Firings(context.Background(), q) {
		done(t, err)
		got = append(got, string(f.AppendJSON(nil)))
	}
	same(t, fmt.Sprintf("firings of %+v", q), want, got)
}

func (m *machine) lookAtSnapshots(t *rapid.T, r store.Reader) {
	ctx := context.Background()
	at, err := r.Snapshots(ctx)
	done(t, err)
	if !slices.IsSortedFunc(at, func(a, b store.Boundary) int { return cmp.Or(a.Timeline-b.Timeline, a.Tick-b.Tick) }) {
		t.Fatalf("out of order: %v", at)
	}
	for b := range m.model.bases {
		if !slices.Contains(at, b) {
			t.Fatalf("no snapshot of %v: %v", b, at)
		}
	}
	for _, b := range at {
		got, err := r.Snapshot(ctx, b)
		done(t, err)
		same(t, "snapshot", b, got.Boundary)
		same(t, fmt.Sprint("snapshot of ", b), m.model.states[b], string(got.Data))
	}
	of := rapid.SampledFrom(m.model.timelines).Draw(t, "timeline").ID
	for tick := range 12 {
		want := -1
		for _, b := range at {
			if b.Timeline == of && b.Tick <= tick {
				want = max(want, b.Tick)
			}
		}
		got, err := r.Snapshot(ctx, store.Boundary{Timeline: of, Tick: tick})
		if want < 0 && !errors.Is(err, store.ErrNotFound) || want >= 0 && (err != nil || got.Tick != want) {
			t.Fatalf("the last one of timeline %d before tick %d: %v, %v, want %d of %v", of, tick, got.Boundary, err, want, at)
		}
	}
}
