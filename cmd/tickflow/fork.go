package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tickflow/tickflow/runtime/store"
	"github.com/tickflow/tickflow/runtime/value"

	tickflow "github.com/tickflow/tickflow/runtime"
)

type forkFlags struct {
	session  sessionFlags
	into     string
	timeline int
	tick     int
	set      []string
	json     bool
}

func newFork(c *console) *cobra.Command {
	f := &forkFlags{timeline: -1, tick: -1}
	cmd := &cobra.Command{
		Use:   "fork --db FILE --session NAME --into NAME [--at TICK] [--set NODE.output=JSON]",
		Short: "Begin a session with what another one did up to a tick",
		Long: `Makes a new session whose run has done what another one did up to a tick, or up to where it stands, and shares nothing
with it from there on. --set puts a value in the place of what a node returned last, so that all that read it from there on
see the corrected one; the record of what happened stays as it was, and so do tokens that were passed on because of it. The
session may be running meanwhile.

With --json the result is {"session", "timeline", "tick"}: the new session, and where its run stands.

Exit codes: 0, 1 when the new session is in use, 2 for wrong input or usage.`,
		Example: `  tickflow fork --db runs.db --session monday --into retry --at 4
  tickflow fork --db runs.db --session monday --into fixed --at 4 --set 'draft.output={"sum": 12}'
  tickflow resume --db runs.db --session fixed`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return c.fork(f) },
	}
	f.session.register(cmd)
	cmd.Flags().StringVar(&f.into, "into", "", "the `NAME` of the new session")
	cmd.Flags().Var(countFlag{&f.tick, 0, "ticks"}, "at", "up to before tick `N`; where the run stands if left out")
	timelineFlag(cmd, &f.timeline)
	cmd.Flags().StringArrayVar(&f.set, "set", nil, "put a value in the place of what a node returned last: `NODE.output=JSON`; may be given several times")
	cmd.Flags().BoolVar(&f.json, "json", false, "print what was done as JSON")
	return cmd
}

func (c *console) fork(f *forkFlags) (err error) {
	edits, to, err := f.target()
	if err != nil {
		return err
	}
	ctx := context.Background()
	from, endReading, err := c.reading(ctx, &f.session, "fork")
	if err != nil {
		return err
	}
	defer endReading()
	at, err := f.session.boundary(ctx, from, f.timeline, f.tick)
	if err != nil {
		return err
	}
	if _, err := f.session.loaded(ctx, from, at); err != nil {
		return err
	}
	s, end, err := c.creating(ctx, to)
	if err != nil {
		return err
	}
	defer end(&err)
	switch err := tickflow.Fork(ctx, from, at, s, edits...); {
	case errors.Is(err, store.ErrUsed):
		return usage("there is a session "+f.into+" already", "give the new one another name")
	case err != nil:
		return usage(err.Error(), "")
	}
	info, err := s.Info(ctx)
	if err != nil {
		return dbFault(f.session.db, err)
	}
	if f.json {
		return c.printJSON(standingJSON{Session: f.into, Timeline: info.Head.Timeline, Tick: info.Head.Tick})
	}
	fmt.Fprintf(c.err, "session %s stands before tick %d\n", visible(f.into), info.Head.Tick)
	c.report().tail("  ", "hint", "go on with `tickflow resume"+to.again()+"`")
	return nil
}

// target answers what is to be changed, and the new session.
func (f *forkFlags) target() ([]edit, *sessionFlags, error) {
	to := &sessionFlags{f.session.db, f.into}
	if f.into == "" {
		return nil, nil, usage("`tickflow fork` needs a name for the new session", "give it: --into NAME")
	}
	if err := store.CheckName(f.into); err != nil {
		return nil, nil, usage(err.Error(), "")
	}
	if f.into == f.session.name {
		return nil, nil, usage("a session is not forked into itself", "give the new one another name")
	}
	edits, err := corrections(f.set)
	return edits, to, err
}

// edit changes the state that a fork takes over.
type edit = func(*tickflow.Snapshot) error

// corrections reads values of --set.
func corrections(texts []string) (edits []edit, err error) {
	for _, text := range texts {
		place, json, ok := strings.Cut(text, "=")
		node, isOutput := strings.CutSuffix(place, ".output")
		if !ok || !isOutput || node == "" {
			return nil, usage("--set "+text+" says no value of an output", "it looks like --set 'NODE.output={\"sum\": 12}'")
		}
		v, err := value.Parse([]byte(json))
		if err != nil {
			return nil, usage("--set "+place+" is not JSON: "+err.Error(), jsonLooksLike)
		}
		edits = append(edits, tickflow.SetOutput(node, v))
	}
	return edits, nil
}
