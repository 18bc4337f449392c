package runtime

import (
	"context"
	"fmt"
	"slices"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"
)

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
