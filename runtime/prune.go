package runtime

import (
	"context"
	"errors"
	"slices"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"
)

// PruneBefore makes a session forget the firings and snapshots of its live path to a boundary that lie before it. The
// boundary, and all that follows, can be loaded as before.
func PruneBefore(ctx context.Context, session store.Session, at store.Boundary) error {
	line, err := lineTo(ctx, session, at)
	if err != nil {
		return err
	}
	var spans []store.Span
	var bases []store.Snapshot
	for _, s := range line.path {
		cut := store.Boundary{Timeline: s.Timeline, Tick: line.at.Tick}
		if s.Until >= 0 {
			cut.Tick = min(cut.Tick, s.Until)
		}
		spans = append(spans, store.Span{Timeline: s.Timeline, Until: cut.Tick})
		state, err := LoadSnapshot(ctx, session, cut)
		if err != nil && !(errors.Is(err, store.ErrNotFound) && cut != line.at) {
			return err
		}
		if err == nil && state.Timeline == cut.Timeline {
			data := state.AppendJSON(nil)
			bases = append(bases, store.Snapshot{Boundary: cut, Data: data, Weight: len(data)})
		}
	}
	return session.Prune(ctx, spans, bases)
}

// PruneSuperseded makes a session forget the firings and snapshots that a restore has abandoned.
func PruneSuperseded(ctx context.Context, session store.Session) error {
	info, err := session.Info(ctx)
	if err != nil {
		return err
	}
	line, err := lineTo(ctx, session, info.Head)
	if err != nil {
		return err
	}
	var spans []store.Span
	var bases []store.Snapshot
	for _, t := range line.all {
		i := slices.IndexFunc(line.path, func(s record.Stretch) bool { return s.Timeline == t.ID })
		switch {
		case i < 0:
			spans = append(spans, store.Span{Timeline: t.ID, Until: -1})
		case line.path[i].Until >= 0:
			cut := store.Boundary{Timeline: t.ID, Tick: line.path[i].Until}
			spans = append(spans, store.Span{Timeline: t.ID, From: cut.Tick, Until: -1})
			// A program may have been swapped there, which no firing tells.
			s, err := session.Snapshot(ctx, cut)
			if err != nil && !errors.Is(err, store.ErrNotFound) {
				return err
			}
			if err == nil && s.Boundary == cut {
				bases = append(bases, s)
			}
		}
	}
	return session.Prune(ctx, spans, bases)
}
