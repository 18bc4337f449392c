package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/tickflow/tickflow/runtime/store"

	tickflow "github.com/tickflow/tickflow/runtime"
)

func newCheckpoint(c *console) *cobra.Command {
	f := &sessionFlags{}
	cmd := &cobra.Command{
		Use:   "checkpoint LABEL --db FILE --session NAME",
		Short: "Give a name to where a session's run stands",
		Long: `Keeps where the run of a session stands under a label, so that rollback can go back there. A label that exists already is
moved. ` + "`tickflow sessions show`" + ` lists the labels.

Exit codes: 0, 1 when the session is in use, 2 for wrong input or usage.`,
		Example: "  tickflow checkpoint before-payment --db runs.db --session monday",
		Args:    oneLabel("checkpoint"),
		RunE: func(_ *cobra.Command, args []string) error {
			return c.moving(f, "checkpoint", func(ctx context.Context, _ store.Session, r *tickflow.Runner) error {
				if err := r.Checkpoint(ctx, args[0]); err != nil {
					return usage(err.Error(), "")
				}
				fmt.Fprintf(c.err, "checkpoint %s: before tick %d\n", visible(args[0]), r.Now())
				return nil
			})
		},
	}
	f.register(cmd)
	return cmd
}

func newRollback(c *console) *cobra.Command {
	f := &sessionFlags{}
	tick := -1
	cmd := &cobra.Command{
		Use:   "rollback [LABEL] [--to TICK] --db FILE --session NAME",
		Short: "Take a session's run back to a checkpoint or a tick",
		Long: `Takes the run of a session back to where a checkpoint was taken, or before a tick. What it did since then is superseded,
and kept: audit --superseded shows it. resume goes on from there, on a new timeline.

Exit codes: 0, 1 when the session is in use, 2 for wrong input or usage.`,
		Example: `  tickflow rollback before-payment --db runs.db --session monday
  tickflow rollback --to 4 --db runs.db --session monday`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if (len(args) == 1) == (tick >= 0) {
				return usage("`tickflow rollback` takes the label of a checkpoint, or --to TICK", "`tickflow sessions show` lists the labels")
			}
			return c.moving(f, "rollback", func(ctx context.Context, s store.Session, r *tickflow.Runner) error {
				return c.rollback(ctx, f, s, r, args, tick)
			})
		},
	}
	f.register(cmd)
	cmd.Flags().Var(countFlag{&tick, 0, "ticks"}, "to", "go back to before tick `N`")
	return cmd
}

func (c *console) rollback(ctx context.Context, f *sessionFlags, session store.Session, r *tickflow.Runner, labels []string, tick int) error {
	var err error
	if len(labels) == 1 {
		err = r.RollbackTo(ctx, labels[0])
		if errors.Is(err, tickflow.ErrNoCheckpoint) {
			return usage(err.Error(), "`tickflow sessions show"+f.again()+"` lists what there is")
		}
	} else {
		var s *tickflow.Snapshot
		at := store.Boundary{Timeline: r.Timeline(), Tick: tick}
		if s, err = tickflow.LoadSnapshot(ctx, session, at); err == nil {
			err = r.Restore(ctx, s)
		}
	}
	if err != nil {
		return usage(err.Error(), "")
	}
	fmt.Fprintf(c.err, "the run stands before tick %d, on timeline %d\n", r.Now(), r.Timeline())
	c.report().tail("  ", "hint", "go on with `tickflow resume"+f.again()+"`")
	return nil
}

// moving opens a session and does something with its run that fires nothing.
func (c *console) moving(f *sessionFlags, verb string, do func(context.Context, store.Session, *tickflow.Runner) error) error {
	ctx := context.Background()
	s, end, err := f.writing(ctx, verb)
	if err != nil {
		return err
	}
	defer end()
	r, err := standing(ctx, s)
	if err != nil {
		return dbFault(f.db, err)
	}
	return do(ctx, s, r)
}

func oneLabel(verb string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) == 1 {
			return nil
		}
		return usage("`tickflow "+verb+"` takes one label", "such as `tickflow "+verb+" before-payment --db runs.db --session monday`")
	}
}
