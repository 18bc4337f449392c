package engine_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/record"
)

// TestReplayedIsWhatWasRun compares the snapshot after each tick with the first one brought forward by the records, and
// with the one announced before the tick was committed.
func TestReplayedIsWhatWasRun(t *testing.T) {
	r, err := engine.New(build(t, counterLoop+"B-->C\nC.inputs: A[2], B\n"), goLoop{}, engine.Config{Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	first := r.Snapshot()
	var ticks [][]record.Firing
	var announced *engine.Snapshot
	for range 12 {
		firings, err := r.Tick(t.Context(), func(_ context.Context, firings []record.Firing) (err error) {
			announced, err = r.After(firings)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		ticks = append(ticks, firings)
		want := string(r.Snapshot().AppendJSON(nil))
		if diff := cmp.Diff(want, string(announced.AppendJSON(nil))); diff != "" {
			t.Errorf("announced (-want +got):\n%s", diff)
		}
		replayed, err := engine.Replayed(r.Graph(), first, each(ticks))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, string(replayed.AppendJSON(nil))); diff != "" {
			t.Errorf("replayed (-want +got):\n%s", diff)
		}
	}
	broken := errors.New("broken")
	if _, err := engine.Replayed(r.Graph(), first, func(yield func([]record.Firing, error) bool) { yield(nil, broken) }); err != broken {
		t.Errorf("got %v", err)
	}
	var replay *engine.ReplayError
	for name, change := range map[string]func(f *record.Firing){
		"timeline": func(f *record.Firing) { f.Timeline = 3 },
		"tick":     func(f *record.Firing) { f.Tick++ },
		"node":     func(f *record.Firing) { f.Node = "X" },
		"another":  func(f *record.Firing) { f.Node = "C" },
		"k":        func(f *record.Firing) { f.K++ },
		"edges":    func(f *record.Firing) { f.Edges = nil },
	} {
		wrong := slices.Clone(ticks[2])
		change(&wrong[0])
		if _, err := engine.Replayed(r.Graph(), first, each([][]record.Firing{ticks[0], ticks[1], wrong})); !errors.As(err, &replay) {
			t.Errorf("a wrong %s: got %v", name, err)
		}
	}
	other := build(t, counterLoop)
	if _, err := engine.Replayed(other, first, each(nil)); !errors.As(err, new(*engine.GraphError)) {
		t.Errorf("another graph: got %v", err)
	}
}

func each(ticks [][]record.Firing) func(func([]record.Firing, error) bool) {
	return func(yield func([]record.Firing, error) bool) {
		for _, firings := range ticks {
			if !yield(firings, nil) {
				return
			}
		}
	}
}
