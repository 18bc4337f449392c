// Package memory keeps sessions in the memory of the process. Nothing survives the process.
//
// Beyond 10,000 firings older ones go, in blocks, to a temporary file, and so do snapshots beyond a megabyte: memory does
// not grow with the number of firings. The file has no name from the moment it is made, where the system allows that, so
// that it is gone with the process, however that ends.
package memory

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/tickflow/tickflow/runtime/store"
)

// Store keeps sessions by name as long as it lives. The zero Store is empty and ready. It is safe for concurrent use.
type Store struct {
	// Most is how many firings a session keeps in memory; 0 stands for 10,000. It must not be changed any more once there are
	// sessions.
	Most int

	mu       sync.Mutex
	sessions map[string]*entry
}

type entry struct {
	session *Session
	holder  *store.Holder
}

var _ store.Store = (*Store)(nil)

// Open answers a session for writing, see store.Store.
func (s *Store) Open(_ context.Context, name string) (store.Session, error) {
	if err := store.CheckName(name); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.sessions[name]
	if e == nil {
		e = &entry{session: New()}
		e.session.name = name
		if s.Most > 0 {
			e.session.overflow.most = s.Most
		}
		if s.sessions == nil {
			s.sessions = map[string]*entry{}
		}
		s.sessions[name] = e
	}
	if e.holder != nil {
		return nil, &store.HeldError{Session: name, Holder: *e.holder}
	}
	host, _ := os.Hostname()
	e.holder = &store.Holder{PID: os.Getpid(), Host: host, Since: time.Now()}
	return &handle{Session: e.session, free: func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		e.holder = nil
	}}, nil
}

// handle is a Session that is open for writing in a Store.
type handle struct {
	*Session
	free func()
	once sync.Once
}

// Close gives the session free for others to open; it stays in the Store.
func (h *handle) Close() error {
	h.once.Do(h.free)
	return nil
}

// begun answers the entry of a session in which a run has begun.
func (s *Store) begun(name string) (*entry, error) {
	e := s.sessions[name]
	if e == nil || !e.session.hasBegun() {
		return nil, fmt.Errorf("session %s: %w", name, store.ErrNotFound)
	}
	return e, nil
}

// Read answers a session for reading, see store.Store.
func (s *Store) Read(_ context.Context, name string) (store.Reader, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, err := s.begun(name)
	if err != nil {
		return nil, err
	}
	return e.session, nil
}

// List answers what there is to know of all sessions, in name order.
func (s *Store) List(ctx context.Context) ([]store.Info, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var infos []store.Info
	for _, e := range slices.SortedFunc(maps.Values(s.sessions), func(a, b *entry) int { return cmp.Compare(a.session.name, b.session.name) }) {
		if !e.session.hasBegun() {
			continue
		}
		info, err := e.session.Info(ctx)
		if err != nil {
			return nil, err
		}
		info.Holder = e.holder
		infos = append(infos, info)
	}
	return infos, nil
}

// Delete deletes a session, see store.Store.
func (s *Store) Delete(_ context.Context, name string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, err := s.begun(name)
	if err != nil {
		return err
	}
	if e.holder != nil {
		return &store.HeldError{Session: name, Holder: *e.holder}
	}
	delete(s.sessions, name)
	return e.session.Close()
}

// Close deletes all sessions.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range s.sessions {
		if err := e.session.Close(); err != nil {
			return err
		}
	}
	s.sessions = nil
	return nil
}
