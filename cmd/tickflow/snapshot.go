package main

import (
	"fmt"

	"github.com/spf13/cobra"

	tickflow "github.com/tickflow/tickflow/runtime"
)

type snapshotFlags struct {
	program programFlags
	start   startFlags
	stop    stopFlags
	out     string
}

func newSnapshot(c *console) *cobra.Command {
	f := &snapshotFlags{}
	cmd := &cobra.Command{
		Use:   "snapshot GRAPH --out FILE",
		Short: "Run a graph and keep where it stands",
		Long: `Runs a graph like run and writes everything about the run to a file: where it stands, and all that has fired. run and
step go on from it with --from-snapshot, audit reads it. The file is written whole or not at all.

Exit codes are those of run; the file is written whatever the run came to.`,
		Example: `  tickflow snapshot counter.tickflow --pause-at 5 --out half.json
  tickflow step counter.tickflow --from-snapshot half.json
  tickflow audit half.json`,
		Args: oneGraph,
		RunE: func(_ *cobra.Command, args []string) error { return c.snapshot(args[0], f) },
	}
	f.program.register(cmd)
	f.start.register(cmd)
	f.stop.register(cmd)
	cmd.Flags().StringVarP(&f.out, "out", "o", "", "the `FILE` to write, - for standard output")
	return cmd
}

func (c *console) snapshot(graph string, f *snapshotFlags) error {
	if f.out == "" {
		return usage("`tickflow snapshot` needs to know where to write", "name a file: --out run.json, or - for standard output")
	}
	d, end, err := c.begin(graph, &f.program, &f.start, f.out)
	if err != nil {
		return err
	}
	defer end()
	d.run(tickflow.RunOptions{MaxTicks: f.stop.maxTicks, PauseAt: f.stop.pauseAt})
	return d.finish(f.out, false, func() {}, func() error {
		if f.out != stdin && !d.unkept {
			fmt.Fprintf(c.err, "wrote %s\n", visible(f.out))
		}
		return d.conclude(false)
	})
}
