package storetest

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"
)

// testSessions makes, lists, reads and deletes sessions.
func testSessions(t *testing.T, b Backend) {
	ctx := t.Context()
	p := newPlace(t, b, t.TempDir())
	defer func() { p.close(t) }()
	for _, name := range []string{"", ".", "..", "a/b", "-x", "a b", "ü", strings.Repeat("x", 101)} {
		if s, err := p.store.Open(ctx, name); err == nil {
			t.Errorf("a session can be called %q", name)
			done(t, s.Close())
		}
	}
	for _, name := range []string{"two", "one", "empty"} {
		s := p.open(t, name)
		if name != "empty" {
			done(t, s.Begin(ctx, store.Past{ID: "id " + name, Created: 7, Base: base(0, 0, "a")}))
			done(t, s.AppendTick(ctx, tick(0, 0, 1, "A", "B")))
		}
		done(t, s.Close())
		done(t, s.Close())
	}
	p.again(t)
	for range 3 {
		s := p.open(t, "empty")
		done(t, s.Close())
	}
	infos, err := p.store.List(ctx)
	done(t, err)
	if len(infos) != 2 || infos[0].Name != "one" || infos[1].Name != "two" {
		t.Fatalf("listed: %+v", infos)
	}
	r, err := p.store.Read(ctx, "one")
	done(t, err)
	if size, err := r.Size(ctx); size <= 0 || err != nil {
		t.Errorf("%d bytes, %v", size, err)
	}
	want := store.Info{
		Name: "one", ID: "id one", Created: 7, Head: store.Boundary{Tick: 1}, Timelines: 1,
		Programs: []store.Program{base(0, 0, "a").Program},
	}
	if diff := cmp.Diff(want, infos[0]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	done(t, p.store.Delete(ctx, "one"))
	p.again(t)
	for _, name := range []string{"one", "empty", "none"} {
		if _, err := p.store.Read(ctx, name); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("reading %s: got %v", name, err)
		}
	}
	if err := p.store.Delete(ctx, "one"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("deleting it twice: got %v", err)
	}
	s := p.open(t, "one")
	defer s.Close()
	done(t, s.Begin(ctx, store.Past{ID: "another", Base: base(0, 0, "a")}))
	if all := texts(t, s, store.Query{}); all != nil {
		t.Errorf("a session that was deleted comes back with %v", all)
	}
}

// testWriters checks that a session has one writer.
func testWriters(t *testing.T, b Backend) {
	ctx := t.Context()
	p, s := opened(t, b)
	done(t, s.Begin(ctx, store.Past{ID: "run", Base: base(0, 0, "a")}))
	var held *store.HeldError
	for name, err := range map[string]error{
		"opening": func() error { _, err := p.store.Open(ctx, "one"); return err }(), "deleting": p.store.Delete(ctx, "one"),
	} {
		if !errors.As(err, &held) || held.Session != "one" || held.Holder.PID != os.Getpid() || held.Holder.Since.IsZero() {
			t.Errorf("%s: got %v", name, err)
		}
	}
	infos, err := p.store.List(ctx)
	done(t, err)
	if len(infos) != 1 || infos[0].Holder == nil || infos[0].Holder.PID != os.Getpid() {
		t.Errorf("listed: %+v", infos)
	}
	other := p.open(t, "two")
	done(t, other.Close())
	done(t, s.Close())
	if !b.Volatile {
		if err := s.AppendTick(ctx, tick(0, 0, 1, "A")); !errors.Is(err, store.ErrClosed) {
			t.Errorf("writing after it is closed: got %v", err)
		}
	}
	again := p.open(t, "one")
	done(t, again.AppendTick(ctx, tick(0, 0, 1, "A")))
	done(t, again.Close())
}

// testEmpty writes to a session in which no run has begun.
func testEmpty(t *testing.T, b Backend) {
	ctx := t.Context()
	p, s := opened(t, b)
	for name, err := range map[string]error{
		"AppendTick":    s.AppendTick(ctx, tick(0, 0, 1, "A")),
		"AddTimeline":   s.AddTimeline(ctx, record.Timeline{ID: 1}, base(1, 0, "a")),
		"Swap":          s.Swap(ctx, base(0, 0, "a")),
		"PutCheckpoint": s.PutCheckpoint(ctx, store.Checkpoint{Label: "x"}),
		"Prune":         s.Prune(ctx, nil, nil),
	} {
		if !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if _, err := s.Info(ctx); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("Info: got %v", err)
	}
	digest, err := s.PutText(ctx, "text")
	done(t, err)
	done(t, s.Close())
	p.again(t)
	s = p.open(t, "one")
	defer s.Close()
	if text, err := s.Text(ctx, digest); err != nil || text != "text" || digest != store.Digest("text") {
		t.Errorf("text %s: got %q, %v", digest, text, err)
	}
	done(t, s.Begin(ctx, store.Past{ID: "run", Base: base(0, 0, "a")}))
}

// testBeginnings begins a run twice, and with a past.
func testBeginnings(t *testing.T, b Backend) {
	ctx := t.Context()
	p, s := opened(t, b)
	var group sync.WaitGroup
	errs := make([]error, 4)
	for i := range errs {
		group.Go(func() { errs[i] = s.Begin(ctx, store.Past{ID: "run", Base: base(0, 0, "a")}) })
	}
	group.Wait()
	began := 0
	for _, err := range errs {
		if err == nil {
			began++
		} else if !errors.Is(err, store.ErrUsed) {
			t.Errorf("got %v", err)
		}
	}
	if began != 1 {
		t.Errorf("%d runs have begun", began)
	}
	other := p.open(t, "two")
	past := store.Past{
		ID: "other", Base: base(3, 2, "b"), Timelines: []record.Timeline{{ID: 3, Fork: 1}},
		Earlier: []store.Program{base(0, 0, "a").Program}, Checkpoints: []store.Checkpoint{{Label: "x", Snapshot: []byte("{}")}},
		Firings: func(yield func(record.Firing, error) bool) {
			firings := slices.Concat(tick(0, 0, 1, "A", "B").Firings, tick(0, 1, 2, "A").Firings, tick(3, 1, 2, "B").Firings)
			for _, f := range firings {
				if !yield(f, nil) {
					return
				}
			}
		},
		Snapshots: func(yield func(store.Snapshot, error) bool) { yield(state(0, 0, "a"), nil) },
	}
	damaged := past
	damaged.Snapshots = func(yield func(store.Snapshot, error) bool) { yield(store.Snapshot{}, errBroken) }
	if err := other.Begin(ctx, damaged); !errors.Is(err, errBroken) {
		t.Errorf("a past that cannot be read: got %v", err)
	}
	done(t, other.Begin(ctx, past))
	done(t, other.Close())
	p.again2(t, s)
	other = p.open(t, "two")
	defer other.Close()
	info, err := other.Info(ctx)
	done(t, err)
	if info.Head != (store.Boundary{Timeline: 3, Tick: 2}) || len(info.Programs) != 2 || info.Timelines != 2 {
		t.Errorf("got %+v", info)
	}
	want := []string{"0:0 A", "0:0 B", "0:1 A", "3:1 B"}
	if diff := cmp.Diff(want, texts(t, other, store.Query{})); diff != "" {
		t.Errorf("firings (-want +got):\n%s", diff)
	}
	done(t, other.AppendTick(ctx, tick(3, 2, 1, "C")))
	if c, err := other.Checkpoint(ctx, "x"); err != nil || string(c.Snapshot) != "{}" {
		t.Errorf("checkpoint: %+v, %v", c, err)
	}
}

var errBroken = errors.New("broken")

// again2 closes a session before the store is opened anew.
func (p *place) again2(t failer, s store.Session) {
	t.Helper()
	done(t, s.Close())
	p.again(t)
}

// testContexts reads and writes for a caller who has gone.
func testContexts(t *testing.T, b Backend) {
	_, s := opened(t, b)
	done(t, s.Begin(t.Context(), store.Past{ID: "run", Base: base(0, 0, "a")}))
	done(t, s.AppendTick(t.Context(), tick(0, 0, 1, "A")))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, err := range s.Firings(ctx, store.Query{}) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	}
}
