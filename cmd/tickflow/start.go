package main

import (
	"context"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/value"

	tickflow "github.com/tickflow/tickflow/runtime"
)

// startFlags say where a run begins.
type startFlags struct {
	input inputFlag
	seed  seedFlag
	from  string
	make  making // makes the run where it is kept in a session, or nil

	noRecords bool // keeps no firings
}

func (f *startFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.Var(&f.input, "input", "what bodies read as v.args: `JSON`, or @FILE with JSON in it")
	flags.Var(&f.seed, "seed", "where random numbers start: `N` up to 2^53, 0 draws one")
	flags.StringVar(&f.from, "from-snapshot", "", "go on from the `FILE` that -o or snapshot has written, from there on with the new --input, if there is one, in place of the old")
}

func (f *startFlags) validate() error {
	if f.from != "" && f.seed != 0 {
		return usage("--from-snapshot goes on with the seed of its run", "leave --seed out")
	}
	return nil
}

// origin is where a run begins: new, or at a snapshot.
type origin struct {
	args     any // the input, nil when the command line has none
	snapshot *diag.Source
}

// origin reads what the flags name.
func (c *console) origin(f *startFlags) (o origin, err error) {
	if f.from != "" {
		if o.snapshot, err = c.read(f.from); err != nil {
			return o, err
		}
	}
	if f.input.given {
		o.args, err = c.inputValue(f.input.text)
	}
	return o, err
}

// making makes a runner of a program that begins at an origin.
type making func(o origin, p *tickflow.Program, cfg tickflow.Config) (*tickflow.Runner, error)

// config answers how the flags want a run to be run.
func (c *console) config(o origin, f *startFlags, pf *programFlags) tickflow.Config {
	return tickflow.Config{
		Args: o.args, Seed: uint64(f.seed), Workers: pf.workers, AllowDeadlock: pf.allowDeadlock, DropRecords: f.noRecords,
		Logger: journal{c.err, c.paintErr}.logger(),
	}
}

// start makes a run that begins where the flags say.
func (o origin) start(p *tickflow.Program, cfg tickflow.Config) (*tickflow.Runner, error) {
	if o.snapshot == nil {
		return tickflow.New(p, cfg)
	}
	r, err := tickflow.FromJSON(context.Background(), p, []byte(o.snapshot.Text), cfg)
	if err != nil {
		return nil, snapshotFault(o.snapshot, err)
	}
	return r, nil
}

const jsonLooksLike = "JSON looks like 3, \"text\", [1, 2] or {\"n\": 1}; in a shell it stands between single quotes"

func (c *console) inputValue(input string) (any, error) {
	if path, ok := strings.CutPrefix(input, "@"); ok {
		src, err := c.read(path)
		if err != nil {
			return nil, err
		}
		return inputFrom(src)
	}
	v, err := value.Parse([]byte(input))
	if err == nil {
		return v, nil
	}
	if strings.TrimSpace(input) == "" {
		return nil, usage("--input is empty", "leave it out for none, or give null; "+jsonLooksLike)
	}
	hint := jsonLooksLike
	if info, err := os.Stat(input); err == nil && !info.IsDir() {
		hint = "a file is named with an @: --input @" + inShell(input)
	}
	return nil, usage("--input is not JSON: "+err.Error(), hint)
}

// inputFrom reads the input that a file holds.
func inputFrom(src *diag.Source) (any, error) {
	v, err := value.Parse([]byte(src.Text))
	if err == nil {
		return v, nil
	}
	if msg, ok := notJSON(src); ok {
		return nil, usage(msg, "")
	}
	return nil, usage(src.Name+": "+err.Error(), "")
}

// stopFlags say when a run stops before it has to.
type stopFlags struct {
	maxTicks int
	pauseAt  tickList
}

func (f *stopFlags) register(cmd *cobra.Command) {
	f.maxTicks = 10_000
	cmd.Flags().Var(countFlag{&f.maxTicks, 0, "ticks"}, "max-ticks", "stop after `N` ticks; 0 never does")
	cmd.Flags().Var(&f.pauseAt, "pause-at", "stop before tick `N`; may be given several times, or with commas")
}
