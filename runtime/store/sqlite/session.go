package sqlite

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"
	"github.com/tickflow/tickflow/runtime/store/filelock"
)

// session is a session open for writing. It is safe for concurrent use.
type session struct {
	reader
	lock *filelock.Lock

	mu     sync.Mutex // held over each transaction: what follows is that of the last one committed
	closed bool
	begun  bool
	head   store.Boundary
	pace   store.Pace
	buffer []byte
}

// change makes a transaction of a session that holds a run; then done notes what it came to.
func (s *session) change(ctx context.Context, f func(*tx) error, done func()) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.begun {
		return fmt.Errorf("no run has begun in session %s: %w", s.name, store.ErrNotFound)
	}
	return s.transact(ctx, f, done)
}

func (s *session) transact(ctx context.Context, f func(*tx) error, done func()) error {
	if s.closed {
		return fmt.Errorf("session %s: %w", s.name, store.ErrClosed)
	}
	if err := s.store.write.do(ctx, f); err != nil {
		return s.store.explain(err)
	}
	done()
	return nil
}

// Close gives the session free for others to open. One that has been left empty is gone.
func (s *session) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	var err error
	if !s.begun {
		err = s.store.write.do(context.Background(), func(tx *tx) error {
			return tx.exec(`
				DELETE FROM sessions WHERE id = ?1 AND run IS NULL AND NOT EXISTS (SELECT * FROM texts WHERE session = ?1)`, s.id)
		})
	}
	return errors.Join(s.store.explain(err), s.lock.Release())
}

// Info tells what the session is.
func (s *session) Info(ctx context.Context) (store.Info, error) {
	info, err := s.reader.Info(ctx)
	info.Holder = nil
	return info, err
}

// Begin makes an empty session hold a run.
func (s *session) Begin(ctx context.Context, p store.Past) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.begun {
		return store.ErrUsed
	}
	return s.transact(ctx, func(tx *tx) error {
		if err := tx.exec(`UPDATE sessions SET run = ?, created = ? WHERE id = ?`, p.ID, p.Created, s.id); err != nil {
			return err
		}
		for _, t := range append([]record.Timeline{{Parent: -1}}, p.Timelines...) {
			if err := s.addTimeline(tx, t); err != nil {
				return err
			}
		}
		return s.fill(tx, &p)
	}, func() {
		s.begun, s.head = true, p.Base.Program.Boundary
		s.pace = store.Pace{}.Wrote(0, &p.Base.Snapshot)
	})
}

// fill writes what a run brings with it.
func (s *session) fill(tx *tx, p *store.Past) error {
	for _, earlier := range p.Earlier {
		if err := s.addProgram(tx, earlier); err != nil {
			return err
		}
	}
	if err := s.addProgram(tx, p.Base.Program); err != nil {
		return err
	}
	err := p.EachTick(func(firings []record.Firing) error {
		_, err := s.addFirings(tx, firings)
		return err
	})
	if err != nil {
		return err
	}
	if err := p.EachSnapshot(func(snapshot store.Snapshot) error { return s.addSnapshot(tx, snapshot) }); err != nil {
		return err
	}
	for _, c := range p.Checkpoints {
		if err := s.addCheckpoint(tx, c); err != nil {
			return err
		}
	}
	return nil
}

// AppendTick keeps the firings of the tick at the head, and now and then a snapshot.
func (s *session) AppendTick(ctx context.Context, t store.Tick) error {
	var head store.Boundary
	var pace store.Pace
	return s.change(ctx, func(tx *tx) (err error) {
		if head, err = s.head.Follow(t.Firings); err != nil {
			return err
		}
		bytes, err := s.addFirings(tx, t.Firings)
		if err != nil {
			return err
		}
		if t.After == nil || !s.pace.Due(bytes) {
			pace = s.pace.Wrote(bytes, nil)
			return nil
		}
		snapshot, err := t.After()
		if err != nil {
			return err
		}
		pace = s.pace.Wrote(bytes, &snapshot)
		return s.addSnapshot(tx, snapshot)
	}, func() { s.head, s.pace = head, pace })
}

// AddTimeline keeps a new timeline with what it begins with.
func (s *session) AddTimeline(ctx context.Context, t record.Timeline, base store.Base) error {
	return s.change(ctx, func(tx *tx) error {
		if err := s.addTimeline(tx, t); err != nil {
			return err
		}
		return s.addBase(tx, base)
	}, func() {
		s.head = store.Boundary{Timeline: t.ID, Tick: t.Fork}
		s.pace = store.Pace{}.Wrote(0, &base.Snapshot)
	})
}

// Swap keeps that another program goes on from the head.
func (s *session) Swap(ctx context.Context, base store.Base) error {
	return s.change(ctx, func(tx *tx) error {
		if _, err := s.head.Stand(base); err != nil {
			return err
		}
		return s.addBase(tx, base)
	}, func() {
		s.pace = store.Pace{}.Wrote(0, &base.Snapshot)
	})
}

// PutCheckpoint keeps a checkpoint, in place of an older one with the same label.
func (s *session) PutCheckpoint(ctx context.Context, c store.Checkpoint) error {
	return s.change(ctx, func(tx *tx) error { return s.addCheckpoint(tx, c) }, func() {})
}

// PutText keeps a text.
func (s *session) PutText(ctx context.Context, text string) (string, error) {
	digest := store.Digest(text)
	s.mu.Lock()
	defer s.mu.Unlock()
	return digest, s.transact(ctx, func(tx *tx) error {
		return tx.exec(`INSERT INTO texts VALUES (?, ?, ?) ON CONFLICT DO NOTHING`, s.id, digest, text)
	}, func() {})
}

// Prune forgets the firings and snapshots of the spans and keeps the given snapshots in their place.
func (s *session) Prune(ctx context.Context, spans []store.Span, bases []store.Snapshot) error {
	return s.change(ctx, func(tx *tx) error {
		for _, span := range spans {
			for _, table := range []string{"firings", "snapshots"} {
				text := `DELETE FROM ` + table + ` WHERE session = ? AND timeline = ? AND tick >= ? AND (? < 0 OR tick < ?)`
				if err := tx.exec(text, s.id, span.Timeline, span.From, span.Until, span.Until); err != nil {
					return err
				}
			}
		}
		for _, base := range bases {
			if err := s.addSnapshot(tx, base); err != nil {
				return err
			}
		}
		return nil
	}, func() {})
}

func (s *session) addBase(tx *tx, base store.Base) error {
	if err := s.addProgram(tx, base.Program); err != nil || base.Snapshot.Data == nil {
		return err
	}
	return s.addSnapshot(tx, base.Snapshot)
}

func (s *session) addTimeline(tx *tx, t record.Timeline) error {
	return tx.exec(`INSERT INTO timelines VALUES (?, ?, ?, ?)`, s.id, t.ID, t.Parent, t.Fork)
}

func (s *session) addProgram(tx *tx, p store.Program) error {
	files, err := json.Marshal(p.Files)
	if err != nil {
		return err
	}
	return tx.exec(`
		INSERT INTO programs SELECT ?1, (SELECT count(*) FROM programs WHERE session = ?1), ?2, ?3, ?4, ?5, ?6, ?7`,
		s.id, p.Timeline, p.Tick, p.At, p.Graph, p.Behaviors, string(files))
}

func (s *session) addSnapshot(tx *tx, snapshot store.Snapshot) error {
	return tx.exec(`INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?)`, s.id, snapshot.Timeline, snapshot.Tick, string(snapshot.Data))
}

func (s *session) addCheckpoint(tx *tx, c store.Checkpoint) error {
	return tx.exec(`
		INSERT OR REPLACE INTO checkpoints
		SELECT ?1, ?2, (SELECT ifnull(max(put), 0) + 1 FROM checkpoints WHERE session = ?1), ?3, ?4, ?5`,
		s.id, c.Label, c.Timeline, c.Tick, string(c.Snapshot))
}

// addFirings answers how many bytes it has written.
func (s *session) addFirings(tx *tx, firings []record.Firing) (bytes int, err error) {
	for i := range firings {
		f := &firings[i]
		s.buffer = f.AppendJSON(s.buffer[:0])
		bytes += len(s.buffer)
		err := tx.exec(insertFiring, s.id, f.Timeline, f.Tick, i, f.Node, f.K, string(s.buffer))
		if err != nil {
			return 0, err
		}
	}
	return bytes, nil
}

const insertFiring = `INSERT INTO firings VALUES (?, ?, ?, ?, ?, ?, ?)`
