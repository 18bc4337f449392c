// Package memory keeps a run's past in the memory of the process. Nothing survives the process.
package memory

import (
	"context"
	"iter"
	"slices"
	"sync"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"
)

// Session keeps the full history of one run, or with Null everything but the firings. It is safe for concurrent use.
type Session struct {
	null bool

	mu          sync.RWMutex
	ticks       [][]record.Firing
	timelines   []record.Timeline
	checkpoints []store.Checkpoint
}

var _ store.Session = (*Session)(nil)

// New answers an empty session that keeps every firing.
func New() *Session { return &Session{timelines: []record.Timeline{{Parent: -1}}} }

// Null answers an empty session that keeps no firings, so that a run costs no memory however long it goes on. Timelines and
// checkpoints are kept.
func Null() *Session {
	s := New()
	s.null = true
	return s
}

// KeepsFirings reports whether the session keeps firings; one of Null does not.
func (s *Session) KeepsFirings() bool { return !s.null }

// AppendTick keeps the slice itself. It never fails.
func (s *Session) AppendTick(_ context.Context, firings []record.Firing) error {
	if s.null || len(firings) == 0 {
		return nil
	}
	s.mu.Lock()
	s.ticks = append(s.ticks, firings)
	s.mu.Unlock()
	return nil
}

// Firings answers what had been kept when it was called.
func (s *Session) Firings(ctx context.Context, q store.Query) iter.Seq2[record.Firing, error] {
	s.mu.RLock()
	ticks := s.ticks[:len(s.ticks):len(s.ticks)]
	s.mu.RUnlock()
	return func(yield func(record.Firing, error) bool) {
		for _, firings := range ticks {
			if err := ctx.Err(); err != nil {
				yield(record.Firing{}, err)
				return
			}
			if q.Path != nil && !q.Path.Has(firings[0].Timeline, firings[0].Tick) {
				continue
			}
			for i := range firings {
				if q.Node != "" && firings[i].Node != q.Node {
					continue
				}
				if !yield(firings[i], nil) {
					return
				}
			}
		}
	}
}

// AddTimeline keeps a new timeline. It never fails.
func (s *Session) AddTimeline(_ context.Context, t record.Timeline) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.timelines = append(s.timelines, t)
	return nil
}

// Timelines answers all timelines in the order of their ids.
func (s *Session) Timelines(context.Context) ([]record.Timeline, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return slices.Clone(s.timelines), nil
}

// PutCheckpoint keeps a checkpoint, in place of an older one with the same label. It never fails.
func (s *Session) PutCheckpoint(_ context.Context, c store.Checkpoint) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.checkpoints = slices.DeleteFunc(s.checkpoints, func(old store.Checkpoint) bool { return old.Label == c.Label })
	s.checkpoints = append(s.checkpoints, c)
	return nil
}

// Checkpoint answers the one with that label, or store.ErrNotFound.
func (s *Session) Checkpoint(_ context.Context, label string) (store.Checkpoint, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	i := slices.IndexFunc(s.checkpoints, func(c store.Checkpoint) bool { return c.Label == label })
	if i < 0 {
		return store.Checkpoint{}, store.ErrNotFound
	}
	return s.checkpoints[i], nil
}

// Checkpoints answers all of them, in the order in which they were last put.
func (s *Session) Checkpoints(context.Context) ([]store.Checkpoint, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return slices.Clone(s.checkpoints), nil
}
