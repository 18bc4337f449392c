package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tickflow/tickflow/runtime/store"

	tickflow "github.com/tickflow/tickflow/runtime"
)

type atFlags struct {
	session  sessionFlags
	timeline int
	graph    bool
	json     bool
}

func newAt(c *console) *cobra.Command {
	f := &atFlags{timeline: -1}
	cmd := &cobra.Command{
		Use:   "at TICK --db FILE --session NAME",
		Short: "Show a session's run as it stood before a tick",
		Long: `Shows where the tokens were before a tick, what that tick would fire, and what every node had returned and kept as its
state by then. No body runs for that. The session may be running meanwhile. --graph prints the text of the graph that ran
then instead.

With --json it is the run's snapshot, as in files that snapshot writes.

Exit codes: 0, 2 for wrong input or usage.`,
		Example: `  tickflow at 4 --db runs.db --session monday
  tickflow at 4 --db runs.db --session monday --json > four.json
  tickflow step counter.tickflow --from-snapshot four.json
  tickflow at 4 --db runs.db --session monday --graph | tickflow check -`,
		Args: oneTick,
		RunE: func(_ *cobra.Command, args []string) error {
			tick, err := strconv.Atoi(args[0])
			if err != nil || tick < 0 {
				return usage(args[0]+" is no tick", "ticks are whole numbers from 0 on")
			}
			if f.graph && f.json {
				return usage("--graph prints a text, and --json JSON", "leave one of them out")
			}
			return c.at(f, tick)
		},
	}
	f.session.register(cmd)
	timelineFlag(cmd, &f.timeline)
	cmd.Flags().BoolVar(&f.graph, "graph", false, "print the text of the graph that ran then")
	cmd.Flags().BoolVar(&f.json, "json", false, "print the snapshot as JSON")
	return cmd
}

func oneTick(_ *cobra.Command, args []string) error {
	if len(args) == 1 {
		return nil
	}
	return usage("`tickflow at` takes one tick", "such as `tickflow at 4 --db runs.db --session monday`")
}

func (c *console) at(f *atFlags, tick int) error {
	ctx := context.Background()
	r, end, err := c.reading(ctx, &f.session, "at")
	if err != nil {
		return err
	}
	defer end()
	at, err := f.session.boundary(ctx, r, f.timeline, tick)
	if err != nil {
		return err
	}
	s, err := f.session.loaded(ctx, r, at)
	if err != nil {
		return err
	}
	switch {
	case f.graph:
		return c.showGraph(ctx, f, r, at)
	case f.json:
		fmt.Fprintf(c.out, "%s\n", s.AppendJSON(nil))
	default:
		c.showSnapshot(s)
	}
	return nil
}

// showGraph prints the text of the graph that ran, or will run, a tick.
func (c *console) showGraph(ctx context.Context, f *atFlags, r store.Reader, at store.Boundary) error {
	p, err := tickflow.ProgramAt(ctx, r, at)
	if err != nil {
		return dbFault(f.session.db, err)
	}
	sources, err := keptSources(ctx, r, p)
	if err != nil {
		return dbFault(f.session.db, err)
	}
	fmt.Fprint(c.out, sources[0].Text)
	return nil
}

func (c *console) showSnapshot(s *tickflow.Snapshot) {
	if len(s.Nodes) > 0 {
		t := &table{head: []string{"node", "fires", "status", "output", "state"}, right: []bool{false, true}}
		for i := range s.Nodes {
			n := &s.Nodes[i]
			last := n.Fires[len(n.Fires)-1]
			state := "-"
			if n.State.Len() > 0 {
				state = n.State.String()
			}
			t.add(n.Name, strconv.Itoa(n.Count), last.Status.String(), last.Output.String(), state)
		}
		t.print(c.out, c.paintOut, c.outWidth)
	}
	fmt.Fprintf(c.out, "before tick %d: %s fireable\n", s.Tick, visible(listed(s.Fireable)))
	var tokens []string
	for _, slot := range s.Marking.Slots {
		tokens = append(tokens, slot.Producer+"-->"+slot.Consumer)
	}
	if len(tokens) > 0 {
		fmt.Fprintf(c.out, "tokens: %s\n", visible(strings.Join(tokens, ", ")))
	}
}
