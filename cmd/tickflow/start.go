package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/value"

	tickflow "github.com/tickflow/tickflow/runtime"
)

// startFlags say where a run begins.
type startFlags struct {
	input string
	seed  uint64
	from  string
}

func (f *startFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.input, "input", "", "what bodies read as v.args: `JSON`, or @FILE with JSON in it")
	flags.Uint64Var(&f.seed, "seed", 0, "where random numbers start: `N` up to 2^53, 0 draws one")
	flags.StringVar(&f.from, "from-snapshot", "", "go on from the `FILE` that -o or snapshot has written")
}

func (f *startFlags) validate() error {
	switch {
	case f.seed > value.MaxInt:
		return usage("--seed is beyond 2^53", "")
	case f.from != "" && (f.input != "" || f.seed != 0):
		return usage("--from-snapshot goes on with the input and the seed of its run", "leave --input and --seed out")
	}
	return nil
}

// origin is where a run begins: new with some input, or at a snapshot.
type origin struct {
	args     tickflow.Value
	snapshot *diag.Source
}

// origin reads what the flags name.
func (c *console) origin(f *startFlags) (o origin, err error) {
	if f.from != "" {
		o.snapshot, err = c.read(f.from)
	} else {
		o.args, err = c.inputValue(f.input)
	}
	return o, err
}

// start makes a run of a program.
func (c *console) start(p *tickflow.Program, o origin, f *startFlags, pf *programFlags) (*tickflow.Runner, error) {
	cfg := tickflow.Config{
		Args: o.args, Seed: f.seed, Workers: pf.workers, AllowDeadlock: pf.allowDeadlock,
		Logger: journal{c.err, c.paintErr}.logger(),
	}
	if o.snapshot == nil {
		return tickflow.New(p, cfg)
	}
	r, err := tickflow.FromJSON(context.Background(), p, []byte(o.snapshot.Text), cfg)
	if err != nil {
		return nil, snapshotFault(o.snapshot, err)
	}
	return r, nil
}

func (c *console) inputValue(input string) (tickflow.Value, error) {
	text, name := input, "--input"
	if path, ok := strings.CutPrefix(input, "@"); ok {
		src, err := c.read(path)
		if err != nil {
			return tickflow.Value{}, err
		}
		text, name = src.Text, path
	} else if input == "" {
		return tickflow.Value{}, nil
	}
	v, err := value.Parse([]byte(text))
	if err == nil {
		return v, nil
	}
	hint := "JSON looks like 3, \"text\", [1, 2] or {\"n\": 1}; in a shell it stands between single quotes"
	if _, err := os.Stat(input); err == nil {
		hint = "a file is named with an @: --input @" + inShell(input)
	}
	return tickflow.Value{}, usage(name+" is not JSON: "+err.Error(), hint)
}

// stopFlags say when a run stops before it has to.
type stopFlags struct {
	maxTicks int
	pauseAt  tickList
}

func (f *stopFlags) register(cmd *cobra.Command) {
	cmd.Flags().IntVar(&f.maxTicks, "max-ticks", 10_000, "stop after `N` ticks; 0 never does")
	cmd.Flags().Var(&f.pauseAt, "pause-at", "stop before tick `N`; may be given several times, or with commas")
}

func (f *stopFlags) validate() error {
	if f.maxTicks < 0 {
		return usage("--max-ticks is a number of ticks, from 0 on", "")
	}
	return nil
}

// tickList is a flag of tick numbers.
type tickList []int

// Set adds the ticks of "5" or "5,7".
func (l *tickList) Set(s string) error {
	for _, text := range strings.Split(s, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil || n < 1 || n > math.MaxInt32 {
			return fmt.Errorf("it takes the numbers of ticks to stop before, from 1 on, such as 5 or 5,7")
		}
		*l = append(*l, n)
	}
	return nil
}

// Type names what the flag takes, for help.
func (l *tickList) Type() string { return "ticks" }

// String answers the list as Set takes it.
func (l *tickList) String() string {
	texts := make([]string, len(*l))
	for i, n := range *l {
		texts[i] = strconv.Itoa(n)
	}
	return strings.Join(texts, ",")
}
