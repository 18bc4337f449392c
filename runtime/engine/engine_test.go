package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/value"
)

// run ticks until nothing is fireable or the limit is reached, and answers a line per firing.
func run(t *rapid.T, r *engine.Run, limit int) []string {
	var lines []string
	for range limit {
		firings, err := r.Tick(context.Background(), nil)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, describe(firings)...)
	}
	return lines
}

func start(t *rapid.T, g *graph.Graph, workers int) *engine.Run {
	r, err := engine.New(g, funcs{}, engine.Config{Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestEngineEqualsModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, text := drawModel(t, 8)
		r := start(t, build(t, text), rapid.SampledFrom([]int{1, 2, 8}).Draw(t, "workers"))
		for range 20 {
			var names []string
			for _, id := range r.Fireable() {
				names = append(names, r.Graph().Nodes[id].Name)
			}
			if !m.aborted {
				if diff := cmp.Diff(m.fireable(), names); diff != "" {
					t.Fatalf("fireable (-model +engine):\n%s%s", diff, text)
				}
			}
			want := m.fire()
			firings, err := r.Tick(context.Background(), nil)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, describe(firings)); diff != "" {
				t.Fatalf("firings (-model +engine):\n%s%s", diff, text)
			}
			marking := map[[2]string]bool{}
			for _, s := range r.Marking().Slots {
				marking[[2]string{s.Consumer, s.Producer}] = true
			}
			for s, token := range m.slot {
				if token != marking[s] {
					t.Fatalf("slot %v is %t in the model\n%s", s, token, text)
				}
			}
		}
	})
}

func TestRestoreThenReplayEqualsTheStraightRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, text := drawModel(t, 8)
		g := build(t, text)
		straight := start(t, g, 1)
		at := rapid.IntRange(0, 12).Draw(t, "at")
		run(t, straight, at)
		encoded, err := json.Marshal(straight.Snapshot())
		if err != nil {
			t.Fatal(err)
		}
		halted, _ := straight.Status()
		rest := run(t, straight, 12)

		var s engine.Snapshot
		if err := json.Unmarshal(encoded, &s); err != nil {
			t.Fatalf("%v\n%s", err, encoded)
		}
		fresh, err := start(t, g, 2).Restored(&s, s.Timeline+1, g, funcs{})
		if err != nil {
			t.Fatal(err)
		}
		again := run(t, fresh, 12)
		if halted.Halted() {
			return // a restored run goes on where the straight one has halted
		}
		if diff := cmp.Diff(rest, again); diff != "" {
			t.Fatalf("(-straight +restored):\n%s%s\n%s", diff, text, encoded)
		}
	})
}

func TestNumberOfWorkersDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, text := drawModel(t, 12)
		g := build(t, text)
		one := run(t, start(t, g, 1), 12)
		for _, workers := range []int{2, 8} {
			if diff := cmp.Diff(one, run(t, start(t, g, workers), 12)); diff != "" {
				t.Fatalf("1 worker against %d:\n%s%s", workers, diff, text)
			}
		}
	})
}

// flaky are the plain behaviours, of which some calls raise an error when they are first made, and a count of the bodies'
// finished calls.
type flaky struct {
	funcs
	raises func(kind, node string, tick int) bool

	mu       sync.Mutex
	failed   map[string]bool
	finished map[string]int // by tick and node
}

// trips reports whether a call raises an error this time: once at most.
func (b *flaky) trips(kind string, v *engine.View) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	key := fmt.Sprint(kind, v.Node(), v.Tick())
	if b.failed[key] || !b.raises(kind, v.Node(), v.Tick()) {
		return false
	}
	b.failed[key] = true
	return true
}

func (b *flaky) Body(name string) (engine.Body, bool) {
	body, ok := b.funcs.Body(name)
	return func(ctx context.Context, v *engine.View) (value.Value, error) {
		out, err := body(ctx, v)
		if b.trips("body", v) {
			return out, errors.New("connection lost")
		}
		b.mu.Lock()
		b.finished[fmt.Sprint(v.Tick(), v.Node())]++
		b.mu.Unlock()
		return out, err
	}, ok
}

func (b *flaky) Guard(name string) (engine.Guard, bool) {
	guard, ok := b.funcs.Guard(name)
	return func(ctx context.Context, v *engine.View) (bool, error) {
		if b.trips("guard "+name, v) {
			panic("no answer")
		}
		return guard(ctx, v)
	}, ok
}

func TestDiscardedTicksLeaveNoTrace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, text := drawModel(t, 8)
		g := build(t, text)
		want := run(t, start(t, g, 1), 12)

		odds, seed := rapid.Uint32Range(2, 8).Draw(t, "odds"), rapid.Uint32().Draw(t, "seed")
		b := &flaky{failed: map[string]bool{}, finished: map[string]int{}, raises: func(kind, node string, tick int) bool {
			return crc32.ChecksumIEEE(fmt.Append(nil, kind, node, tick, seed))%odds == 0
		}}
		r, err := engine.New(g, b, engine.Config{Workers: rapid.SampledFrom([]int{1, 2, 8}).Draw(t, "workers")})
		if err != nil {
			t.Fatal(err)
		}
		full := errors.New("disk full")
		keep := func(_ context.Context, firings []record.Firing) error {
			key := fmt.Sprint("store", firings[0].Tick)
			if !b.failed[key] && b.raises("store", "", firings[0].Tick) {
				b.failed[key] = true
				return full
			}
			return nil
		}
		var got []string
		for range 12 {
			before := r.Snapshot().AppendJSON(nil)
			firings, err := r.Tick(context.Background(), keep)
			for err != nil {
				if after := r.Snapshot().AppendJSON(nil); string(after) != string(before) {
					t.Fatalf("%v has changed the run:\n%s\n%s", err, before, after)
				}
				firings, err = r.Tick(context.Background(), keep)
			}
			got = append(got, describe(firings)...)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("(-straight +with discarded ticks):\n%s%s", diff, text)
		}
		for call, n := range b.finished {
			if n != 1 {
				t.Fatalf("the body of %s has finished %d times\n%s", call, n, text)
			}
		}
	})
}
