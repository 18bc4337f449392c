package runtime

import (
	"context"
	crand "crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"
)

// newID draws what tells a run from all others.
func newID() string {
	var id [16]byte
	crand.Read(id[:]) // it never fails
	return hex.EncodeToString(id[:])
}

// Fork makes an empty session hold a run that has done what another one did up to a boundary, superseded things left out:
// firings, snapshots, checkpoints, programs and their texts. The run has an ID of its own, and the two share nothing. It
// answers store.ErrNotFound when LoadSnapshot does, and store.ErrUsed when the session is not empty; then it is unchanged
// but for texts.
func Fork(ctx context.Context, from store.Reader, at store.Boundary, to store.Session) error {
	line, err := lineTo(ctx, from, at)
	if err != nil {
		return err
	}
	s, err := LoadSnapshot(ctx, from, line.at)
	if err != nil {
		return err
	}
	past := store.Past{ID: newID(), Created: time.Now().UnixMilli(), Timelines: line.timelines()}
	data := s.AppendJSON(nil)
	past.Base.Snapshot = store.Snapshot{Boundary: line.at, Data: data, Weight: len(data)}
	if err := line.programs(ctx, from, to, &past); err != nil {
		return err
	}
	if line.at.Tick > 0 {
		past.Firings = from.Firings(ctx, store.Query{Path: line.path, Before: line.at.Tick})
	}
	past.Snapshots = line.snapshots(ctx, from)
	checkpoints, err := from.Checkpoints(ctx)
	if err != nil {
		return err
	}
	for _, c := range checkpoints {
		if line.has(store.Boundary{Timeline: c.Timeline, Tick: c.Tick}) {
			past.Checkpoints = append(past.Checkpoints, c)
		}
	}
	return to.Begin(ctx, past)
}

// line is the live path to a boundary.
type line struct {
	all  []record.Timeline
	path record.Path
	at   store.Boundary
}

func lineTo(ctx context.Context, session store.Reader, at store.Boundary) (*line, error) {
	timelines, err := session.Timelines(ctx)
	if err != nil {
		return nil, err
	}
	if at, err = owner(timelines, at); err != nil {
		return nil, err
	}
	return &line{timelines, record.LivePath(timelines, at.Timeline), at}, nil
}

// has reports whether a boundary lies on the line. Where it goes from one timeline to the next, it has that of both.
func (l *line) has(b store.Boundary) bool {
	return b.Tick <= l.at.Tick && slices.ContainsFunc(l.path, func(s record.Stretch) bool {
		return s.Timeline == b.Timeline && (s.Until < 0 || b.Tick <= s.Until)
	})
}

// timelines answers those on the line, without the first.
func (l *line) timelines() []record.Timeline {
	return slices.DeleteFunc(slices.Clone(l.all), func(t record.Timeline) bool {
		return t.ID == 0 || !slices.ContainsFunc(l.path, func(s record.Stretch) bool { return s.Timeline == t.ID })
	})
}

// programs gives a past the programs on the line, and the session their texts.
func (l *line) programs(ctx context.Context, from store.Reader, to store.Session, past *store.Past) error {
	programs, err := from.Programs(ctx)
	if err != nil {
		return err
	}
	last, err := l.program(programs)
	if err != nil {
		return err
	}
	for _, p := range programs {
		if !l.has(p.Boundary) {
			continue
		}
		for _, f := range p.Files {
			text, err := from.Text(ctx, f.Digest)
			if err != nil {
				return fmt.Errorf("the text of %s: %w", f.Name, err)
			}
			if _, err := to.PutText(ctx, text); err != nil {
				return err
			}
		}
		if p.Boundary != l.at {
			past.Earlier = append(past.Earlier, p)
		}
	}
	last.Boundary, last.At = l.at, past.Created
	past.Base.Program = last
	return nil
}

// snapshots answers those on the line before its end.
func (l *line) snapshots(ctx context.Context, from store.Reader) iter.Seq2[store.Snapshot, error] {
	return func(yield func(store.Snapshot, error) bool) {
		boundaries, err := from.Snapshots(ctx)
		if err != nil {
			yield(store.Snapshot{}, err)
			return
		}
		for _, b := range boundaries {
			if b == l.at || !l.has(b) {
				continue
			}
			if s, err := from.Snapshot(ctx, b); !yield(s, err) || err != nil {
				return
			}
		}
	}
}

// ProgramAt answers the program that ran, or will run, the tick of a boundary. The session has its texts. It answers
// store.ErrNotFound when there is no such timeline.
func ProgramAt(ctx context.Context, session store.Reader, at store.Boundary) (store.Program, error) {
	line, err := lineTo(ctx, session, at)
	if err != nil {
		return store.Program{}, err
	}
	programs, err := session.Programs(ctx)
	if err != nil {
		return store.Program{}, err
	}
	return line.program(programs)
}

// program answers the one at the end of the line.
func (l *line) program(all []store.Program) (store.Program, error) {
	last, ok := store.ProgramAt(all, l.path, l.at.Tick)
	if !ok {
		return last, fmt.Errorf("the program of %v: %w", l.at, store.ErrNotFound)
	}
	return last, nil
}

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
