package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/tickflow/tickflow/runtime/store"

	tickflow "github.com/tickflow/tickflow/runtime"
)

type pruneFlags struct {
	session    sessionFlags
	before     int
	superseded bool
	json       bool
}

func newSessionsPrune(c *console) *cobra.Command {
	f := &pruneFlags{before: -1}
	cmd := &cobra.Command{
		Use:   "prune NAME --db FILE [--before TICK] [--superseded]",
		Short: "Forget a part of a session's past",
		Long: `Forgets firings and snapshots that nobody will ask for any more: those before a tick, and those that going back to an
earlier tick has superseded. The run goes on as before; what is forgotten can no longer be shown, nor gone back to but by a
checkpoint. An SQLite file does not shrink; what is forgotten makes room in it.

With --json the result is {"session", "size_before", "size"}, in bytes.

Exit codes: 0, 1 when the session is in use, 2 for wrong input or usage.`,
		Example: `  tickflow sessions prune monday --db runs.db --before 1000
  tickflow sessions prune monday --db runs.db --superseded`,
		RunE: func(*cobra.Command, []string) error {
			if f.before < 0 && !f.superseded {
				return usage("`tickflow sessions prune` needs to know what to forget", "give --before TICK, --superseded, or both")
			}
			return c.pruneSession(f)
		},
	}
	f.session.registerNamed(cmd)
	cmd.Flags().Var(countFlag{&f.before, 0, "ticks"}, "before", "forget the ticks before tick `N`")
	cmd.Flags().BoolVar(&f.superseded, "superseded", false, "forget what going back has superseded")
	cmd.Flags().BoolVar(&f.json, "json", false, "print what was done as JSON")
	return cmd
}

func (c *console) pruneSession(f *pruneFlags) (err error) {
	ctx := context.Background()
	s, end, err := c.writing(ctx, &f.session, "sessions prune")
	if err != nil {
		return err
	}
	defer end(&err)
	was, err := s.Size(ctx)
	if err != nil {
		return dbFault(f.session.db, err)
	}
	if err := f.prune(ctx, s); err != nil {
		return err
	}
	is, err := s.Size(ctx)
	if err != nil {
		return dbFault(f.session.db, err)
	}
	if f.json {
		return c.printJSON(struct {
			Session string `json:"session"`
			Was     int64  `json:"size_before"`
			Is      int64  `json:"size"`
		}{f.session.name, was, is})
	}
	fmt.Fprintf(c.err, "session %s: %s before, %s now\n", visible(f.session.name), count(int(was), "byte"), count(int(is), "byte"))
	return nil
}

func (f *pruneFlags) prune(ctx context.Context, s store.Session) error {
	if f.before >= 0 {
		at, err := f.session.boundary(ctx, s, -1, f.before)
		if err != nil {
			return err
		}
		if err := tickflow.PruneBefore(ctx, s, at); err != nil {
			return f.session.boundaryFault(at, err)
		}
	}
	if f.superseded {
		if err := tickflow.PruneSuperseded(ctx, s); err != nil {
			return dbFault(f.session.db, err)
		}
	}
	return nil
}
