package storetest

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"
	"github.com/tickflow/tickflow/runtime/value"
)

// model is a session as plain lists.
type model struct {
	head        store.Boundary
	timelines   []record.Timeline
	firings     []record.Firing
	fired       map[string]int
	programs    []store.Program
	checkpoints []store.Checkpoint
	texts       []string
	bases       map[store.Boundary]bool   // boundaries with a snapshot for certain
	states      map[store.Boundary]string // what a snapshot of a boundary says, if there is one
}

func newModel() *model {
	return &model{
		timelines: []record.Timeline{{Parent: -1}}, fired: map[string]int{},
		bases: map[store.Boundary]bool{}, states: map[store.Boundary]string{},
	}
}

// testModel does anything in any order, and compares with a model.
func testModel(t *testing.T, b Backend) {
	folder := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		at, err := os.MkdirTemp(folder, "")
		done(t, err)
		m := &machine{place: newPlace(t, b, at), name: "s0", model: newModel()}
		m.session = m.place.open(t, m.name)
		defer func() {
			done(t, m.session.Close())
			m.place.close(t)
			done(t, os.RemoveAll(at))
		}()
		m.putBase(t, func(base store.Base) error {
			return m.session.Begin(context.Background(), store.Past{ID: "run", Base: base})
		})
		t.Repeat(map[string]func(*rapid.T){
			"append": m.append, "append more": m.append, "checkpoint": m.checkpoint, "branch": m.branch, "swap": m.swap,
			"text": m.text, "prune": m.prune, "move": m.move, "reload": m.reload, "look": m.look,
		})
		m.look(t)
	})
}

// machine is a session beside its model.
type machine struct {
	place   *place
	name    string
	session store.Session
	model   *model
	made    int
}

// putBase makes the base of the head.
func (m *machine) putBase(t *rapid.T, put func(store.Base) error) {
	m.made++
	b := base(m.model.head.Timeline, m.model.head.Tick, fmt.Sprint("base ", m.made))
	b.Snapshot.Weight += rapid.IntRange(0, 1<<17).Draw(t, "weight")
	done(t, put(b))
	m.model.programs = append(m.model.programs, b.Program)
	m.model.bases[m.model.head], m.model.states[m.model.head] = true, string(b.Snapshot.Data)
}

func (m *machine) append(t *rapid.T) {
	for range rapid.IntRange(1, 5).Draw(t, "ticks") {
		m.made++
		text := fmt.Sprint("after ", m.made)
		next := store.Tick{Firings: m.firings(t)}
		after := store.Boundary{Timeline: m.model.head.Timeline, Tick: m.model.head.Tick + 1}
		next.After = func() (store.Snapshot, error) { return state(after.Timeline, after.Tick, text), nil }
		done(t, m.session.AppendTick(context.Background(), next))
		m.model.firings = append(m.model.firings, next.Firings...)
		m.model.head = after
		delete(m.model.bases, after)
		m.model.states[after] = string(state(after.Timeline, after.Tick, text).Data)
	}
}

var nodes = []string{"A", "B", "C"}

func (m *machine) firings(t *rapid.T) []record.Firing {
	var firings []record.Firing
	for _, node := range nodes[rapid.IntRange(0, len(nodes)-1).Draw(t, "first node"):] {
		m.model.fired[node]++
		f := record.Firing{
			Timeline: m.model.head.Timeline, Tick: m.model.head.Tick, Node: node, K: m.model.fired[node],
			Output: anyValue(3).Draw(t, "output"), State: value.OfObject(), Now: rapid.Int64Range(0, 3).Draw(t, "now"),
			Edges: []record.Edge{{Consumer: "A", Guard: "g", Value: true}, {Consumer: "B"}},
		}
		if rapid.Bool().Draw(t, "failed") {
			f.Status, f.Error, f.Output = record.Failed, rapid.String().Draw(t, "error"), value.Value{}
		}
		for _, producer := range rapid.Permutation([]string{"B", "A", "ä"}).Draw(t, "inputs") {
			f.Inputs = append(f.Inputs, record.Input{Producer: producer, K: rapid.IntRange(0, 2).Draw(t, "k"), Value: anyValue(1).Draw(t, "input")})
		}
		f.Error = strings.ToValidUTF8(f.Error, "?")
		firings = append(firings, f)
	}
	return firings
}

func (m *machine) checkpoint(t *rapid.T) {
	m.made++
	c := store.Checkpoint{
		Label: rapid.SampledFrom([]string{"x", "y", "ü z"}).Draw(t, "label"), Timeline: m.model.head.Timeline, Tick: m.model.head.Tick,
		Snapshot: state(0, 0, fmt.Sprint("checkpoint ", m.made)).Data,
	}
	done(t, m.session.PutCheckpoint(context.Background(), c))
	m.model.checkpoints = slices.DeleteFunc(m.model.checkpoints, func(old store.Checkpoint) bool { return old.Label == c.Label })
	m.model.checkpoints = append(m.model.checkpoints, c)
}

// branch starts a timeline anywhere, as a rollback does.
func (m *machine) branch(t *rapid.T) {
	last := m.model.timelines[len(m.model.timelines)-1]
	of := rapid.SampledFrom(m.model.timelines).Draw(t, "parent")
	next := record.Timeline{
		ID: last.ID + rapid.IntRange(1, 2).Draw(t, "id"), Parent: of.ID, Fork: rapid.IntRange(0, m.model.head.Tick+1).Draw(t, "fork"),
	}
	m.model.head = store.Boundary{Timeline: next.ID, Tick: next.Fork}
	m.putBase(t, func(b store.Base) error { return m.session.AddTimeline(context.Background(), next, b) })
	m.model.timelines = append(m.model.timelines, next)
}

func (m *machine) swap(t *rapid.T) {
	m.putBase(t, func(b store.Base) error { return m.session.Swap(context.Background(), b) })
}

func (m *machine) text(t *rapid.T) {
	text := rapid.String().Draw(t, "text")
	digest, err := m.session.PutText(context.Background(), text)
	done(t, err)
	if digest != store.Digest(text) {
		t.Fatalf("%q goes by %s", text, digest)
	}
	m.model.texts = append(m.model.texts, text)
}

func (m *machine) prune(t *rapid.T) {
	head := m.model.head
	at := store.Boundary{Timeline: head.Timeline, Tick: rapid.IntRange(0, head.Tick).Draw(t, "base")}
	var spans []store.Span
	for _, of := range m.model.timelines {
		if !rapid.Bool().Draw(t, "prune timeline") {
			continue
		}
		s := store.Span{Timeline: of.ID, From: rapid.IntRange(0, 5).Draw(t, "from"), Until: rapid.IntRange(0, 20).Draw(t, "until")}
		if of.ID == head.Timeline {
			s.Until = at.Tick
		} else if rapid.Bool().Draw(t, "whole") {
			s.Until = -1
		}
		spans = append(spans, s)
	}
	within := func(b store.Boundary) bool {
		return slices.ContainsFunc(spans, func(s store.Span) bool { return s.Has(b) })
	}
	m.made++
	put := state(at.Timeline, at.Tick, fmt.Sprint("pruned ", m.made))
	done(t, m.session.Prune(context.Background(), spans, []store.Snapshot{put}))
	m.model.firings = slices.DeleteFunc(m.model.firings, func(f record.Firing) bool { return within(store.Boundary{Timeline: f.Timeline, Tick: f.Tick}) })
	for b := range m.model.states {
		if within(b) {
			delete(m.model.states, b)
			delete(m.model.bases, b)
		}
	}
	m.model.bases[at], m.model.states[at] = true, string(put.Data)
}

// move brings the whole session into another one, and goes on there.
func (m *machine) move(t *rapid.T) {
	ctx := context.Background()
	from := m.session
	m.made++
	name := fmt.Sprint("s", m.made)
	to := m.place.open(t, name)
	last := len(m.model.programs) - 1
	past := store.Past{
		ID: name, Timelines: m.model.timelines[1:], Earlier: m.model.programs[:last], Checkpoints: m.model.checkpoints,
		Firings: from.Firings(ctx, store.Query{}), Base: store.Base{Program: m.model.programs[last]},
	}
	past.Base.Program.Boundary = m.model.head
	past.Base.Snapshot = state(m.model.head.Timeline, m.model.head.Tick, name)
	past.Snapshots = func(yield func(store.Snapshot, error) bool) {
		at, err := from.Snapshots(ctx)
		done(t, err)
		for _, b := range at {
			if b == m.model.head {
				continue
			}
			if s, err := from.Snapshot(ctx, b); !yield(s, err) {
				return
			}
		}
	}
	for _, text := range m.model.texts {
		_, err := to.PutText(ctx, text)
		done(t, err)
	}
	done(t, to.Begin(ctx, past))
	done(t, from.Close())
	done(t, m.place.store.Delete(ctx, m.name))
	m.session, m.name = to, name
	m.model.programs = append(slices.Clone(m.model.programs[:last]), past.Base.Program)
	m.model.bases[m.model.head], m.model.states[m.model.head] = true, string(past.Base.Snapshot.Data)
}

func (m *machine) reload(t *rapid.T) {
	done(t, m.session.Close())
	m.place.again(t)
	m.session = m.place.open(t, m.name)
}
