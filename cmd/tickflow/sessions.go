package main

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/tickflow/tickflow/runtime/store"

	tickflow "github.com/tickflow/tickflow/runtime"
)

func newSessions(c *console) *cobra.Command {
	f := &sessionFlags{}
	json := false
	cmd := &cobra.Command{
		Use:   "sessions --db FILE",
		Short: "List the sessions of a database, show, delete and prune them",
		Long: `Lists the runs that a database keeps: where each stands, when it began, and who is running it now.

With --json the result is an array of {"session", "id", "created", "timeline", "tick", "timelines", "programs", "holder"};
"holder" is null or {"pid", "host", "since"}.

Exit codes: 0, 1 when the session is in use, 2 for wrong input or usage.`,
		Example: `  tickflow sessions --db runs.db
  tickflow sessions show --db runs.db --session monday
  tickflow sessions prune --db runs.db --session monday --before 1000
  tickflow sessions delete --db runs.db --session monday`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return c.listSessions(f, json) },
	}
	f.registerDB(cmd)
	cmd.Flags().BoolVar(&json, "json", false, "print the sessions as JSON")
	cmd.AddCommand(newSessionsShow(c), newSessionsDelete(c), newSessionsPrune(c))
	return cmd
}

func (c *console) listSessions(f *sessionFlags, json bool) error {
	if f.db == "" {
		return usage("`tickflow sessions` needs a database", "name it: --db runs.db")
	}
	ctx := context.Background()
	db, err := existingDB(ctx, f.db)
	if err != nil {
		return err
	}
	defer db.Close()
	all, err := db.List(ctx)
	if err != nil {
		return dbFault(f.db, err)
	}
	if json {
		out := make([]sessionJSON, len(all))
		for i := range all {
			out[i] = sessionToJSON(&all[i])
		}
		return c.printJSON(out)
	}
	if len(all) == 0 {
		fmt.Fprintln(c.err, "there are no sessions in "+visible(f.db))
		return nil
	}
	t := &table{head: []string{"session", "tick", "timelines", "begun", "in use by"}, right: []bool{false, true, true}}
	for i := range all {
		info := &all[i]
		holder := "-"
		if info.Holder != nil {
			holder = info.Holder.String()
		}
		t.add(info.Name, strconv.Itoa(info.Head.Tick), strconv.Itoa(info.Timelines), moment(info.Created), holder)
	}
	t.print(c.out, c.paintOut, c.outWidth)
	return nil
}

// moment answers a time for people, given milliseconds since 1970.
func moment(ms int64) string { return time.UnixMilli(ms).Format("2006-01-02 15:04:05") }

// sessionJSON is what sessions --json prints of a session.
type sessionJSON struct {
	Session   string        `json:"session"`
	ID        string        `json:"id"`
	Created   int64         `json:"created"` // in milliseconds since 1970
	Timeline  int           `json:"timeline"`
	Tick      int           `json:"tick"`
	Timelines int           `json:"timelines"`
	Programs  int           `json:"programs"`
	Holder    *store.Holder `json:"holder"`
}

func sessionToJSON(info *store.Info) sessionJSON {
	return sessionJSON{info.Name, info.ID, info.Created, info.Head.Timeline, info.Head.Tick, info.Timelines, len(info.Programs), info.Holder}
}

func newSessionsShow(c *console) *cobra.Command {
	f := &sessionFlags{}
	cmd := &cobra.Command{
		Use:     "show --db FILE --session NAME",
		Short:   "Show what a session keeps",
		Long:    "Shows where the run of a session stands, its timelines, checkpoints, the programs that went on with it, and its size.",
		Example: "  tickflow sessions show --db runs.db --session monday",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return c.showSession(f) },
	}
	f.register(cmd)
	return cmd
}

func (c *console) showSession(f *sessionFlags) error {
	ctx := context.Background()
	r, end, err := f.reading(ctx, "sessions show")
	if err != nil {
		return err
	}
	defer end()
	info, err := r.Info(ctx)
	if err != nil {
		return dbFault(f.db, err)
	}
	size, err := r.Size(ctx)
	if err != nil {
		return dbFault(f.db, err)
	}
	timelines, err := r.Timelines(ctx)
	if err != nil {
		return dbFault(f.db, err)
	}
	checkpoints, err := r.Checkpoints(ctx)
	if err != nil {
		return dbFault(f.db, err)
	}
	t := &table{head: []string{"session", info.Name}}
	t.add("id", info.ID)
	t.add("begun", moment(info.Created))
	t.add("stands before", info.Head.String())
	t.add("size", count(int(size), "byte"))
	if info.Holder != nil {
		t.add("in use by", info.Holder.String())
	}
	for _, line := range timelines {
		if line.ID != 0 {
			t.add("timeline "+strconv.Itoa(line.ID), fmt.Sprintf("from timeline %d at tick %d", line.Parent, line.Fork))
		}
	}
	for _, p := range info.Programs {
		name := "-"
		if len(p.Files) > 0 {
			name = p.Files[0].Name
		}
		t.add("program", fmt.Sprintf("%s from %v on, since %s", name, p.Boundary, moment(p.At)))
	}
	for _, k := range checkpoints {
		t.add("checkpoint", fmt.Sprintf("%s at %v", k.Label, store.Boundary{Timeline: k.Timeline, Tick: k.Tick}))
	}
	t.print(c.out, c.paintOut, c.outWidth)
	return nil
}

func newSessionsDelete(c *console) *cobra.Command {
	f := &sessionFlags{}
	cmd := &cobra.Command{
		Use:     "delete --db FILE --session NAME",
		Short:   "Delete a session and everything of it",
		Long:    "Deletes a session and everything of it. It is refused while somebody runs it.",
		Example: "  tickflow sessions delete --db runs.db --session monday",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if err := f.required("sessions delete"); err != nil {
				return err
			}
			ctx := context.Background()
			db, err := existingDB(ctx, f.db)
			if err != nil {
				return err
			}
			defer db.Close()
			if err := db.Delete(ctx, f.name); err != nil {
				return f.fault(ctx, db, err)
			}
			fmt.Fprintf(c.err, "deleted session %s\n", visible(f.name))
			return nil
		},
	}
	f.register(cmd)
	return cmd
}

func newSessionsPrune(c *console) *cobra.Command {
	f := &sessionFlags{}
	before, superseded := -1, false
	cmd := &cobra.Command{
		Use:   "prune --db FILE --session NAME [--before TICK] [--superseded]",
		Short: "Forget a part of a session's past",
		Long: `Forgets firings and snapshots that nobody will ask for any more: those before a tick, and those that going back to an
earlier tick has superseded. The run goes on as before; what is forgotten can no longer be shown, nor gone back to but by a
checkpoint.`,
		Example: "  tickflow sessions prune --db runs.db --session monday --before 1000 --superseded",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if before < 0 && !superseded {
				return usage("`tickflow sessions prune` needs to know what to forget", "give --before TICK, --superseded, or both")
			}
			return c.pruneSession(f, before, superseded)
		},
	}
	f.register(cmd)
	cmd.Flags().Var(countFlag{&before, 0, "ticks"}, "before", "forget the ticks before tick `N`")
	cmd.Flags().BoolVar(&superseded, "superseded", false, "forget what going back has superseded")
	return cmd
}

func (c *console) pruneSession(f *sessionFlags, before int, superseded bool) error {
	ctx := context.Background()
	s, end, err := f.writing(ctx, "sessions prune")
	if err != nil {
		return err
	}
	defer end()
	info, err := s.Info(ctx)
	if err != nil {
		return dbFault(f.db, err)
	}
	was, err := s.Size(ctx)
	if err != nil {
		return dbFault(f.db, err)
	}
	if before >= 0 {
		if before > info.Head.Tick {
			return usage(fmt.Sprintf("--before %d is beyond the run, which stands before %v", before, info.Head), "")
		}
		if err := tickflow.PruneBefore(ctx, s, store.Boundary{Timeline: info.Head.Timeline, Tick: before}); err != nil {
			return dbFault(f.db, err)
		}
	}
	if superseded {
		if err := tickflow.PruneSuperseded(ctx, s); err != nil {
			return dbFault(f.db, err)
		}
	}
	is, err := s.Size(ctx)
	if err != nil {
		return dbFault(f.db, err)
	}
	fmt.Fprintf(c.err, "session %s: %s before, %s now\n", visible(f.name), count(int(was), "byte"), count(int(is), "byte"))
	return nil
}
