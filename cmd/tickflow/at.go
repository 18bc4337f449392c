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

func newAt(c *console) *cobra.Command {
	f := &sessionFlags{}
	timeline, json := -1, false
	cmd := &cobra.Command{
		Use:   "at TICK --db FILE --session NAME",
		Short: "Show a session's run as it stood before a tick",
		Long: `Shows where the tokens were before a tick, what that tick would fire, and what every node had returned and kept as its
state by then. No body runs for that. The session may be running meanwhile.

With --json it is the run's snapshot, as in files that snapshot writes.

Exit codes: 0, 2 for wrong input or usage.`,
		Example: `  tickflow at 4 --db runs.db --session monday
  tickflow at 4 --db runs.db --session monday --json > four.json
  tickflow step counter.tickflow --from-snapshot four.json`,
		Args: oneTick,
		RunE: func(_ *cobra.Command, args []string) error {
			tick, err := strconv.Atoi(args[0])
			if err != nil || tick < 0 {
				return usage(args[0]+" is no tick", "ticks are whole numbers from 0 on")
			}
			return c.at(f, tick, timeline, json)
		},
	}
	f.register(cmd)
	cmd.Flags().Var(countFlag{&timeline, 0, "timelines"}, "timeline", "on timeline `N` rather than the youngest")
	cmd.Flags().BoolVar(&json, "json", false, "print the snapshot as JSON")
	return cmd
}

func oneTick(_ *cobra.Command, args []string) error {
	if len(args) == 1 {
		return nil
	}
	return usage("`tickflow at` takes one tick", "such as `tickflow at 4 --db runs.db --session monday`")
}

func (c *console) at(f *sessionFlags, tick, timeline int, json bool) error {
	ctx := context.Background()
	r, end, err := f.reading(ctx, "at")
	if err != nil {
		return err
	}
	defer end()
	s, err := snapshotAt(ctx, r, tick, timeline)
	if err != nil {
		return usage(err.Error(), "")
	}
	if json {
		fmt.Fprintf(c.out, "%s\n", s.AppendJSON(nil))
		return nil
	}
	c.showSnapshot(s)
	return nil
}

// snapshotAt answers the state before a tick, on the youngest timeline unless another one is named.
func snapshotAt(ctx context.Context, r store.Reader, tick, timeline int) (*tickflow.Snapshot, error) {
	info, err := r.Info(ctx)
	if err != nil {
		return nil, err
	}
	at := store.Boundary{Timeline: info.Head.Timeline, Tick: tick}
	if timeline >= 0 {
		at.Timeline = timeline
	}
	return tickflow.LoadSnapshot(ctx, r, at)
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
