package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/store"

	tickflow "github.com/tickflow/tickflow/runtime"
)

type rollbackFlags struct {
	session  sessionFlags
	timeline int
	tick     int
	json     bool
}

func newRollback(c *console) *cobra.Command {
	f := &rollbackFlags{timeline: -1, tick: -1}
	cmd := &cobra.Command{
		Use:   "rollback [LABEL] [--to TICK] --db FILE --session NAME",
		Short: "Take a session's run back to a checkpoint or a tick",
		Long: `Takes the run of a session back to where a checkpoint was taken, or before a tick. What it did since then is superseded,
and kept: audit --superseded shows it. resume goes on from there, on a new timeline, with the graph that ran there. What was
superseded is brought back in the same way, with --timeline or by a checkpoint.

With --json the result is {"session", "label", "timeline", "tick"}: where the run stands now.

Exit codes: 0, 1 when the session is in use, 2 for wrong input or usage.`,
		Example: `  tickflow rollback before-payment --db runs.db --session monday
  tickflow rollback --to 4 --db runs.db --session monday`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 || (len(args) == 1) == (f.tick >= 0) {
				return usage("`tickflow rollback` takes the label of a checkpoint, or --to TICK", "`tickflow sessions show` lists the labels")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			return c.moving(&f.session, "rollback", func(ctx context.Context, s store.Session, r *tickflow.Runner) error {
				return c.rollback(ctx, f, s, r, args)
			})
		},
		ValidArgsFunction: f.session.completeLabels,
	}
	f.session.register(cmd)
	flags := cmd.Flags()
	flags.Var(countFlag{&f.tick, 0, "ticks"}, "to", "go back to before tick `N`")
	timelineFlag(cmd, &f.timeline)
	flags.BoolVar(&f.json, "json", false, "print what was done as JSON")
	return cmd
}

// timelineFlag adds --timeline, which is -1 if it is not given.
func timelineFlag(cmd *cobra.Command, timeline *int) {
	flag := cmd.Flags().VarPF(countFlag{timeline, 0, "timelines"}, "timeline", "", "on timeline `N` rather than the youngest")
	flag.DefValue = "0" // which help leaves out
}

func (c *console) rollback(ctx context.Context, f *rollbackFlags, session store.Session, r *tickflow.Runner, labels []string) error {
	out := standingJSON{Session: f.session.name}
	if len(labels) == 1 {
		out.Label = labels[0]
		if err := r.RollbackTo(ctx, labels[0]); err != nil {
			return f.labelFault(ctx, session, labels[0], err)
		}
	} else {
		at, err := f.session.boundary(ctx, session, f.timeline, f.tick)
		if err != nil {
			return err
		}
		s, err := f.session.loaded(ctx, session, at)
		if err != nil {
			return err
		}
		if err := r.Restore(ctx, s); err != nil {
			return usage(err.Error(), "")
		}
	}
	out.Timeline, out.Tick = r.Timeline(), r.Now()
	if f.json {
		return c.printJSON(out)
	}
	fmt.Fprintf(c.err, "the run stands before tick %d, on timeline %d\n", out.Tick, out.Timeline)
	c.report().tail("  ", "hint", "go on with `tickflow resume"+f.session.again()+"`")
	return nil
}

// labelFault says why a run does not go back to a checkpoint.
func (f *rollbackFlags) labelFault(ctx context.Context, r store.Reader, label string, err error) error {
	if !errors.Is(err, tickflow.ErrNoCheckpoint) {
		return usage(err.Error(), "")
	}
	labels, err := labelsOf(ctx, r)
	if err != nil {
		return dbFault(f.session.db, err)
	}
	hint := "it has " + listed(labels)
	if near := diag.Closest(label, labels); near != "" {
		hint = "did you mean `" + near + "`?"
	} else if len(labels) == 0 {
		hint = "it has none: `tickflow checkpoint LABEL" + f.session.again() + "` makes one, and --to TICK goes back without"
	}
	return usage("session "+f.session.name+" has no checkpoint "+label, hint)
}
