package main

import (
	"context"
	"fmt"
	"os/signal"
	"sort"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"

	tickflow "github.com/tickflow/tickflow/runtime"
)

// pollEvery is how often a session that is followed is looked at.
const pollEvery = 100 * time.Millisecond

func newLog(c *console) *cobra.Command {
	f := &sessionFlags{}
	follow, asJSON := false, false
	cmd := &cobra.Command{
		Use:   "log --db FILE --session NAME",
		Short: "Tell what fired in a session, and with -f what fires",
		Long: `Tells the firings of a session's run, on a line each, as run --trace does. With -f it goes on telling while another process
runs the session, until Ctrl-C. When the run is taken back to an earlier tick, it tells so and what happens from there on.

With --json every line is one firing, as in audit --json.

Exit codes: 0, 2 for wrong input or usage.`,
		Example: `  tickflow log --db runs.db --session monday
  tickflow log -f --db runs.db --session monday
  tickflow log -f --db runs.db --session monday --json | jq .output`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return c.log(f, follow, asJSON) },
	}
	f.register(cmd)
	cmd.Flags().BoolVarP(&follow, "follow", "f", false, "go on telling while the session runs")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print every firing as JSON, on a line of its own")
	return cmd
}

func (c *console) log(f *sessionFlags, follow, asJSON bool) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	r, end, err := c.reading(ctx, f, "log")
	if err != nil {
		return err
	}
	defer end()
	l := &follower{c: c, r: r, json: asJSON}
	for {
		if err := l.catchUp(ctx); err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return dbFault(f.db, err)
		}
		if err := c.flush(); err != nil || !follow {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pollEvery):
		}
	}
}

// follower tells firings of a session that have not been told yet.
type follower struct {
	c    *console
	r    store.Reader
	json bool
	told store.Boundary // what lies before it has been told
}

func (l *follower) catchUp(ctx context.Context) error {
	info, err := l.r.Info(ctx)
	if err != nil || info.Head == l.told {
		return err
	}
	timelines, err := l.r.Timelines(ctx)
	if err != nil {
		return err
	}
	path := record.LivePath(timelines, info.Head.Timeline)
	l.leave(record.LivePath(timelines, l.told.Timeline), path)
	for firing, err := range l.r.Firings(ctx, store.Query{Path: path, From: l.told.Tick, Before: info.Head.Tick}) {
		if err != nil {
			return err
		}
		l.tell(&firing)
	}
	l.told = info.Head
	return nil
}

// leave steps back to where the live path has left the one that has been told.
func (l *follower) leave(told, live record.Path) {
	fork := sort.Search(l.told.Tick, func(tick int) bool { return told.At(tick) != live.At(tick) })
	if fork == l.told.Tick {
		return
	}
	l.told.Tick = fork
	if !l.json {
		fmt.Fprintln(l.c.out, l.c.paintOut.in(yellow, fmt.Sprintf("back to before tick %d, on timeline %d", fork, live[0].Timeline)))
	}
}

func (l *follower) tell(f *tickflow.Firing) {
	if l.json {
		fmt.Fprintf(l.c.out, "%s\n", f.AppendJSON(nil))
		return
	}
	fmt.Fprintf(l.c.out, "%s  %s\n", l.c.paintOut.in(faint, fmt.Sprintf("tick %d", f.Tick)), visible(firingLine(f, traceLimit)))
}
