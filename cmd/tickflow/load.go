package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/tickflow/tickflow/runtime/diag"

	tickflow "github.com/tickflow/tickflow/runtime"
)

// programFlags say how a graph becomes a program that may run.
type programFlags struct {
	behaviours    string
	workers       int
	sandbox       sandboxFlags
	autoPromote   bool
	noPromote     bool
	allowDeadlock bool
}

func (f *programFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	behavioursFlag(cmd, &f.behaviours)
	f.workers = tickflow.DefaultWorkers
	flags.Var(countFlag{&f.workers, 1, "bodies"}, "workers", "let `N` bodies run at once")
	f.sandbox.register(cmd)
	flags.BoolVar(&f.autoPromote, "auto-promote", false, "make AND-joins that can wait for ever OR-joins, for this run")
	flags.BoolVar(&f.noPromote, "no-promote", false, "refuse the run when a join can wait for ever, without asking")
	flags.BoolVar(&f.allowDeadlock, "allow-deadlock", false, "run although a join can wait for ever")
	cmd.ValidArgsFunction = completeGraphs
}

// behavioursFlag adds -b, which every verb that looks at behaviours has.
func behavioursFlag(cmd *cobra.Command, path *string) {
	cmd.Flags().StringVarP(path, "behaviours", "b", "", "the Lua `FILE`; else a comment in the graph, tickflow.json or GRAPH.lua says")
	_ = cmd.MarkFlagFilename("behaviours", "lua") // it fails for flags that do not exist only
}

// again answers the flags for a command line that makes the same program.
func (f *programFlags) again() string {
	flags := ""
	if f.behaviours != "" {
		flags += " -b " + inShell(f.behaviours)
	}
	if f.autoPromote {
		flags += " --auto-promote"
	}
	if f.allowDeadlock {
		flags += " --allow-deadlock"
	}
	return flags + f.sandbox.again()
}

func (f *programFlags) validate() error {
	if f.autoPromote && f.noPromote {
		return usage("--auto-promote and --no-promote contradict each other", "keep one of them")
	}
	if f.allowDeadlock && (f.autoPromote || f.noPromote) {
		other := "--auto-promote"
		if f.noPromote {
			other = "--no-promote"
		}
		return usage("--allow-deadlock and "+other+" contradict each other", "keep one of them")
	}
	return nil
}

// loader makes programs of graphs, as the flags say.
type loader struct {
	c      *console
	flags  *programFlags
	out    string                                             // what the run is written to: no file of a program
	reads  func(path string)                                  // told of each file before it is read or looked for
	warned map[string]bool                                    // the findings of the graph that was loaded before
	settle func(*tickflow.Program) (*tickflow.Program, error) // decides about joins that can wait for ever
}

// loader answers one that decides about joins as the flags and the person at the terminal say.
func (c *console) loader(f *programFlags, out string) *loader {
	return &loader{
		c: c, flags: f, out: out, reads: func(string) {},
		settle: func(p *tickflow.Program) (*tickflow.Program, error) { return c.settle(p, f) },
	}
}

// load makes a program of a graph and says what there is to warn of. The answered function must be called when the program
// is not used any more.
func (l *loader) load(ctx context.Context, path string) (program *tickflow.Program, end func(), err error) {
	l.reads(path)
	src, err := l.c.readGraph(path)
	if err != nil {
		return nil, nil, err
	}
	l.reads(settingsOf(path))
	l.reads(ownFile(path))
	file, err := locate(src, l.flags.behaviours)
	if err != nil {
		return nil, nil, err
	}
	if err := spares(l.out, file.path); err != nil {
		return nil, nil, err
	}
	if file.path == "" {
		program, err = l.compile(src, nil)
		var list *diag.ErrorList
		if errors.As(err, &list) {
			err = withoutBehaviours(path, list.Findings).Err()
		}
		return program, func() {}, err
	}
	opts := l.flags.options()
	opts.Reads = l.reads
	pool, err := l.c.openBehaviours(ctx, file, opts)
	if err != nil {
		return nil, nil, err
	}
	if program, err = l.compile(src, pool); err == nil {
		return program, pool.Close, nil
	}
	pool.Close()
	if unregistered(err) {
		err = &unfound{err, whatIsThere(file.path, pool.Bodies(), pool.Guards())}
	}
	return nil, nil, err
}

func (l *loader) compile(src *diag.Source, behaviors tickflow.Behaviors) (*tickflow.Program, error) {
	program, err := tickflow.Compile(src.Name, src.Text, behaviors)
	if err != nil {
		return nil, err
	}
	l.c.warn(src.Name, l.unwarned(program.Findings()))
	return l.settle(program)
}

// unwarned answers the findings that were not told before, and takes note of all.
func (l *loader) unwarned(found diag.List) (fresh diag.List) {
	now := map[string]bool{}
	for _, d := range found {
		if now[d.Msg] = true; !l.warned[d.Msg] {
			fresh = append(fresh, d)
		}
	}
	l.warned = now
	return fresh
}

// warn prints warnings on a line each, and of many only the first few.
func (c *console) warn(graph string, found diag.List) {
	const few = 3
	var warnings diag.List
	for _, d := range found {
		if d.Severity == diag.Warning {
			warnings = append(warnings, d)
		}
	}
	shown := len(warnings)
	if shown > few+1 {
		shown = few
	}
	for _, d := range warnings[:shown] {
		c.report().brief(d)
	}
	if more := len(warnings) - shown; more > 0 {
		c.report().tail("  ", "note", fmt.Sprintf("%s; `tickflow check %s` shows them", count(more, "more warning"), inShell(graph)))
	}
}

// unfound is the error of a graph that names behaviours which do not exist, with what is known of where they should be.
type unfound struct {
	error
	note string
}

// Unwrap answers the findings.
func (u *unfound) Unwrap() error { return u.error }

// unregistered reports whether an error is about bodies or guards that do not exist.
func unregistered(err error) bool {
	var list *diag.ErrorList
	if !errors.As(err, &list) {
		return false
	}
	for _, d := range list.Findings {
		if d.Code == diag.UnregisteredBody || d.Code == diag.UnregisteredGuard {
			return true
		}
	}
	return false
}
