package storetest

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"
)

// testOrder keeps ticks that are not those at the head.
func testOrder(t *testing.T, b Backend) {
	ctx := t.Context()
	p, s := opened(t, b)
	done(t, s.Begin(ctx, store.Past{ID: "run", Base: base(0, 0, "a")}))
	done(t, s.AppendTick(ctx, tick(0, 0, 1, "A")))
	done(t, s.AppendTick(ctx, tick(0, 1, 2, "A")))
	refuse := func(timeline, n int, head store.Boundary) {
		t.Helper()
		var order *store.OrderError
		if err := s.AppendTick(ctx, tick(timeline, n, 1, "A")); !errors.As(err, &order) || order.Head != head {
			t.Errorf("tick %d of timeline %d: got %v", n, timeline, err)
		}
	}
	if err := s.AppendTick(ctx, store.Tick{}); err == nil {
		t.Error("a tick without firings is kept")
	}
	refuse(0, 0, store.Boundary{Tick: 2})
	refuse(0, 1, store.Boundary{Tick: 2})
	refuse(0, 3, store.Boundary{Tick: 2})
	refuse(1, 2, store.Boundary{Tick: 2})
	if err := s.Swap(ctx, base(0, 1, "b")); !errors.As(err, new(*store.OrderError)) {
		t.Errorf("another program at a tick that is past: got %v", err)
	}
	done(t, s.AddTimeline(ctx, record.Timeline{ID: 2, Fork: 1}, base(2, 1, "a")))
	p.again2(t, s)
	s = p.open(t, "one")
	defer s.Close()
	refuse(0, 2, store.Boundary{Timeline: 2, Tick: 1})
	done(t, s.AppendTick(ctx, tick(2, 1, 2, "B")))
	if diff := cmp.Diff([]string{"0:0 A", "0:1 A", "2:1 B"}, texts(t, s, store.Query{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// testAllOrNothing lets a tick fail in the middle, and tries it again.
func testAllOrNothing(t *testing.T, b Backend) {
	ctx := t.Context()
	p, s := opened(t, b)
	done(t, s.Begin(ctx, store.Past{ID: "run", Base: base(0, 0, "a")}))
	failed := 0
	for n := range 1500 {
		next := tick(0, n, n+1, "A", "B", "C")
		for i := range next.Firings {
			next.Firings[i].Error = fmt.Sprintf("%0200d", n)
			next.Firings[i].Status = record.Failed
		}
		broken := next
		broken.After = func() (store.Snapshot, error) { return store.Snapshot{}, errBroken }
		err := s.AppendTick(ctx, broken)
		if err == nil {
			continue // no snapshot was due
		}
		if failed++; !errors.Is(err, errBroken) {
			t.Fatalf("got %v", err)
		}
		if failed <= 5 {
			if info, err := s.Info(ctx); err != nil || info.Head.Tick != n {
				t.Fatalf("after it: %+v, %v", info.Head, err)
			}
			if got := texts(t, s, store.Query{From: n}); got != nil {
				t.Fatalf("half of the tick is there: %v", got)
			}
		}
		done(t, s.AppendTick(ctx, next))
	}
	if failed == 0 {
		t.Error("no snapshot was ever due")
	}
	p.again2(t, s)
	s = p.open(t, "one")
	defer s.Close()
	if got := len(texts(t, s, store.Query{})); got != 3*1500 {
		t.Errorf("%d firings", got)
	}
	at, err := s.Snapshots(ctx)
	done(t, err)
	if len(at) != failed+1 {
		t.Errorf("%d snapshots, want the first one and %d", len(at), failed)
	}
}

// testReaders reads from several goroutines while ticks are kept.
func testReaders(t *testing.T, b Backend) {
	ctx := t.Context()
	p, s := opened(t, b)
	done(t, s.Begin(ctx, store.Past{ID: "run", Base: base(0, 0, "a")}))
	reader, err := p.store.Read(ctx, "one")
	done(t, err)
	const ticks = 150
	written := make(chan struct{})
	var group sync.WaitGroup
	for _, r := range []store.Reader{reader, reader, s} {
		group.Go(func() {
			for last := 0; ; {
				end := isClosed(written)
				var seen []string
				for f, err := range r.Firings(ctx, store.Query{}) {
					if err != nil {
						t.Error(err)
						return
					}
					seen = append(seen, f.Node)
				}
				whole := len(seen)%2 == 0 && !slices.ContainsFunc(pairs(seen), func(p string) bool { return p != "AB" })
				if !whole || len(seen) < last {
					t.Errorf("%d firings after %d: whole ticks %v", len(seen), last, whole)
					return
				}
				last = len(seen)
				if info, err := r.Info(ctx); err != nil || 2*info.Head.Tick < last {
					t.Errorf("%d firings, but %+v, %v", last, info.Head, err)
					return
				}
				if end {
					return
				}
			}
		})
	}
	for n := range ticks {
		done(t, s.AppendTick(ctx, tick(0, n, n+1, "A", "B")))
		if n%50 == 49 {
			done(t, s.PutCheckpoint(ctx, store.Checkpoint{Label: "x", Tick: n, Snapshot: []byte("{}")}))
		}
	}
	close(written)
	group.Wait()
	if got := len(texts(t, reader, store.Query{})); got != 2*ticks {
		t.Errorf("%d firings", got)
	}
}

// testAtOnce opens a new store several times at once, and writes to a session through each.
func testAtOnce(t *testing.T, b Backend) {
	ctx := t.Context()
	folder := t.TempDir()
	shared := newPlace(t, b, folder) // a volatile store is opened once
	if !b.Volatile {
		shared.close(t)
		folder = t.TempDir()
	}
	var group sync.WaitGroup
	for i := range 4 {
		group.Go(func() {
			s := shared.store
			if !b.Volatile {
				var err error
				if s, err = b.Open(folder); err != nil {
					t.Error(err)
					return
				}
				defer s.Close()
			}
			session, err := s.Open(ctx, fmt.Sprint("s", i))
			if err != nil {
				t.Error(err)
				return
			}
			defer session.Close()
			if err := session.Begin(ctx, store.Past{ID: "run", Base: base(0, 0, "a")}); err != nil {
				t.Error(err)
				return
			}
			for n := range 50 {
				if err := session.AppendTick(ctx, tick(0, n, n+1, "A", "B")); err != nil {
					t.Error(err)
					return
				}
			}
			if got := len(texts(t, session, store.Query{})); got != 100 {
				t.Errorf("%d firings", got)
			}
		})
	}
	group.Wait()
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

func pairs(nodes []string) (all []string) {
	for i := 0; i+1 < len(nodes); i += 2 {
		all = append(all, nodes[i]+nodes[i+1])
	}
	return all
}
