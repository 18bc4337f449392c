package jsonfile

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"
	"github.com/tickflow/tickflow/runtime/store/filelock"
)

// session is a session open for writing. It is safe for concurrent use.
type session struct {
	*reader
	lock   *filelock.Lock
	logger *slog.Logger

	mu     sync.Mutex
	closed bool
	meta   *meta // nil until a run begins
	head   store.Boundary
	tail   tail // of the head's timeline
}

// change runs what writes to a session that holds a run.
func (s *session) change(ctx context.Context, f func() error) error {
	return s.exclusively(ctx, func() error {
		if s.meta == nil {
			return fmt.Errorf("no run has begun in session %s: %w", s.name, store.ErrNotFound)
		}
		return f()
	})
}

func (s *session) exclusively(ctx context.Context, f func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return fmt.Errorf("session %s: %w", s.name, store.ErrClosed)
	}
	return f()
}

// Close gives the session free for others to open. One that has been left empty is gone.
func (s *session) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	err := errors.Join(s.tail.close(), s.lock.Release())
	if s.meta == nil {
		_ = os.Remove(s.path) // unless there are texts, or somebody else has opened it
	}
	return err
}

// Info tells what the session is.
func (s *session) Info(ctx context.Context) (store.Info, error) {
	info, err := s.reader.Info(ctx)
	info.Holder = nil
	return info, err
}

// adopt makes what has been written to session.json, and the head, that of the session.
func (s *session) adopt(m *meta, head store.Boundary, t tail) error {
	old := s.tail
	s.meta, s.head, s.tail = m, head, t
	if old.file == t.file {
		return nil
	}
	return old.close()
}

// Begin makes an empty session hold a run.
func (s *session) Begin(ctx context.Context, p store.Past) error {
	return s.exclusively(ctx, func() error {
		if s.meta != nil {
			return store.ErrUsed
		}
		if err := clear(s.path, "lock", "texts"); err != nil {
			return err
		}
		m := &meta{Format: format, ID: p.ID, Created: p.Created, Timelines: []timeline{{Parent: -1}}}
		for _, t := range p.Timelines {
			m.Timelines = append(m.Timelines, timeline(t))
			if err := os.Mkdir(s.timeline(t.ID), 0o755); err != nil {
				return err
			}
		}
		for _, earlier := range p.Earlier {
			m.addProgram(earlier)
		}
		m.addProgram(p.Base.Program)
		if err := s.fill(&p); err != nil {
			return err
		}
		t, err := openTail(s.timeline(p.Base.Program.Timeline))
		if err != nil {
			return err
		}
		if err := m.save(s.path); err != nil {
			return errors.Join(err, t.close())
		}
		return s.adopt(m, p.Base.Program.Boundary, t)
	})
}

// fill writes what a run brings with it.
func (s *session) fill(p *store.Past) error {
	var t tail
	in := -1
	err := p.EachTick(func(firings []record.Firing) (err error) {
		if of := firings[0].Timeline; of != in {
			if err := t.close(); err != nil {
				return err
			}
			if t, err = openTail(s.timeline(of)); err != nil {
				return err
			}
			in = of
		}
		if err := t.write(firings); err != nil {
			return err
		}
		t.keep()
		return nil
	})
	if err := errors.Join(err, t.close()); err != nil {
		return err
	}
	if err := p.EachSnapshot(func(state store.Snapshot) error { return s.putState(state, tickFile(state.Tick)) }); err != nil {
		return err
	}
	return s.putCheckpoints(p.Checkpoints)
}

func (s *session) putState(state store.Snapshot, name string) error {
	return write(filepath.Join(s.timeline(state.Timeline), name), append(slices.Clip(state.Data), '\n'))
}

// AppendTick keeps the firings of the tick at the head and the state after it.
func (s *session) AppendTick(ctx context.Context, t store.Tick) error {
	return s.change(ctx, func() error {
		head, err := s.head.Follow(t.Firings)
		if err != nil {
			return err
		}
		if t.After == nil {
			return errors.New("a tick is kept here with the state after it, which the caller does not have")
		}
		state, err := t.After()
		if err != nil {
			return err
		}
		if err := s.tail.write(t.Firings); err != nil {
			return err
		}
		if err := s.putState(state, tickFile(state.Tick)); err != nil {
			return errors.Join(err, s.tail.undo())
		}
		s.tail.keep()
		s.head = head
		return nil
	})
}

// AddTimeline keeps a new timeline with what it begins with.
func (s *session) AddTimeline(ctx context.Context, t record.Timeline, base store.Base) error {
	return s.change(ctx, func() error {
		if t.ID <= s.meta.youngest().ID {
			return fmt.Errorf("timeline %d is not younger than timeline %d", t.ID, s.meta.youngest().ID)
		}
		if err := s.tail.undo(); err != nil {
			return err
		}
		folder := s.timeline(t.ID)
		if err := os.RemoveAll(folder); err != nil { // of a try that failed
			return err
		}
		if err := os.Mkdir(folder, 0o755); err != nil {
			return err
		}
		m := s.meta.clone()
		m.Timelines = append(m.Timelines, timeline(t))
		m.addProgram(base.Program)
		if err := s.putState(base.Snapshot, tickFile(t.Fork)); err != nil {
			return err
		}
		tail, err := openTail(folder)
		if err != nil {
			return err
		}
		if err := m.save(s.path); err != nil {
			return errors.Join(err, tail.close())
		}
		return s.adopt(m, store.Boundary{Timeline: t.ID, Tick: t.Fork}, tail)
	})
}

// Swap keeps that another program goes on from the head.
func (s *session) Swap(ctx context.Context, base store.Base) error {
	return s.change(ctx, func() error {
		if _, err := s.head.Stand(base); err != nil {
			return err
		}
		m := s.meta.clone()
		m.addProgram(base.Program)
		if err := s.putSpecial(m, base.Snapshot); err != nil {
			return err
		}
		if err := m.save(s.path); err != nil {
			return err
		}
		return s.adopt(m, s.head, s.tail)
	})
}

// putSpecial writes a state beside the one there is of the same boundary; which of them counts is said by session.json.
func (s *session) putSpecial(m *meta, state store.Snapshot) error {
	m.Serial++
	name := fmt.Sprintf("tick_%d_%d.json", state.Tick, m.Serial)
	m.States = slices.DeleteFunc(m.States, func(old stateFile) bool { return old.Timeline == state.Timeline && old.Tick == state.Tick })
	m.States = append(m.States, stateFile{state.Timeline, state.Tick, name})
	return s.putState(state, name)
}

// PutCheckpoint keeps a checkpoint, in place of an older one with the same label.
func (s *session) PutCheckpoint(ctx context.Context, c store.Checkpoint) error {
	return s.change(ctx, func() error {
		all, err := s.Checkpoints(ctx)
		if err != nil {
			return err
		}
		all = slices.DeleteFunc(all, func(old store.Checkpoint) bool { return old.Label == c.Label })
		return s.putCheckpoints(append(all, c))
	})
}

func (s *session) putCheckpoints(all []store.Checkpoint) error {
	if len(all) == 0 {
		return nil
	}
	var entries []checkpoint
	for _, c := range all {
		entries = append(entries, checkpoint{c.Label, c.Timeline, c.Tick, c.Snapshot})
	}
	data, err := encode(entries, "")
	if err != nil {
		return err
	}
	return write(s.file("checkpoints.json"), data)
}

// PutText keeps a text.
func (s *session) PutText(ctx context.Context, text string) (string, error) {
	digest := store.Digest(text)
	return digest, s.exclusively(ctx, func() error {
		path := s.text(digest)
		if _, err := s.Text(ctx, digest); err == nil {
			return nil
		}
		if err := os.Mkdir(filepath.Dir(path), 0o755); err != nil && !errors.Is(err, os.ErrExist) {
			return err
		}
		return write(path, []byte(text))
	})
}
