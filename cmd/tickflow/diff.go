package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"
	"github.com/tickflow/tickflow/runtime/value"

	tickflow "github.com/tickflow/tickflow/runtime"
)

func newDiff(c *console) *cobra.Command {
	f := &sessionFlags{}
	cmd := &cobra.Command{
		Use:   "diff A B [--db FILE]",
		Short: "Show in what two runs, or two ticks of runs, differ",
		Long: `Compares two runs firing by firing: up to where they are the same, and what fired differently from there on. A run is a
file that run -o or snapshot has written, or with --db a session. SESSION@TICK is a session as it stood before a tick: two of
these are compared by their tokens, outputs and states.

Exit codes: 0 they are the same, 1 they differ, 2 wrong input or usage.`,
		Example: `  tickflow diff monday.json tuesday.json
  tickflow diff monday fixed --db runs.db
  tickflow diff monday@4 monday@9 --db runs.db`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 2 {
				return nil
			}
			return usage("`tickflow diff` takes two runs", "such as `tickflow diff monday.json tuesday.json`")
		},
		RunE: func(_ *cobra.Command, args []string) error { return c.diff(f, args[0], args[1]) },
	}
	f.registerDB(cmd)
	cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if f.db == "" {
			return []string{"json"}, cobra.ShellCompDirectiveFilterFileExt
		}
		return f.complete(cmd, args, typed)
	}
	return cmd
}

// compared is one side of a comparison.
type compared struct {
	name    string
	firings []tickflow.Firing  // of a run
	state   *tickflow.Snapshot // of a tick, or nil
}

func (c *console) diff(f *sessionFlags, a, b string) error {
	left, err := c.comparedOf(f, a)
	if err != nil {
		return err
	}
	right, err := c.comparedOf(f, b)
	if err != nil {
		return err
	}
	if (left.state == nil) != (right.state == nil) {
		return usage("a run cannot be compared with a tick", "give @TICK to both sessions, or to none")
	}
	lines := runDifferences(left, right)
	if left.state != nil {
		lines = stateDifferences(left, right)
	}
	for _, line := range lines {
		fmt.Fprintln(c.out, visible(line))
	}
	if len(lines) > 0 {
		return endWith(exitFailed)
	}
	fmt.Fprintln(c.err, "they are the same")
	return nil
}

// comparedOf reads one side.
func (c *console) comparedOf(f *sessionFlags, name string) (*compared, error) {
	if f.db == "" {
		src, err := c.read(name)
		if err != nil {
			return nil, err
		}
		dump, err := tickflow.ReadDump([]byte(src.Text))
		if err != nil {
			return nil, snapshotFault(src, err)
		}
		return &compared{name: name, firings: dump.Live()}, nil
	}
	session, tick, atTick := strings.Cut(name, "@")
	of := sessionFlags{f.db, session}
	ctx := context.Background()
	r, end, err := of.reading(ctx, "diff")
	if err != nil {
		return nil, err
	}
	defer end()
	if atTick {
		n, err := strconv.Atoi(tick)
		if err != nil || n < 0 {
			return nil, usage(name+" names no tick", "ticks are whole numbers from 0 on: "+session+"@4")
		}
		s, err := snapshotAt(ctx, r, n, -1)
		if err != nil {
			return nil, usage(err.Error(), "")
		}
		return &compared{name: name, state: s}, nil
	}
	firings, err := liveFirings(ctx, r)
	if err != nil {
		return nil, dbFault(f.db, err)
	}
	return &compared{name: name, firings: firings}, nil
}

// liveFirings answers what fired in a session and has not been superseded.
func liveFirings(ctx context.Context, r store.Reader) ([]tickflow.Firing, error) {
	timelines, err := r.Timelines(ctx)
	if err != nil {
		return nil, err
	}
	info, err := r.Info(ctx)
	if err != nil {
		return nil, err
	}
	var all []tickflow.Firing
	for f, err := range r.Firings(ctx, store.Query{Path: record.LivePath(timelines, info.Head.Timeline)}) {
		if err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return all, nil
}

// runDifferences tells the firings that only one of two runs has, tick by tick.
func runDifferences(a, b *compared) (lines []string) {
	const most = 100
	x, y := a.firings, b.firings
	for len(x) > 0 || len(y) > 0 {
		tick := nextTick(x, y)
		var mine, others []tickflow.Firing
		mine, x = ofTick(x, tick)
		others, y = ofTick(y, tick)
		only, alone := withoutThose(mine, others), withoutThose(others, mine)
		if len(only) == 0 && len(alone) == 0 {
			continue
		}
		if lines == nil {
			lines = append(lines, sameUntil(tick), "--- "+a.name, "+++ "+b.name)
		}
		lines = append(lines, fmt.Sprintf("tick %d", tick))
		for i := range only {
			lines = append(lines, "- "+firingLine(&only[i], traceLimit))
		}
		for i := range alone {
			lines = append(lines, "+ "+firingLine(&alone[i], traceLimit))
		}
		if len(lines) > most && (len(x) > 0 || len(y) > 0) {
			return append(lines, "and so on, up to tick "+strconv.Itoa(lastTick(x, y)))
		}
	}
	return lines
}

func sameUntil(tick int) string {
	if tick == 0 {
		return "they differ from the first tick on"
	}
	return fmt.Sprintf("they are the same up to tick %d and differ from tick %d on", tick-1, tick)
}

func nextTick(x, y []tickflow.Firing) int {
	switch {
	case len(x) == 0:
		return y[0].Tick
	case len(y) == 0:
		return x[0].Tick
	}
	return min(x[0].Tick, y[0].Tick)
}

func lastTick(x, y []tickflow.Firing) int {
	last := 0
	for _, firings := range [][]tickflow.Firing{x, y} {
		if n := len(firings); n > 0 {
			last = max(last, firings[n-1].Tick)
		}
	}
	return last
}

// ofTick splits off the firings of a tick.
func ofTick(firings []tickflow.Firing, tick int) (of, rest []tickflow.Firing) {
	n := 0
	for n < len(firings) && firings[n].Tick == tick {
		n++
	}
	return firings[:n], firings[n:]
}

// withoutThose answers the firings that others have no equal of. Timelines and the time that bodies saw do not count.
func withoutThose(firings, others []tickflow.Firing) []tickflow.Firing {
	return slices.DeleteFunc(slices.Clone(firings), func(f tickflow.Firing) bool {
		return slices.ContainsFunc(others, func(o tickflow.Firing) bool {
			o.Timeline, o.Now = f.Timeline, f.Now
			return string(o.AppendJSON(nil)) == string(f.AppendJSON(nil))
		})
	})
}

// stateDifferences tells in what two states differ.
func stateDifferences(a, b *compared) []string {
	left, right := stateLines(a.state), stateLines(b.state)
	lines := []string{"--- " + a.name, "+++ " + b.name}
	for _, line := range left {
		if !slices.Contains(right, line) {
			lines = append(lines, "- "+line)
		}
	}
	for _, line := range right {
		if !slices.Contains(left, line) {
			lines = append(lines, "+ "+line)
		}
	}
	if len(lines) == 2 {
		return nil
	}
	return lines
}

// stateLines tells a state, a fact a line.
func stateLines(s *tickflow.Snapshot) []string {
	var lines []string
	for _, slot := range s.Marking.Slots {
		lines = append(lines, "token "+slot.Producer+"-->"+slot.Consumer)
	}
	for _, name := range s.Marking.ArmedStarts {
		lines = append(lines, "start "+name)
	}
	for i := range s.Nodes {
		n := &s.Nodes[i]
		last := n.Fires[len(n.Fires)-1]
		lines = append(lines, fmt.Sprintf("%s fired %s, output %s", n.Name, count(n.Count, "time"), shorten(last.Output.String(), traceLimit)))
		if n.State.Len() > 0 {
			lines = append(lines, n.Name+" state "+shorten(n.State.String(), traceLimit))
		}
	}
	if !value.Equal(s.Args, value.Value{}) {
		lines = append(lines, "input "+shorten(s.Args.String(), traceLimit))
	}
	return lines
}
