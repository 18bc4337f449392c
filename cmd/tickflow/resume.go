package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/store"

	tickflow "github.com/tickflow/tickflow/runtime"
)

type resumeFlags struct {
	session sessionFlags
	run     runFlags
	remap   bool
}

func newResume(c *console) *cobra.Command {
	f := &resumeFlags{}
	cmd := &cobra.Command{
		Use:   "resume [GRAPH] --db FILE --session NAME",
		Short: "Go on with a run that is kept in a session",
		Long: `Goes on with a run that run --db has begun, from the tick after the last one that was kept, whatever became of the process
that ran it. GRAPH and the behaviours are the files that the run was last run with, unless others are named; what --allow
permits has to be said again. When the graph is not the one that ran last, the differences are told and nothing is run; with
--remap the run goes on with the new graph: tokens, history and states of the nodes that are in both stay. Behaviours may
change freely. The session keeps every text, and from which tick on it ran.

A run that was stuck or aborted goes on as well: mend what it failed of first.

With --json the result is that of run. Exit codes are those of run, and 1 when the session is in use.`,
		Example: `  tickflow run counter.tickflow --db runs.db --session monday --pause-at 4
  tickflow resume --db runs.db --session monday
  tickflow resume counter.tickflow --db runs.db --session monday --remap`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usage("`tickflow resume` takes one graph", "the session is named with --session")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return c.resume(strings.Join(args, ""), f) },
	}
	f.session.register(cmd)
	f.run.program.register(cmd)
	cmd.Flags().Var(&f.run.start.input, "input", "what bodies read as v.args from here on: `JSON`, or @FILE with JSON in it")
	f.run.stop.register(cmd)
	f.run.registerOutput(cmd)
	cmd.Flags().BoolVar(&f.remap, "remap", false, "go on with the graph although it is not the one that ran last")
	return cmd
}

func (c *console) resume(graph string, f *resumeFlags) (err error) {
	if err := f.run.validatePage(graph); err != nil {
		return err
	}
	ctx := context.Background()
	s, end, err := c.writing(ctx, &f.session, "resume")
	if err != nil {
		return err
	}
	defer end(&err)
	info, err := s.Info(ctx)
	if err != nil {
		return dbFault(f.session.db, err)
	}
	if graph == "" {
		if graph, err = f.asBefore(ctx, s, &info); err != nil {
			return err
		}
	}
	f.run.start.make = func(_ origin, p *tickflow.Program, cfg tickflow.Config) (*tickflow.Runner, error) {
		cfg.Store = s
		return c.goOn(ctx, p, cfg, &info, f.remap)
	}
	d, unload, err := c.begin(graph, &f.run.program, &f.run.start, f.run.out)
	if err != nil {
		return err
	}
	defer unload()
	d.goOn = f.session.resumption(graph, &f.run.program)
	return d.carryOut(&f.run)
}

// asBefore answers the graph file that a session's run was last run with, and names its behaviours as they were named then:
// with -b, if the graph did not lead to them.
func (f *resumeFlags) asBefore(ctx context.Context, r store.Reader, info *store.Info) (graph string, err error) {
	sources, err := keptSources(ctx, r, info.Programs[len(info.Programs)-1])
	if err != nil {
		return "", err
	}
	graph = sources[0].Name
	if _, err := os.Stat(graph); err != nil {
		return "", usage(
			"the graph of session "+f.session.name+" was "+graph+", and that is not here",
			"name it: `tickflow resume GRAPH"+f.session.again()+"`; `tickflow at "+strconv.Itoa(info.Head.Tick)+f.session.again()+" --graph` prints it",
		)
	}
	if len(sources) > 1 && f.run.program.behaviours == "" {
		if l, err := locate(sources[0], ""); err != nil || l.path != sources[1].Name {
			f.run.program.behaviours = sources[1].Name
		}
	}
	return graph, nil
}

// goOn resumes a session's run with a program, which may have another graph if that is wanted.
func (c *console) goOn(ctx context.Context, p *tickflow.Program, cfg tickflow.Config, info *store.Info, remap bool) (*tickflow.Runner, error) {
	r, err := tickflow.Resume(ctx, p, cfg)
	var other *engine.GraphError
	if !errors.As(err, &other) {
		return r, err
	}
	before, err := keptProgram(ctx, cfg.Store, info.Programs[len(info.Programs)-1])
	if err != nil {
		return nil, err
	}
	changes := differences(before, p)
	if !remap {
		return nil, &fault{
			exitUsage, "the graph is not the one that ran last:\n" + strings.Join(changes, "\n"),
			"with --remap the run goes on with it; tokens and states of the nodes that are in both stay",
		}
	}
	cfg.AllowDeadlock = cfg.AllowDeadlock || len(before.Deadlocks()) > 0
	if r, err = tickflow.Resume(ctx, before, cfg); err != nil {
		return nil, err
	}
	if err := r.Remap(ctx, p); err != nil {
		return nil, err
	}
	for _, line := range changes {
		fmt.Fprintln(c.err, visible(line))
	}
	return r, nil
}
