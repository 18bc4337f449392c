package storetest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"testing"

	"pgregory.net/rapid"

	tickflow "github.com/tickflow/tickflow/runtime"
	"github.com/tickflow/tickflow/runtime/store"
	"github.com/tickflow/tickflow/runtime/value"
)

// Two graphs of one endless run, each with inputs from beyond the window.
var graphs = []string{
	"[seed]-->A\nA-->B\nB-->A\nA.join: OR\nB-->C\nC-->A\nA.body: count\nB.body: sum\nC.body: sum\nC.inputs: A[2], B\nB.inputs: A, C[1]\n",
	"[seed]-->A\nA-->B\nB-->A\nA.join: OR\nA.body: sum\nA.inputs: seed, B[1]\nB.body: count\nB.inputs: B, A[3]\n",
}

func number(v tickflow.Value) float64 {
	f, _ := v.Number()
	return f
}

func programs(t testing.TB) []*tickflow.Program {
	funcs := &tickflow.Funcs{Bodies: map[string]tickflow.Body{
		"count": func(_ context.Context, v *tickflow.View) (tickflow.Value, error) {
			n, _ := v.State().Get("n")
			v.Set("n", value.OfNumber(number(n)+1))
			if int(number(n))%5 == 4 {
				return tickflow.Value{}, tickflow.Fail("every fifth fails")
			}
			return value.OfNumber(number(n) + 1), nil
		},
		"sum": func(_ context.Context, v *tickflow.View) (tickflow.Value, error) {
			total := 0.0
			for i := range v.Inputs() {
				total += float64(i+1) * number(v.Input(i).Value)
			}
			return value.OfNumber(float64(int(total) % 1000)), nil
		},
	}}
	var all []*tickflow.Program
	for i, text := range graphs {
		p, err := tickflow.Compile(fmt.Sprintf("g%d.tickflow", i), text, funcs)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}

// testRuns lets a runner do anything in any order, and loads what it has been through.
func testRuns(t *testing.T, b Backend) {
	folder, all := t.TempDir(), programs(t)
	rapid.Check(t, func(t *rapid.T) {
		at, err := os.MkdirTemp(folder, "")
		done(t, err)
		h := &hike{
			place: newPlace(t, b, at), name: "s0", programs: all, states: map[store.Boundary]string{}, graphs: map[store.Boundary]string{},
			checkpoints: map[string]string{},
		}
		h.session = h.place.open(t, h.name)
		defer func() {
			done(t, h.session.Close())
			h.place.close(t)
			done(t, os.RemoveAll(at))
		}()
		h.runner, err = tickflow.New(all[0], tickflow.Config{Store: h.session})
		done(t, err)
		h.runner.Know(all...)
		h.note()
		t.Repeat(map[string]func(*rapid.T){
			"tick": h.tick, "tick more": h.tick, "checkpoint": h.checkpoint, "rollback": h.rollback, "branch": h.branch,
			"remap": h.remap, "reload": h.reload, "fork": h.fork, "prune before": h.pruneBefore, "prune superseded": h.pruneSuperseded,
			"load": h.load,
		})
		h.load(t)
	})
}

// hike is a run beside what its owner remembers: every state it has been through, and what has been pruned.
type hike struct {
	place       *place
	name        string
	session     store.Session
	runner      *tickflow.Runner
	programs    []*tickflow.Program
	states      map[store.Boundary]string
	graphs      map[store.Boundary]string
	checkpoints map[string]string // the states of checkpoints, by label
	made        int
}

func (h *hike) head() store.Boundary {
	s := h.runner.Snapshot()
	return store.Boundary{Timeline: s.Timeline, Tick: s.Tick}
}

// note remembers the state at the head.
func (h *hike) note() {
	s := h.runner.Snapshot()
	at := store.Boundary{Timeline: s.Timeline, Tick: s.Tick}
	h.states[at], h.graphs[at] = string(s.AppendJSON(nil)), s.GraphDigest
}

func (h *hike) tick(t *rapid.T) {
	for range rapid.IntRange(1, 8).Draw(t, "ticks") {
		firings, err := h.runner.Tick(context.Background())
		done(t, err)
		if len(firings) == 0 {
			return // it has come to its end, of which no record tells
		}
		h.note()
	}
}

func (h *hike) checkpoint(t *rapid.T) {
	label := rapid.SampledFrom([]string{"x", "y"}).Draw(t, "label")
	done(t, h.runner.Checkpoint(context.Background(), label))
	h.checkpoints[label] = string(h.runner.Snapshot().AppendJSON(nil))
}

func (h *hike) rollback(t *rapid.T) {
	labels := slices.Sorted(maps.Keys(h.checkpoints))
	if len(labels) == 0 {
		return
	}
	label := rapid.SampledFrom(labels).Draw(t, "label")
	done(t, h.runner.RollbackTo(context.Background(), label))
	same(t, "rolled back", unchanging(h.checkpoints[label]), unchanging(string(h.runner.Snapshot().AppendJSON(nil))))
	h.note()
}

var changing = regexp.MustCompile(`"timeline":\d+,|"status":"[a-z]+","cancel_reason":"[^"]*"`)

// unchanging answers a state without what a restore changes.
func unchanging(state string) string { return changing.ReplaceAllString(state, "") }

// anywhere draws one of the states remembered.
func (h *hike) anywhere(t *rapid.T) store.Boundary {
	all := slices.SortedFunc(maps.Keys(h.states), func(a, b store.Boundary) int {
		if a.Timeline != b.Timeline {
			return a.Timeline - b.Timeline
		}
		return a.Tick - b.Tick
	})
	return rapid.SampledFrom(all).Draw(t, "boundary")
}

// branch loads a state and restores it.
func (h *hike) branch(t *rapid.T) {
	s, err := tickflow.LoadSnapshot(context.Background(), h.session, h.anywhere(t))
	done(t, err)
	done(t, h.runner.Restore(context.Background(), s))
	h.note()
}

func (h *hike) remap(t *rapid.T) {
	done(t, h.runner.Remap(context.Background(), rapid.SampledFrom(h.programs).Draw(t, "program")))
	h.note()
}

func (h *hike) resume(t *rapid.T) {
	want, graph := h.states[h.head()], h.runner.Program().Graph().Digest()
	i := slices.IndexFunc(h.programs, func(p *tickflow.Program) bool { return p.Graph().Digest() == graph })
	var err error
	h.runner, err = tickflow.Resume(context.Background(), h.programs[i], tickflow.Config{Store: h.session})
	done(t, err)
	h.runner.Know(h.programs...)
	if got := string(h.runner.Snapshot().AppendJSON(nil)); got != want {
		t.Fatalf("resumed:\n%s\nwant\n%s", got, want)
	}
}

func (h *hike) reload(t *rapid.T) {
	done(t, h.session.Close())
	h.place.again(t)
	h.session = h.place.open(t, h.name)
	h.resume(t)
}

// load loads some of the states remembered.
func (h *hike) load(t *rapid.T) {
	ctx := context.Background()
	for range 5 {
		at := h.anywhere(t)
		s, err := tickflow.LoadSnapshot(ctx, h.session, at)
		if err != nil {
			t.Fatalf("loading %v: %v", at, err)
		}
		same(t, fmt.Sprint("state at ", at), h.states[at], string(s.AppendJSON(nil)))
	}
	if _, err := tickflow.LoadSnapshot(ctx, h.session, store.Boundary{Timeline: h.head().Timeline, Tick: h.head().Tick + 1}); !errors.Is(err, store.ErrNotFound) {
		t.Fatalf("a tick that is still to come: %v", err)
	}
	programs, err := h.session.Programs(ctx)
	done(t, err)
	for _, p := range programs {
		text, err := h.session.Text(ctx, p.Files[0].Digest)
		done(t, err)
		if !slices.Contains(graphs, text) {
			t.Fatalf("%v ran %q", p.Boundary, text)
		}
	}
}
