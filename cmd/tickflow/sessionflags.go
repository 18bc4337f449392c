package main

import (
	"context"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/tickflow/tickflow/runtime/store"
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

// registerNamed is register for a verb that takes the name behind it as well.
func (f *sessionFlags) registerNamed(cmd *cobra.Command) {
	f.register(cmd)
	cmd.ValidArgsFunction = f.complete
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		path := cmd.CommandPath()
		switch {
		case len(args) > 1, len(args) == 1 && f.name != "":
			return usage("`"+path+"` takes one session", "such as `"+path+" monday --db runs.db`")
		case len(args) == 1:
			f.name = args[0]
		}
		return nil
	}
}

// given reports whether one of the flags is.
func (f *sessionFlags) given() bool { return f.db != "" || f.name != "" }

// complete answers the names of the database's sessions.
func (f *sessionFlags) complete(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return f.look(func(ctx context.Context, db store.Store) []string {
		names, _ := sessionNames(ctx, db)
		return names
	})
}

// completeLabels answers the labels of the session's checkpoints.
func (f *sessionFlags) completeLabels(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return f.look(func(ctx context.Context, db store.Store) []string {
		r, err := db.Read(ctx, f.name)
		if err != nil {
			return nil
		}
		labels, _ := labelsOf(ctx, r)
		return labels
	})
}

// look answers what is found in a database that is there.
func (f *sessionFlags) look(find func(context.Context, store.Store) []string) ([]string, cobra.ShellCompDirective) {
	if _, err := os.Stat(f.db); err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	ctx := context.Background()
	db, err := openDB(ctx, f.db, nil)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	defer db.Close()
	return find(ctx, db), cobra.ShellCompDirectiveNoFileComp
}

// required demands both flags.
func (f *sessionFlags) required(verb string) error {
	switch {
	case f.db == "":
		return usage("`tickflow "+verb+"` needs a database", "name it: --db runs.db")
	case f.name == "":
		return usage("`tickflow "+verb+"` needs a session", "name it: --session NAME; `tickflow sessions --db "+inShell(f.db)+"` lists them")
	}
	if err := store.CheckName(f.name); err != nil {
		return usage(err.Error(), "")
	}
	return nil
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

func sessionNames(ctx context.Context, db store.Store) ([]string, error) {
	all, err := db.List(ctx)
	names := make([]string, len(all))
	for i, info := range all {
		names[i] = info.Name
	}
	slices.Sort(names)
	return names, err
}

func labelsOf(ctx context.Context, r store.Reader) ([]string, error) {
	all, err := r.Checkpoints(ctx)
	labels := make([]string, len(all))
	for i, k := range all {
		labels[i] = k.Label
	}
	return labels, err
}
