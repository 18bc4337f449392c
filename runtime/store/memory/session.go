package memory

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"
)

// Session keeps the full history of one run, or with Null everything but firings and snapshots. It is safe for concurrent
// use.
type Session struct {
	name string
	null bool

	mu          sync.RWMutex
	closed      bool
	begun       bool
	id          string
	created     int64
	head        store.Boundary
	pace        store.Pace
	timelines   []record.Timeline
	programs    []store.Program
	texts       map[string]string
	checkpoints []store.Checkpoint
	history     history
	snapshots   snapshots
	overflow    overflow
}

var _ store.Session = (*Session)(nil)

// New answers an empty session that keeps every firing.
func New() *Session {
	return &Session{timelines: []record.Timeline{{Parent: -1}}, texts: map[string]string{}, overflow: overflow{most: most}}
}

// Null answers an empty session that keeps no firings and no snapshots, so that a run costs no memory however long it goes
// on. Timelines, checkpoints, programs and texts are kept.
func Null() *Session {
	s := New()
	s.null = true
	return s
}

// KeepsFirings reports whether the session keeps firings; one of Null does not.
func (s *Session) KeepsFirings() bool { return !s.null }

func (s *Session) hasBegun() bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.begun
}

// open locks the session for writing, unless it has been closed; then there is nothing to unlock.
func (s *Session) open() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return store.ErrClosed
	}
	return nil
}

// write is open for what only a session with a run in it takes.
func (s *Session) write() error {
	if err := s.open(); err != nil {
		return err
	}
	if !s.begun {
		s.mu.Unlock()
		return errNotBegun
	}
	return nil
}

var errNotBegun = fmt.Errorf("no run has begun in the session: %w", store.ErrNotFound)

// Close gives the temporary file free. A session that is never closed gives it free when nobody refers to it any more.
func (s *Session) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	return s.overflow.close()
}

// Info tells what the session is.
func (s *Session) Info(context.Context) (store.Info, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if !s.begun {
		return store.Info{}, errNotBegun
	}
	return store.Info{
		Name: s.name, ID: s.id, Created: s.created, Head: s.head, Timelines: len(s.timelines), Programs: slices.Clone(s.programs),
	}, nil
}

// Size answers how many bytes the session takes, in memory and in the file, about.
func (s *Session) Size(context.Context) (int64, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	bytes := s.overflow.size + int64(s.history.here)*firingBytes + int64(s.snapshots.here)
	for _, t := range s.texts {
		bytes += int64(len(t))
	}
	for _, c := range s.checkpoints {
		bytes += int64(len(c.Snapshot))
	}
	return bytes, nil
}

// firingBytes is about what a small firing takes.
const firingBytes = 280

// Begin makes an empty session hold a run. On an error the session is as empty as before.
func (s *Session) Begin(_ context.Context, p store.Past) error {
	if err := s.open(); err != nil {
		return err
	}
	defer s.mu.Unlock()
	if s.begun {
		return store.ErrUsed
	}
	h, states := history{}, snapshots{}
	if !s.null {
		err := p.EachTick(func(firings []record.Firing) error {
			if err := h.makeRoom(&s.overflow, len(firings)); err != nil {
				return err
			}
			h.append(firings)
			return nil
		})
		if err != nil {
			return err
		}
		if err := p.EachSnapshot(func(snapshot store.Snapshot) error { return states.put(&s.overflow, snapshot) }); err != nil {
			return err
		}
	}
	s.begun, s.id, s.created = true, p.ID, p.Created
	s.history, s.snapshots = h, states
	s.timelines = append(s.timelines, p.Timelines...)
	s.programs = append(slices.Clone(p.Earlier), p.Base.Program)
	s.checkpoints = slices.Clone(p.Checkpoints)
	s.head, s.pace = p.Base.Program.Boundary, store.Pace{}.Wrote(0, &p.Base.Snapshot)
	return nil
}

// paceBytes is how much a firing counts for the pace of snapshots: little, since reading it from memory takes a tenth of
// what reading it from a file does.
const paceBytes = 16

// AppendTick keeps the slice itself, for a while.
func (s *Session) AppendTick(_ context.Context, t store.Tick) error {
	if s.null {
		return nil
	}
	if err := s.write(); err != nil {
		return err
	}
	defer s.mu.Unlock()
	head, err := s.head.Follow(t.Firings)
	if err != nil {
		return err
	}
	if err := s.history.makeRoom(&s.overflow, len(t.Firings)); err != nil {
		return err
	}
	bytes := paceBytes * len(t.Firings)
	pace := s.pace.Wrote(bytes, nil)
	if t.After != nil && s.pace.Due(bytes) {
		after, err := t.After()
		if err != nil {
			return err
		}
		if err := s.snapshots.put(&s.overflow, after); err != nil {
			return err
		}
		pace = s.pace.Wrote(bytes, &after)
	}
	s.history.append(t.Firings)
	s.head, s.pace = head, pace
	return nil
}

// AddTimeline keeps a new timeline with what it begins with.
func (s *Session) AddTimeline(_ context.Context, t record.Timeline, base store.Base) error {
	if err := s.write(); err != nil {
		return err
	}
	defer s.mu.Unlock()
	if err := s.addBase(base); err != nil {
		return err
	}
	s.timelines = append(s.timelines, t)
	s.head = store.Boundary{Timeline: t.ID, Tick: t.Fork}
	return nil
}

// Swap keeps that another program goes on from the head.
func (s *Session) Swap(_ context.Context, base store.Base) error {
	if err := s.write(); err != nil {
		return err
	}
	defer s.mu.Unlock()
	head, err := s.head.Stand(base)
	if err != nil {
		return err
	}
	if err := s.addBase(base); err != nil {
		return err
	}
	s.head = head
	return nil
}

func (s *Session) addBase(base store.Base) error {
	if base.Snapshot.Data != nil && !s.null {
		if err := s.snapshots.put(&s.overflow, base.Snapshot); err != nil {
			return err
		}
	}
	s.programs = append(s.programs, base.Program)
	s.pace = store.Pace{}.Wrote(0, &base.Snapshot)
	return nil
}

// Prune forgets the firings and snapshots of the spans and keeps the given snapshots in their place. What lies in the
// temporary file goes on taking room there.
func (s *Session) Prune(_ context.Context, spans []store.Span, bases []store.Snapshot) error {
	if err := s.write(); err != nil {
		return err
	}
	defer s.mu.Unlock()
	states := s.snapshots.without(spans)
	for _, base := range bases {
		if err := states.put(&s.overflow, base); err != nil {
			return err
		}
	}
	s.snapshots, s.history = states, s.history.without(spans)
	return nil
}
