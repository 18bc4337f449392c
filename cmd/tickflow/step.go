package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/tickflow/tickflow/runtime/record"

	tickflow "github.com/tickflow/tickflow/runtime"
)

type stepFlags struct {
	program programFlags
	start   startFlags
	ticks   int
	out     string
	json    bool
}

func newStep(c *console) *cobra.Command {
	f := &stepFlags{}
	cmd := &cobra.Command{
		Use:   "step GRAPH",
		Short: "Run a graph tick by tick",
		Long: `Runs a graph for a number of ticks, prints the firings of each, and then what is fireable. Where it begins says
--from-snapshot; --out, which may be the same file, keeps where it ends.

With --json the result is {"ticks": [{"tick", "firings": [...]}], "tick", "fireable": [...], "status", "reason", "error",
"waiting"}; firings are as audit --json prints them, reason, error and waiting as run --json does.

Exit codes are those of run.`,
		Example: `  tickflow step counter.tickflow --out s.json
  tickflow step counter.tickflow --from-snapshot s.json --out s.json
  tickflow step counter.tickflow --from-snapshot s.json --ticks 0    # what is fireable?`,
		Args: oneGraph,
		RunE: func(_ *cobra.Command, args []string) error { return c.step(args[0], f) },
	}
	f.program.register(cmd)
	f.start.register(cmd)
	flags := cmd.Flags()
	f.ticks = 1
	flags.Var(countFlag{&f.ticks, 0, "ticks"}, "ticks", "run `N` ticks at most; 0 only looks")
	flags.StringVarP(&f.out, "out", "o", "", "write everything about the run, as JSON, to `FILE`")
	flags.BoolVar(&f.json, "json", false, "print the ticks as JSON")
	return cmd
}

func (c *console) step(graph string, f *stepFlags) error {
	if f.out == stdin {
		return usage("--out of step needs a file: standard output is for the ticks", "`tickflow snapshot` writes to standard output with `--out -`")
	}
	d, end, err := c.begin(graph, &f.program, &f.start, f.out)
	if err != nil {
		return err
	}
	defer end()
	var ticks []ranTick
	d.runner.AddHooks(tickflow.Hooks{OnTickEnd: func(tick int, firings []tickflow.Firing) error {
		if f.json {
			ticks = append(ticks, ranTick{tick, firings})
			return nil
		}
		if !d.unshown && c.printTick(tick, firings) != nil {
			d.unshown = true
			d.heed.halt()
		}
		return nil
	}})
	if f.ticks > 0 {
		d.run(tickflow.RunOptions{MaxTicks: f.ticks})
	} else {
		d.stop = tickflow.Limit
	}
	show := func() {
		if f.json {
			fmt.Fprintf(c.out, "%s\n", d.stepJSON(ticks))
		} else {
			fmt.Fprintf(c.out, "%s %s\n", c.paintOut.in(bold, "fireable:"), listed(d.runner.Fireable()))
		}
	}
	return d.finish(f.out, false, show, func() error {
		if d.stop != tickflow.Limit {
			return d.conclude(false)
		}
		d.tellFailures() // as many ticks as were asked for: nothing else to explain
		if f.out == "" && f.ticks > 0 && !f.json {
			c.report().tail("", "hint", "where the run stands is not kept; with -o FILE it is, and --from-snapshot FILE goes on")
		}
		return nil
	})
}

// ranTick is one tick and what fired in it.
type ranTick struct {
	tick    int
	firings []record.Firing
}

func (c *console) printTick(tick int, firings []tickflow.Firing) error {
	fmt.Fprintln(c.out, c.paintOut.in(bold, fmt.Sprintf("tick %d", tick)))
	for i := range firings {
		fmt.Fprintln(c.out, "  "+clip(visible(firingLine(&firings[i], 0)), max(c.outWidth-2, 0)))
	}
	return c.out.Flush()
}
