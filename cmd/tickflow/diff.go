package main

import (
	"context"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

type diffFlags struct {
	db   sessionFlags
	json bool
}

func newDiff(c *console) *cobra.Command {
	f := &diffFlags{}
	cmd := &cobra.Command{
		Use:   "diff A B [--db FILE]",
		Short: "Show in what two runs, or two ticks of runs, differ",
		Long: `Compares two runs tick by tick: up to where they are the same, and what fired differently from there on. A run is a file
that run -o or snapshot has written, or with --db a session; SESSION/1 is its timeline 1, which going back may have superseded.
SESSION@4 is a session as it stood before tick 4: two of these are compared by their tokens, outputs and states.

With --json the result of two runs is {"same", "ticks": [{"tick", "a": [firings that only A has], "b": [...]}]}, firings as
audit --json prints them. Of two ticks it is {"same", "tokens", "starts", "nodes", "input"}: {"a": [...], "b": [...]} with the
[consumer, producer] pairs and armed starts that only one has, [{"node", "a", "b"}] with {"fires", "status", "output",
"state"} or null on each side, and {"a", "b"} or null.

Exit codes: 0 they are the same, 1 they differ, 2 wrong input or usage.`,
		Example: `  tickflow diff monday.json tuesday.json
  tickflow diff monday fixed --db runs.db
  tickflow diff monday/0 monday --db runs.db
  tickflow diff monday@4 monday@9 --db runs.db`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 2 {
				return nil
			}
			return usage("`tickflow diff` takes two runs", "such as `tickflow diff monday.json tuesday.json`")
		},
		RunE: func(_ *cobra.Command, args []string) error { return c.diff(f, args[0], args[1]) },
		ValidArgsFunction: func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			if f.db.db == "" {
				return []string{"json"}, cobra.ShellCompDirectiveFilterFileExt
			}
			return f.db.complete(cmd, args, typed)
		},
	}
	f.db.registerDB(cmd)
	cmd.Flags().BoolVar(&f.json, "json", false, "print the differences as JSON")
	return cmd
}

func (c *console) diff(f *diffFlags, a, b string) error {
	left, err := c.side(f, a)
	if err != nil {
		return err
	}
	defer left.end()
	right, err := c.side(f, b)
	if err != nil {
		return err
	}
	defer right.end()
	same := false
	switch {
	case (left.state == nil) != (right.state == nil):
		return usage("a run cannot be compared with a tick", "give @TICK to both sessions, or to none")
	case left.state != nil:
		same, err = c.diffStates(left, right, f.json)
	default:
		same, err = c.diffRuns(left, right, f.json)
	}
	if err != nil {
		return err
	}
	if !same {
		return endWith(exitFailed)
	}
	if !f.json {
		c.err.Write([]byte("they are the same\n"))
	}
	return nil
}

// sideName is what a side of a comparison names in a database.
type sideName struct {
	session  string
	timeline int // -1 for the youngest
	tick     int // -1 for the whole run
}

// sideNamed reads "monday", "monday/1", "monday@4" or "monday/1@4".
func sideNamed(name string) (sideName, error) {
	p := sideName{session: name, timeline: -1, tick: -1}
	read := func(sign, what string, into *int) error {
		before, number, ok := strings.Cut(p.session, sign)
		if !ok {
			return nil
		}
		n, err := strconv.Atoi(number)
		if err != nil || n < 0 {
			return usage(name+" names no "+what, what+"s are whole numbers from 0 on: "+before+sign+"1")
		}
		p.session, *into = before, n
		return nil
	}
	return p, firstError(read("@", "tick", &p.tick), read("/", "timeline", &p.timeline))
}

// side reads what is to be compared. It must be ended.
func (c *console) side(f *diffFlags, name string) (*side, error) {
	if f.db.db == "" {
		return c.fileSide(name)
	}
	p, err := sideNamed(name)
	if err != nil {
		return nil, err
	}
	of := &sessionFlags{f.db.db, p.session}
	ctx := context.Background()
	r, end, err := c.reading(ctx, of, "diff")
	if err != nil {
		return nil, err
	}
	s, err := of.side(ctx, r, p, name)
	if err != nil {
		end()
		return nil, err
	}
	s.end = end
	return s, nil
}
