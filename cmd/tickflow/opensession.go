package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"strings"

	"github.com/tickflow/tickflow/runtime/store"
	"github.com/tickflow/tickflow/runtime/store/jsonfile"
	"github.com/tickflow/tickflow/runtime/store/sqlite"

	tickflow "github.com/tickflow/tickflow/runtime"
)

// openDB opens a database of sessions, which is made unless it is there: a folder if it is one, or is named like one, else
// an SQLite file.
func openDB(ctx context.Context, path string, warnings *slog.Logger) (store.Store, error) {
	info, err := os.Stat(path)
	if err == nil && info.IsDir() || err != nil && os.IsPathSeparator(path[len(path)-1]) {
		return jsonfile.Open(path, jsonfile.Options{Logger: warnings})
	}
	return sqlite.Open(ctx, path)
}

// database opens a database, which is made unless it is there.
func (c *console) database(ctx context.Context, path string) (store.Store, error) {
	db, err := openDB(ctx, path, journal{c.err, c.paintErr}.logger())
	if err != nil {
		return nil, dbFault(path, err)
	}
	return db, nil
}

// existingDB opens a database that must be there.
func (c *console) existingDB(ctx context.Context, path string) (store.Store, error) {
	if _, err := os.Stat(path); err != nil {
		msg, hint := whyNot(path, err)
		if errors.Is(err, os.ErrNotExist) && !strings.HasPrefix(hint, "did you mean") {
			hint = "`tickflow run GRAPH --db " + inShell(path) + " --session NAME` makes one"
		}
		return nil, usage("cannot open the database "+path+": "+msg, hint)
	}
	return c.database(ctx, path)
}

// reading opens a session for reading. The answered function must be called when it is over.
func (c *console) reading(ctx context.Context, f *sessionFlags, verb string) (store.Reader, func(), error) {
	if err := f.required(verb); err != nil {
		return nil, nil, err
	}
	db, err := c.existingDB(ctx, f.db)
	if err != nil {
		return nil, nil, err
	}
	r, err := db.Read(ctx, f.name)
	if err != nil {
		err = f.fault(ctx, db, err)
		_ = db.Close() // nothing has been written
		return nil, nil, err
	}
	return r, func() { _ = db.Close() }, nil
}

// closing closes what a verb has opened. What fails then is told, and is the verb's error unless it has one.
type closing func(*error)

// writing opens a session that holds a run for writing. The answered function must be called when it is over.
func (c *console) writing(ctx context.Context, f *sessionFlags, verb string) (store.Session, closing, error) {
	if err := f.required(verb); err != nil {
		return nil, nil, err
	}
	db, err := c.existingDB(ctx, f.db)
	if err != nil {
		return nil, nil, err
	}
	if _, err := db.Read(ctx, f.name); err != nil { // opening makes one otherwise
		err = f.fault(ctx, db, err)
		_ = db.Close() // nothing has been written
		return nil, nil, err
	}
	return c.open(ctx, f, db)
}

// creating opens a session that may be new for writing. The answered function must be called when it is over.
func (c *console) creating(ctx context.Context, f *sessionFlags) (store.Session, closing, error) {
	db, err := c.database(ctx, f.db)
	if err != nil {
		return nil, nil, err
	}
	return c.open(ctx, f, db)
}

func (c *console) open(ctx context.Context, f *sessionFlags, db store.Store) (store.Session, closing, error) {
	s, err := db.Open(ctx, f.name)
	if err != nil {
		err = f.fault(ctx, db, err)
		_ = db.Close() // nothing has been written
		return nil, nil, err
	}
	return s, func(into *error) {
		if err := errors.Join(s.Close(), db.Close()); err != nil {
			code := c.explain(dbFault(f.db, err))
			if *into == nil {
				*into = endWith(code)
			}
		}
	}, nil
}

// keeping answers how runs are made that a session keeps, which is opened when the first is made, and what to call when it
// is over.
func (c *console) keeping(f *sessionFlags) (making, closing) {
	end := func(*error) {}
	return func(o origin, p *tickflow.Program, cfg tickflow.Config) (*tickflow.Runner, error) {
		s, shut, err := c.creating(context.Background(), f)
		if err != nil {
			return nil, err
		}
		cfg.Store, end = s, shut
		r, err := o.start(p, cfg)
		if errors.Is(err, tickflow.ErrStoreUsed) {
			return nil, usage("session "+f.name+" holds a run already", "go on with it: `tickflow resume"+f.again()+"`, or give the new run another name")
		}
		return r, err
	}, func(into *error) { end(into) }
}
