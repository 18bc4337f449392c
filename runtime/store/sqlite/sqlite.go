// Package sqlite keeps sessions in one SQLite database file.
//
// The file is in WAL mode with synchronous NORMAL: a process that ends at any moment loses nothing that was kept, a machine
// that loses power may lose the last ticks but not the database. Writers take turns, also those of several processes; each
// tick is one transaction. Readers never wait. Who has a session open for writing is told by a lock file beside the
// database, which the system gives free when its process ends. What is pruned and deleted makes room in the file for what
// comes; the file does not shrink.
//
// The driver needs cgo. Without it the program builds too, and Open answers ErrNoCgo.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/tickflow/tickflow/runtime/store"
	"github.com/tickflow/tickflow/runtime/store/filelock"
)

// ErrNoCgo says that this program cannot open a database: it was built without cgo.
var ErrNoCgo = errors.New("this program was built without SQLite: build it with cgo (CGO_ENABLED=1 and a C compiler)")

// ErrForeign says that a file is an SQLite database, but none that this package has made.
var ErrForeign = errors.New("it is the database of another program")

// Store is a database file. It is safe for concurrent use.
type Store struct {
	path  string
	reads *sql.DB
	write *writer
}

var _ store.Store = (*Store)(nil)

// Open opens the database at a path, which it makes unless it is there; the folder must exist. It answers ErrNoCgo, a
// *store.CorruptError when the file is no SQLite database, ErrForeign when another program has made it, and a *VersionError
// when a newer version has written it.
func Open(ctx context.Context, path string) (*Store, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	reads, err := openDriver(path, false)
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644) // it says more than SQLite does
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		return nil, errors.Join(err, reads.Close())
	}
	s := &Store{path: path, reads: reads, write: &writer{path: path}}
	if err := s.prepare(ctx); err != nil {
		return nil, errors.Join(s.explain(err), s.Close())
	}
	return s, nil
}

// prepare brings the database to WAL mode and the newest version. SQLite does not wait for others who are just about to do
// the same, so it is tried again for as long as it waits elsewhere.
func (s *Store) prepare(ctx context.Context) error {
	late := time.After(busyTimeout)
	for {
		err := s.write.migrate(ctx)
		if !isBusy(err) {
			return err
		}
		select {
		case <-late:
			return err
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// Close closes the database.
func (s *Store) Close() error { return errors.Join(s.write.close(), s.reads.Close()) }

// explain says of which database an error is, and which one is broken.
func (s *Store) explain(err error) error {
	var version *VersionError
	var corrupt *store.CorruptError
	switch {
	case err == nil, errors.As(err, &version), errors.As(err, &corrupt), errors.Is(err, store.ErrNotFound), errors.Is(err, store.ErrUsed), errors.Is(err, store.ErrClosed):
		return err
	case isForeign(err):
		return &store.CorruptError{Path: s.path, Msg: "it is no SQLite database"}
	case isCorrupt(err):
		return &store.CorruptError{Path: s.path, Msg: "the database cannot be read", Hint: "`.recover` of the command sqlite3 may save what is left", Err: err}
	case isBusy(err):
		return fmt.Errorf("%s: another process has been writing for %v: %w", s.path, busyTimeout, err)
	}
	return fmt.Errorf("%s: %w", s.path, err)
}

func (s *Store) lockPath(name string) string { return s.path + "." + name + ".lock" }

// Open answers a session for writing, see store.Store.
func (s *Store) Open(ctx context.Context, name string) (store.Session, error) {
	if err := store.CheckName(name); err != nil {
		return nil, err
	}
	lock, err := filelock.Acquire(s.lockPath(name), name)
	if err != nil {
		return nil, err
	}
	session, err := s.open(ctx, name)
	if err != nil {
		return nil, errors.Join(s.explain(err), lock.Release())
	}
	session.lock = lock
	return session, nil
}

func (s *Store) open(ctx context.Context, name string) (*session, error) {
	id, begun, err := s.find(ctx, name)
	if errors.Is(err, store.ErrNotFound) {
		err = s.write.do(ctx, func(tx *tx) error {
			id, err = tx.insert(`INSERT INTO sessions (name) VALUES (?)`, name)
			return err
		})
	}
	if err != nil {
		return nil, err
	}
	session := &session{reader: reader{store: s, id: id, name: name}, begun: begun}
	if begun {
		session.head, err = session.readHead(ctx)
	}
	return session, err
}

// find answers the number of a session, and whether a run has begun in it.
func (s *Store) find(ctx context.Context, name string) (id int64, begun bool, err error) {
	err = s.reads.QueryRowContext(ctx, `SELECT id, run IS NOT NULL FROM sessions WHERE name = ?`, name).Scan(&id, &begun)
	if errors.Is(err, sql.ErrNoRows) {
		err = fmt.Errorf("session %s: %w", name, store.ErrNotFound)
	}
	return id, begun, err
}

// Read answers a session for reading, see store.Store.
func (s *Store) Read(ctx context.Context, name string) (store.Reader, error) {
	id, begun, err := s.find(ctx, name)
	if err == nil && !begun {
		err = fmt.Errorf("session %s: %w", name, store.ErrNotFound)
	}
	if err != nil {
		return nil, s.explain(err)
	}
	return &reader{store: s, id: id, name: name}, nil
}

// List answers what there is to know of all sessions, in name order.
func (s *Store) List(ctx context.Context) ([]store.Info, error) {
	names, err := collect(ctx, s.reads, func(scan func(...any) error) (name string, err error) {
		return name, scan(&name)
	}, `SELECT name FROM sessions WHERE run IS NOT NULL ORDER BY name`)
	if err != nil {
		return nil, s.explain(err)
	}
	var infos []store.Info
	for _, name := range names {
		r, err := s.Read(ctx, name)
		if errors.Is(err, store.ErrNotFound) {
			continue // deleted meanwhile
		} else if err != nil {
			return nil, err
		}
		info, err := r.Info(ctx)
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
func (s *Store) Delete(ctx context.Context, name string) (err error) {
	if err := store.CheckName(name); err != nil {
		return err
	}
	id, _, err := s.find(ctx, name)
	if err != nil {
		return s.explain(err)
	}
	lock, err := filelock.Acquire(s.lockPath(name), name)
	if err != nil {
		return err
	}
	err = s.write.do(ctx, func(tx *tx) error {
		for _, table := range tables {
			if err := tx.exec(`DELETE FROM `+table+` WHERE session = ?`, id); err != nil {
				return err
			}
		}
		return tx.exec(`DELETE FROM sessions WHERE id = ?`, id)
	})
	return errors.Join(s.explain(err), lock.Release())
}
