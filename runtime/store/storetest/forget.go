package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"pgregory.net/rapid"

	tickflow "github.com/tickflow/tickflow/runtime"
	"github.com/tickflow/tickflow/runtime/store"
)

// fork goes on in a new session from anywhere, and deletes the old one.
func (h *hike) fork(t *rapid.T) {
	ctx := context.Background()
	at := h.anywhere(t)
	h.made++
	name := fmt.Sprint("s", h.made)
	to := h.place.open(t, name)
	done(t, tickflow.Fork(ctx, h.session, at, to))
	done(t, h.session.Close())
	done(t, h.place.store.Delete(ctx, h.name))
	h.session, h.name = to, name
	timelines, err := to.Timelines(ctx)
	done(t, err)
	info, err := to.Info(ctx)
	done(t, err)
	same(t, "head of the fork", at, info.Head)
	kept := map[store.Boundary]string{}
	for b, state := range h.states {
		loaded, err := tickflow.LoadSnapshot(ctx, to, b)
		if err == nil && loaded.Timeline == b.Timeline {
			same(t, fmt.Sprint("the fork at ", b), state, string(loaded.AppendJSON(nil)))
			kept[b] = state
		} else if b == at || err != nil && !errors.Is(err, store.ErrNotFound) {
			t.Fatalf("the fork of %v at %v: %v (%v)", at, b, err, timelines)
		}
	}
	h.states = kept
	h.checkpoints = map[string]string{}
	checkpoints, err := to.Checkpoints(ctx)
	done(t, err)
	for _, c := range checkpoints {
		h.checkpoints[c.Label] = string(c.Snapshot)
	}
	i := slices.IndexFunc(h.programs, func(p *tickflow.Program) bool { return p.Graph().Digest() == h.graphs[at] })
	h.runner, err = tickflow.Resume(ctx, h.programs[i], tickflow.Config{Store: to})
	done(t, err)
	h.runner.Know(h.programs...)
}

func (h *hike) pruneBefore(t *rapid.T) {
	ctx := context.Background()
	at := h.anywhere(t)
	before := h.live(t, at)
	done(t, tickflow.PruneBefore(ctx, h.session, at))
	for b, state := range h.states {
		loaded, err := tickflow.LoadSnapshot(ctx, h.session, b)
		switch {
		case err == nil:
			same(t, fmt.Sprintf("pruned before %v: %v", at, b), state, string(loaded.AppendJSON(nil)))
		case slices.Contains(before, b) && b.Tick < at.Tick && errors.Is(err, store.ErrNotFound):
			delete(h.states, b)
		default:
			t.Fatalf("pruned before %v: %v: %v", at, b, err)
		}
	}
}

// live answers the boundaries remembered that lie on the path to one of them, or on the timelines of that path.
func (h *hike) live(t *rapid.T, at store.Boundary) (all []store.Boundary) {
	timelines, err := h.session.Timelines(context.Background())
	done(t, err)
	for id := at.Timeline; id >= 0; {
		for b := range h.states {
			if b.Timeline == id {
				all = append(all, b)
			}
		}
		parent := -1
		for _, l := range timelines {
			if l.ID == id {
				parent = l.Parent
			}
		}
		id = parent
	}
	return all
}

func (h *hike) pruneSuperseded(t *rapid.T) {
	ctx := context.Background()
	live := map[store.Boundary]bool{}
	audit, err := h.runner.Audit(ctx, tickflow.AuditOptions{})
	done(t, err)
	for _, f := range audit {
		live[store.Boundary{Timeline: f.Timeline, Tick: f.Tick}] = true
	}
	done(t, tickflow.PruneSuperseded(ctx, h.session))
	for b, state := range h.states {
		loaded, err := tickflow.LoadSnapshot(ctx, h.session, b)
		switch {
		case err == nil:
			same(t, fmt.Sprint("superseded pruned: ", b), state, string(loaded.AppendJSON(nil)))
		case !live[b] && b != h.head() && errors.Is(err, store.ErrNotFound):
			delete(h.states, b)
		default:
			t.Fatalf("superseded pruned: %v: %v", b, err)
		}
	}
	again, err := h.runner.Audit(ctx, tickflow.AuditOptions{Superseded: true})
	done(t, err)
	if len(again) != len(audit) {
		t.Fatalf("%d firings are left, want the %d of the live path", len(again), len(audit))
	}
}
