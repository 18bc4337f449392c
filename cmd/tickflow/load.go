package main

import (
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

// load makes a program of a graph and says what there is to warn of. Its files must not be out, which the run is written
// to. The answered function must be called when the program is not used any more.
func (c *console) load(path string, f *programFlags, out string) (program *tickflow.Program, end func(), err error) {
	src, err := c.readGraph(path)
	if err != nil {
		return nil, nil, err
	}
	file, err := locate(src, f.behaviours)
	if err != nil {
		return nil, nil, err
	}
	if err := spares(out, file.path); err != nil {
		return nil, nil, err
	}
	if file.path == "" {
		program, err = c.compile(src, nil, f)
		var list *diag.ErrorList
		if errors.As(err, &list) {
			err = withoutBehaviours(path, list.Findings).Err()
		}
		return program, func() {}, err
	}
	pool, err := c.openBehaviours(file, f.options())
	if err != nil {
		return nil, nil, err
	}
	if program, err = c.compile(src, pool, f); err == nil {
		return program, pool.Close, nil
	}
	pool.Close()
	if unregistered(err) {
		err = &unfound{err, whatIsThere(file.path, pool.Bodies(), pool.Guards())}
	}
	return nil, nil, err
}

func (c *console) compile(src *diag.Source, behaviors tickflow.Behaviors, f *programFlags) (*tickflow.Program, error) {
	program, err := tickflow.Compile(src.Name, src.Text, behaviors)
	if err != nil {
		return nil, err
	}
	c.warn(src.Name, program.Findings())
	return c.settle(program, f)
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
