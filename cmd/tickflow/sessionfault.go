package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/store"
	"github.com/tickflow/tickflow/runtime/store/sqlite"

	tickflow "github.com/tickflow/tickflow/runtime"
)

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
			} else if len(names) == 0 {
				hint = "it has none; `tickflow run GRAPH" + f.again() + "` makes one"
			}
		}
		return usage("there is no session "+f.name+" in "+f.db, hint)
	}
	return dbFault(f.db, err)
}

// takesDB says what a database is.
const takesDB = "--db takes an SQLite file that tickflow has made, or a folder of JSON files"

// dbFault puts what is wrong with a database into words.
func dbFault(path string, err error) error {
	var (
		version *sqlite.VersionError
		corrupt *store.CorruptError
		file    *fs.PathError
	)
	switch {
	case errors.As(err, &version):
		return usage(err.Error(), "`tickflow version` tells which one this is")
	case errors.As(err, &corrupt):
		hint := corrupt.Hint
		if hint == "" {
			hint = takesDB
		}
		return usage((&store.CorruptError{Path: corrupt.Path, Msg: corrupt.Msg, Err: corrupt.Err}).Error(), hint)
	case errors.Is(err, sqlite.ErrNoCgo):
		return usage(err.Error(), "sessions in a folder need no SQLite: --db "+inShell(strings.TrimSuffix(path, ".db")+"/"))
	case errors.As(err, &file) && file.Op == "open" && (errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission)):
		msg, hint := whyNot(file.Path, err)
		return usage("cannot open "+file.Path+": "+msg, hint)
	case errors.Is(err, sqlite.ErrForeign):
		return usage(err.Error(), takesDB)
	}
	return usage(err.Error(), "")
}

// boundary answers the point between two ticks that flags name: of the youngest timeline and where the run stands, unless
// they say another timeline or tick with a number that is not negative.
func (f *sessionFlags) boundary(ctx context.Context, r store.Reader, timeline, tick int) (store.Boundary, error) {
	info, err := r.Info(ctx)
	if err != nil {
		return store.Boundary{}, dbFault(f.db, err)
	}
	at := info.Head
	switch {
	case timeline > info.Head.Timeline:
		hint := "it has only one, 0"
		if info.Head.Timeline > 0 {
			hint = fmt.Sprintf("it has timelines 0 to %d; `tickflow sessions show%s` tells where they come from", info.Head.Timeline, f.again())
		}
		return at, usage(fmt.Sprintf("session %s has no timeline %d", f.name, timeline), hint)
	case timeline >= 0 && timeline != at.Timeline:
		if at.Timeline = timeline; tick < 0 {
			return at, usage(fmt.Sprintf("it is not said before which tick of timeline %d", timeline), "name the tick as well")
		}
	}
	if tick >= 0 {
		at.Tick = tick
	}
	return at, nil
}

// loaded answers the state at a boundary.
func (f *sessionFlags) loaded(ctx context.Context, r store.Reader, at store.Boundary) (*tickflow.Snapshot, error) {
	s, err := tickflow.LoadSnapshot(ctx, r, at)
	if err != nil {
		return nil, f.boundaryFault(at, err)
	}
	return s, nil
}

// boundaryFault says why nothing can be loaded from a boundary.
func (f *sessionFlags) boundaryFault(at store.Boundary, err error) error {
	var outside *tickflow.RangeError
	if errors.As(err, &outside) {
		on := ""
		if at.Timeline > 0 {
			on = fmt.Sprintf(" on timeline %d", at.Timeline)
		}
		return usage(fmt.Sprintf("session %s has no tick %d%s", f.name, at.Tick, on), outside.Kept())
	}
	return dbFault(f.db, err)
}
