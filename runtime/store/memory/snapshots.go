package memory

import (
	"cmp"
	"context"
	"slices"

	"github.com/tickflow/tickflow/runtime/store"
)

// snapshots are states by boundary.
type snapshots struct {
	all  []state // by timeline and tick
	here int     // bytes in memory
}

// state is a snapshot in memory, or in the file when it has no data.
type state struct {
	at   store.Boundary
	data []byte
	file extent
}

func compare(a, b store.Boundary) int {
	return cmp.Or(cmp.Compare(a.Timeline, b.Timeline), cmp.Compare(a.Tick, b.Tick))
}

// find answers the place of the first state at or after the boundary, and whether it is at it.
func (s *snapshots) find(at store.Boundary) (int, bool) {
	return slices.BinarySearchFunc(s.all, at, func(s state, at store.Boundary) int { return compare(s.at, at) })
}

// put keeps a snapshot in place of an older one of the same boundary. On an error nothing changes.
func (s *snapshots) put(o *overflow, snapshot store.Snapshot) error {
	put := state{at: snapshot.Boundary, data: snapshot.Data}
	if s.here+len(snapshot.Data) > o.most*bytesEach {
		written, err := o.write(snapshot.Data)
		if err != nil {
			return err
		}
		put.data, put.file = nil, written
	}
	i, there := s.find(put.at)
	if there {
		s.here -= len(s.all[i].data)
		s.all[i] = put
	} else {
		s.all = slices.Insert(s.all, i, put)
	}
	s.here += len(put.data)
	return nil
}

// without answers the states without those of the spans.
func (s *snapshots) without(spans []store.Span) (left snapshots) {
	for _, state := range s.all {
		if !slices.ContainsFunc(spans, func(span store.Span) bool { return span.Has(state.at) }) {
			left.all = append(left.all, state)
			left.here += len(state.data)
		}
	}
	return left
}

// Snapshot answers the last one of a timeline at or before a tick, or store.ErrNotFound.
func (s *Session) Snapshot(_ context.Context, at store.Boundary) (store.Snapshot, error) {
	s.mu.RLock()
	i, there := s.snapshots.find(at)
	if !there {
		i--
	}
	var found state
	if i >= 0 {
		found = s.snapshots.all[i]
	}
	s.mu.RUnlock()
	if i < 0 || found.at.Timeline != at.Timeline {
		return store.Snapshot{}, store.ErrNotFound
	}
	if found.data == nil {
		data, err := found.file.read()
		if err != nil {
			return store.Snapshot{}, err
		}
		found.data = data
	}
	return store.Snapshot{Boundary: found.at, Data: found.data}, nil
}

// Snapshots answers of which boundaries there are snapshots.
func (s *Session) Snapshots(context.Context) ([]store.Boundary, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	var all []store.Boundary
	for _, state := range s.snapshots.all {
		all = append(all, state.at)
	}
	return all, nil
}
