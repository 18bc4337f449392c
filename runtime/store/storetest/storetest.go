// Package storetest is what every store has to pass: the one place that says how a store behaves.
//
// A store's own test calls Run, and Crash if what it keeps outlives the process; nothing else is to be said about it there
// but what it does with damaged files.
package storetest

import (
	"context"
	"flag"
	"fmt"
	"testing"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"
	"github.com/tickflow/tickflow/runtime/value"
)

// Backend is a kind of store.
type Backend struct {
	// Open opens the store that keeps its sessions in a folder, which is there.
	Open func(folder string) (store.Store, error)
	// Volatile says that nothing outlives the Store: it is opened once.
	Volatile bool
}

// Run tests a store.
func Run(t *testing.T, b Backend) {
	t.Run("sessions", func(t *testing.T) { testSessions(t, b) })
	t.Run("writers", func(t *testing.T) { testWriters(t, b) })
	t.Run("empty", func(t *testing.T) { testEmpty(t, b) })
	t.Run("beginnings", func(t *testing.T) { testBeginnings(t, b) })
	t.Run("order", func(t *testing.T) { testOrder(t, b) })
	t.Run("all or nothing", func(t *testing.T) { testAllOrNothing(t, b) })
	t.Run("readers", func(t *testing.T) { testReaders(t, b) })
	t.Run("at once", func(t *testing.T) { testAtOnce(t, b) })
	t.Run("contexts", func(t *testing.T) { testContexts(t, b) })
	if !b.Volatile {
		fewer(t)
	}
	t.Run("model", func(t *testing.T) { testModel(t, b) })
	t.Run("runs", func(t *testing.T) { testRuns(t, b) })
}

// fewer makes properties be checked a quarter as often, unless the command line says how often: stores with files take
// their time.
func fewer(t *testing.T) {
	checks := flag.Lookup("rapid.checks")
	if checks.Value.String() != checks.DefValue {
		return
	}
	done(t, checks.Value.Set("25"))
	t.Cleanup(func() { done(t, checks.Value.Set(checks.DefValue)) })
}

// failer is what *testing.T and *rapid.T have in common.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
	Fatal(args ...any)
}

// place is a folder with a store that can be opened again.
type place struct {
	backend Backend
	folder  string
	store   store.Store
}

func newPlace(t failer, b Backend, folder string) *place {
	p := &place{backend: b, folder: folder}
	p.start(t)
	return p
}

func (p *place) start(t failer) {
	t.Helper()
	s, err := p.backend.Open(p.folder)
	if err != nil {
		t.Fatalf("opening the store: %v", err)
	}
	p.store = s
}

// again closes the store and opens it anew, as another process would, if that keeps anything.
func (p *place) again(t failer) {
	t.Helper()
	if p.backend.Volatile {
		return
	}
	p.close(t)
	p.start(t)
}

func (p *place) close(t failer) {
	t.Helper()
	if err := p.store.Close(); err != nil {
		t.Fatalf("closing the store: %v", err)
	}
}

func (p *place) open(t failer, name string) store.Session {
	t.Helper()
	s, err := p.store.Open(context.Background(), name)
	if err != nil {
		t.Fatalf("opening session %s: %v", name, err)
	}
	return s
}

// opened answers a session of a new store, both of which are closed with the test.
func opened(t *testing.T, b Backend) (*place, store.Session) {
	t.Helper()
	p := newPlace(t, b, t.TempDir())
	t.Cleanup(func() { p.close(t) })
	s := p.open(t, "one")
	t.Cleanup(func() { done(t, s.Close()) })
	return p, s
}

func done(t failer, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// state is a snapshot that a test can recognise.
func state(timeline, tick int, text string) store.Snapshot {
	data := value.OfObject(
		value.Member{Key: "timeline", Value: value.OfInt(timeline)}, value.Member{Key: "tick", Value: value.OfInt(tick)},
		value.Member{Key: "text", Value: value.OfString(text)},
	).AppendJSON(nil)
	return store.Snapshot{Boundary: store.Boundary{Timeline: timeline, Tick: tick}, Data: data, Weight: len(data)}
}

func base(timeline, tick int, text string) store.Base {
	return store.Base{
		Program: store.Program{
			Boundary: store.Boundary{Timeline: timeline, Tick: tick}, At: 1, Graph: "graph " + text, Behaviors: "behaviors " + text,
			Files: []store.File{{Name: "g.tickflow", Digest: store.Digest(text)}},
		},
		Snapshot: state(timeline, tick, text),
	}
}

// tick makes a tick in which the nodes fire for the k-th time.
func tick(timeline, n, k int, nodes ...string) store.Tick {
	var firings []record.Firing
	for _, node := range nodes {
		firings = append(firings, record.Firing{
			Timeline: timeline, Tick: n, Node: node, K: k, Output: value.OfString(fmt.Sprint(node, n)), State: value.OfObject(),
		})
	}
	return store.Tick{Firings: firings, After: func() (store.Snapshot, error) { return state(timeline, n+1, "after"), nil }}
}

// texts answers what a query selects, as "timeline:tick node".
func texts(t failer, r store.Reader, q store.Query) []string {
	t.Helper()
	var all []string
	for f, err := range r.Firings(context.Background(), q) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, fmt.Sprintf("%d:%d %s", f.Timeline, f.Tick, f.Node))
	}
	return all
}
