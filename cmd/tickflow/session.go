package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/store"
	"github.com/tickflow/tickflow/runtime/store/jsonfile"
	"github.com/tickflow/tickflow/runtime/store/sqlite"

	tickflow "github.com/tickflow/tickflow/runtime"
)

// sessionFlags name a session of a database.
type sessionFlags struct{ db, name string }

func (f *sessionFlags) register(cmd *cobra.Command) {
	f.registerDB(cmd)
	cmd.Flags().StringVar(&f.name, "session", "", "the session, by its `NAME`")
	_ = cmd.RegisterFlagCompletionFunc("session", f.complete)
}

func (f *sessionFlags) registerDB(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.db, "db", "", "the database of sessions: an SQLite `FILE`, or a folder of JSON files, whose name ends in / if it is new")
}

// complete answers the names of sessions that begin with what has been typed.
func (f *sessionFlags) complete(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var names []string
	if _, err := os.Stat(f.db); err == nil {
		if db, err := openDB(context.Background(), f.db); err == nil {
			defer db.Close()
			names, _ = sessionNames(context.Background(), db)
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// required demands both flags.
func (f *sessionFlags) required(verb string) error {
	switch {
	case f.db == "":
		return usage("`tickflow "+verb+"` needs a database", "name it: --db runs.db")
	case f.name == "":
		return usage("`tickflow "+verb+"` needs a session", "name it: --session NAME; `tickflow sessions --db "+inShell(f.db)+"` lists them")
	}
	return nil
}

// openDB opens a database of sessions, which is made unless it is there.
func openDB(ctx context.Context, path string) (store.Store, error) {
	info, err := os.Stat(path)
	if err == nil && info.IsDir() || err != nil && strings.HasSuffix(path, string(filepath.Separator)) {
		return jsonfile.Open(path, jsonfile.Options{})
	}
	return sqlite.Open(ctx, path)
}

// existingDB opens a database that must be there.
func existingDB(ctx context.Context, path string) (store.Store, error) {
	if _, err := os.Stat(path); err != nil {
		msg, _ := whyNot(path, err)
		return nil, usage("cannot open the database "+path+": "+msg, "`tickflow run GRAPH --db "+inShell(path)+" --session NAME` makes one")
	}
	db, err := openDB(ctx, path)
	if err != nil {
		return nil, dbFault(path, err)
	}
	return db, nil
}

// reading opens a session for reading. The answered function must be called when it is over.
func (f *sessionFlags) reading(ctx context.Context, verb string) (store.Reader, func(), error) {
	if err := f.required(verb); err != nil {
		return nil, nil, err
	}
	db, err := existingDB(ctx, f.db)
	if err != nil {
		return nil, nil, err
	}
	r, err := db.Read(ctx, f.name)
	if err == nil {
		_, err = r.Info(ctx)
	}
	if err != nil {
		err = f.fault(ctx, db, err)
		_ = db.Close()
		return nil, nil, err
	}
	return r, func() { _ = db.Close() }, nil
}

// writing opens a session that holds a run for writing. The answered function must be called when it is over.
func (f *sessionFlags) writing(ctx context.Context, verb string) (store.Session, func(), error) {
	if err := f.required(verb); err != nil {
		return nil, nil, err
	}
	db, err := existingDB(ctx, f.db)
	if err != nil {
		return nil, nil, err
	}
	if _, err = db.Read(ctx, f.name); err == nil { // opening makes one otherwise
		var s store.Session
		if s, err = db.Open(ctx, f.name); err == nil {
			return s, func() { _, _ = s.Close(), db.Close() }, nil
		}
	}
	err = f.fault(ctx, db, err)
	_ = db.Close()
	return nil, nil, err
}

// creating opens a session that may be new for writing.
func (f *sessionFlags) creating(ctx context.Context) (store.Session, func(), error) {
	if err := store.CheckName(f.name); err != nil {
		return nil, nil, usage("--session "+f.name+": "+err.Error(), "")
	}
	db, err := openDB(ctx, f.db)
	if err != nil {
		return nil, nil, dbFault(f.db, err)
	}
	s, err := db.Open(ctx, f.name)
	if err != nil {
		err = f.fault(ctx, db, err)
		_ = db.Close()
		return nil, nil, err
	}
	return s, func() { _, _ = s.Close(), db.Close() }, nil
}

// keeping makes a new run that is kept in a session.
func (f *sessionFlags) keeping(s store.Session) making {
	return func(p *tickflow.Program, cfg tickflow.Config) (*tickflow.Runner, error) {
		cfg.Store = s
		r, err := tickflow.New(p, cfg)
		if errors.Is(err, tickflow.ErrStoreUsed) {
			return nil, usage("session "+f.name+" holds a run already", "go on with it: `tickflow resume"+f.again()+"`, or give the new run another name")
		}
		return r, err
	}
}

// again answers the flags for a command line.
func (f *sessionFlags) again() string {
	return " --db " + inShell(f.db) + " --session " + inShell(f.name)
}

// resumption answers the command that goes on with the session's run.
func (f *sessionFlags) resumption(graph string, pf *programFlags) string {
	if graph == stdin || pf.behaviours == stdin {
		return ""
	}
	return "tickflow resume" + f.again() + pf.again()
}

// fault puts what a database answers about a session into words.
func (f *sessionFlags) fault(ctx context.Context, db store.Store, err error) error {
	var held *store.HeldError
	switch {
	case errors.As(err, &held):
		return &fault{
			exitFailed, "session " + f.name + " is in use by " + held.Holder.String(),
			"only one process at a time may write to a session; `tickflow log -f`, `at` and `audit` may read it meanwhile",
		}
	case errors.Is(err, store.ErrNotFound):
		hint := "`tickflow sessions --db " + inShell(f.db) + "` lists what there is"
		if names, err := sessionNames(ctx, db); err == nil {
			if near := diag.Closest(f.name, names); near != "" {
				hint = "did you mean `" + near + "`?"
			}
		}
		return usage("there is no session "+f.name+" in "+f.db, hint)
	}
	return dbFault(f.db, err)
}

// dbFault puts what is wrong with a database into words.
func dbFault(path string, err error) error {
	var version *sqlite.VersionError
	var corrupt *store.CorruptError
	switch {
	case errors.As(err, &version):
		return usage(err.Error(), "`tickflow version` tells which one this is")
	case errors.As(err, &corrupt):
		return usage(strings.TrimSuffix((&store.CorruptError{Path: corrupt.Path, Msg: corrupt.Msg, Err: corrupt.Err}).Error(), ": "), corrupt.Hint)
	}
	return usage(fmt.Sprintf("the database %s: %v", path, err), "")
}

func sessionNames(ctx context.Context, db store.Store) ([]string, error) {
	all, err := db.List(ctx)
	names := make([]string, len(all))
	for i, info := range all {
		names[i] = info.Name
	}
	slices.Sort(names)
	return names, err
}
