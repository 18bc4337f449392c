package main

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/tickflow/tickflow/runtime/store"
)

func newSessions(c *console) *cobra.Command {
	cmd := newSessionsList(c)
	cmd.Use = "sessions --db FILE"
	cmd.Short = "List the sessions of a database, show, delete and prune them"
	cmd.Example = `  tickflow sessions --db runs.db
  tickflow sessions show monday --db runs.db
  tickflow sessions prune monday --db runs.db --before 1000
  tickflow sessions delete monday --db runs.db`
	cmd.AddCommand(newSessionsList(c), newSessionsShow(c), newSessionsDelete(c), newSessionsPrune(c))
	return cmd
}

func newSessionsList(c *console) *cobra.Command {
	f := &sessionFlags{}
	asJSON := false
	cmd := &cobra.Command{
		Use:   "list --db FILE",
		Short: "List the sessions of a database",
		Long: `Lists the runs that a database keeps: which graph each runs, where it stands, when it began, and who is running it now.

A database is an SQLite file, or a folder with a folder of JSON files for each session. One that is not there is made by run:
a folder when its name ends in /, else a file.

With --json the result is an array of {"session", "id", "created", "timeline", "tick", "timelines", "programs", "graph",
"holder"}; times are milliseconds since 1970, "holder" is null or {"pid", "host", "since"}.

Exit codes: 0, or 2 for wrong input or usage.`,
		Example: "  tickflow sessions list --db runs.db\n  tickflow sessions list --db runs.db --json | jq -r '.[] | .session'",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return c.listSessions(f, asJSON) },
	}
	f.registerDB(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the sessions as JSON")
	return cmd
}

func (c *console) listSessions(f *sessionFlags, asJSON bool) error {
	if f.db == "" {
		return usage("`tickflow sessions` needs a database", "name it: --db runs.db")
	}
	ctx := context.Background()
	db, err := c.existingDB(ctx, f.db)
	if err != nil {
		return err
	}
	defer db.Close() // nothing is written
	all, err := db.List(ctx)
	if err != nil {
		return dbFault(f.db, err)
	}
	if asJSON {
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
	t := &table{head: []string{"session", "graph", "tick", "timelines", "begun", "in use by"}, right: []bool{false, false, true, true}}
	for i := range all {
		info := &all[i]
		holder := "-"
		if info.Holder != nil {
			holder = info.Holder.String()
		}
		t.add(info.Name, graphName(info), strconv.Itoa(info.Head.Tick), strconv.Itoa(info.Timelines), moment(info.Created), holder)
	}
	t.print(c.out, c.paintOut, c.outWidth)
	return nil
}

// moment answers a time for people, given milliseconds since 1970.
func moment(ms int64) string { return time.UnixMilli(ms).Format(time.DateTime) }

// graphName answers the file that the graph of a session's run was last read from, or "-".
func graphName(info *store.Info) string {
	if n := len(info.Programs); n > 0 && len(info.Programs[n-1].Files) > 0 {
		return info.Programs[n-1].Files[0].Name
	}
	return "-"
}

// sessionJSON is what sessions --json prints of a session.
type sessionJSON struct {
	Session   string        `json:"session"`
	ID        string        `json:"id"`
	Created   int64         `json:"created"` // in milliseconds since 1970
	Timeline  int           `json:"timeline"`
	Tick      int           `json:"tick"`
	Timelines int           `json:"timelines"`
	Programs  int           `json:"programs"`
	Graph     string        `json:"graph"`
	Holder    *store.Holder `json:"holder"`
}

func sessionToJSON(info *store.Info) sessionJSON {
	return sessionJSON{
		info.Name, info.ID, info.Created, info.Head.Timeline, info.Head.Tick, info.Timelines, len(info.Programs), graphName(info), info.Holder,
	}
}
