// Package jsonfile keeps sessions in folders of JSON files, for people to read.
//
//	NAME/
//	  session.json            the run, its timelines and its programs
//	  tick_0.json             the state before tick 0; one such file after every tick
//	  firings.jsonl           what fired, a line each
//	  timeline_2/             the same of a further timeline, from the tick on where it forks
//	  checkpoints.json        states by label
//	  texts/DIGEST.txt        graphs and behaviours
//	  lock                    who has it open for writing
//
// A tick has happened when its state file is there: that is put in place by a rename, after the firings have been written.
// What a process that was killed has left of a tick beyond that is dropped when the session is opened the next time, with a
// warning; readers do not see it. In the same way timelines, programs, and what has been pruned go by session.json. Nothing
// is synced to the disk: a machine that loses power may lose the last ticks.
//
// Every tick costs as much as the state is large, and a file. For long runs there is sqlite.
package jsonfile

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"

	"github.com/tickflow/tickflow/runtime/store"
	"github.com/tickflow/tickflow/runtime/store/filelock"
)

// Options says how to keep sessions. The zero value works.
type Options struct {
	// Logger takes warnings of what was dropped. Nil drops those too.
	Logger *slog.Logger
}

// Store is a folder of sessions. It is safe for concurrent use.
type Store struct {
	path   string
	logger *slog.Logger
}

var _ store.Store = (*Store)(nil)

// Open opens the folder at a path, which it makes unless it is there.
func Open(path string, o Options) (*Store, error) {
	if err := os.MkdirAll(path, 0o755); err != nil {
		return nil, err
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return &Store{path, o.Logger}, nil
}

// Close does nothing.
func (s *Store) Close() error { return nil }

func (s *Store) reader(name string) *reader { return &reader{name, filepath.Join(s.path, name)} }

// Open answers a session for writing, see store.Store.
func (s *Store) Open(ctx context.Context, name string) (store.Session, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := store.CheckName(name); err != nil {
		return nil, err
	}
	r := s.reader(name)
	lock, err := s.take(r)
	if err != nil {
		return nil, err
	}
	session := &session{reader: r, lock: lock, logger: s.logger.With(slog.String("session", name))}
	if err := session.recover(); err != nil {
		return nil, errors.Join(err, session.Close())
	}
	return session, nil
}

// take makes the folder of a session and locks it. Whoever deletes the session may remove the folder in between.
func (s *Store) take(r *reader) (*filelock.Lock, error) {
	for try := 1; ; try++ {
		if err := os.Mkdir(r.path, 0o755); err != nil && !errors.Is(err, os.ErrExist) {
			return nil, err
		}
		lock, err := filelock.Acquire(r.lock(), r.name)
		if !errors.Is(err, os.ErrNotExist) || try == 5 {
			return lock, err
		}
	}
}

// Read answers a session for reading, see store.Store.
func (s *Store) Read(_ context.Context, name string) (store.Reader, error) {
	if err := store.CheckName(name); err != nil {
		return nil, err
	}
	r := s.reader(name)
	if _, err := r.load(); err != nil {
		return nil, err
	}
	return r, nil
}

// List answers what there is to know of all sessions, in name order. A folder that is none is left out.
func (s *Store) List(ctx context.Context) ([]store.Info, error) {
	entries, err := os.ReadDir(s.path)
	if err != nil {
		return nil, err
	}
	var infos []store.Info
	for _, e := range entries {
		if !e.IsDir() || store.CheckName(e.Name()) != nil {
			continue
		}
		info, err := s.reader(e.Name()).Info(ctx)
		if errors.Is(err, store.ErrNotFound) {
			continue
		} else if err != nil {
			return nil, err
		}
		infos = append(infos, info)
	}
	return infos, nil
}

// Delete deletes a session, see store.Store.
func (s *Store) Delete(_ context.Context, name string) error {
	if err := store.CheckName(name); err != nil {
		return err
	}
	r := s.reader(name)
	if _, err := os.Stat(r.file("session.json")); err != nil {
		return notFound(name, err)
	}
	lock, err := filelock.Acquire(r.lock(), name)
	if err != nil {
		return err
	}
	// Without session.json there is no session, whatever else is left.
	err = os.Remove(r.file("session.json"))
	if err == nil {
		err = clear(r.path, "lock")
	}
	if err = errors.Join(err, lock.Release()); err == nil {
		_ = os.Remove(r.path) // unless somebody has begun to use it again
	}
	return err
}

// notFound makes store.ErrNotFound of the error that a file is not there.
func notFound(what string, err error) error {
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("session %s: %w", what, store.ErrNotFound)
	}
	return err
}

// clear removes what is in a folder but some names.
func clear(path string, spare ...string) error {
	entries, err := os.ReadDir(path)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if slices.Contains(spare, e.Name()) {
			continue
		}
		if err := os.RemoveAll(filepath.Join(path, e.Name())); err != nil {
			return err
		}
	}
	return nil
}
