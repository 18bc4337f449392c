package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/tickflow/tickflow/runtime/store"

	tickflow "github.com/tickflow/tickflow/runtime"
)

func newCheckpoint(c *console) *cobra.Command {
	f := &sessionFlags{}
	asJSON := false
	cmd := &cobra.Command{
		Use:   "checkpoint LABEL --db FILE --session NAME",
		Short: "Give a name to where a session's run stands",
		Long: `Keeps where the run of a session stands under a label, so that rollback can go back there. A label that exists already is
moved. ` + "`tickflow sessions show`" + ` lists the labels.

With --json the result is {"session", "label", "timeline", "tick"}.

Exit codes: 0, 1 when the session is in use, 2 for wrong input or usage.`,
		Example: "  tickflow checkpoint before-payment --db runs.db --session monday",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 {
				return nil
			}
			return usage("`tickflow checkpoint` takes one label", "such as `tickflow checkpoint before-payment --db runs.db --session monday`")
		},
		RunE: func(_ *cobra.Command, args []string) error {
			return c.moving(f, "checkpoint", func(ctx context.Context, _ store.Session, r *tickflow.Runner) error {
				return c.checkpoint(ctx, f, r, args[0], asJSON)
			})
		},
		ValidArgsFunction: f.completeLabels,
	}
	f.register(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print what was done as JSON")
	return cmd
}

func (c *console) checkpoint(ctx context.Context, f *sessionFlags, r *tickflow.Runner, label string, asJSON bool) error {
	if err := r.Checkpoint(ctx, label); err != nil {
		return usage(err.Error(), "")
	}
	if asJSON {
		return c.printJSON(standingJSON{Session: f.name, Label: label, Timeline: r.Timeline(), Tick: r.Now()})
	}
	fmt.Fprintf(c.err, "checkpoint %s: before tick %d\n", visible(label), r.Now())
	return nil
}

// standingJSON is what verbs print with --json that say where a session's run stands now.
type standingJSON struct {
	Session  string `json:"session"`
	Label    string `json:"label,omitempty"`
	Timeline int    `json:"timeline"`
	Tick     int    `json:"tick"`
}

// moving opens a session and does something with its run that fires nothing.
func (c *console) moving(f *sessionFlags, verb string, do func(context.Context, store.Session, *tickflow.Runner) error) (err error) {
	ctx := context.Background()
	s, end, err := c.writing(ctx, f, verb)
	if err != nil {
		return err
	}
	defer end(&err)
	r, err := standing(ctx, s)
	if err != nil {
		return dbFault(f.db, err)
	}
	return do(ctx, s, r)
}
