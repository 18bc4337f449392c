package main

import (
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/tickflow/tickflow/runtime/store"
)

func newSessionsShow(c *console) *cobra.Command {
	f := &sessionFlags{}
	asJSON := false
	cmd := &cobra.Command{
		Use:   "show NAME --db FILE",
		Short: "Show what a session keeps",
		Long: `Shows where the run of a session stands, its size, its timelines, its checkpoints, and the programs that went on with it.

With --json the result is {"session", "id", "created", "timeline", "tick", "fireable", "size", "holder", "timelines": [{"id",
"parent", "fork"}], "checkpoints": [{"label", "timeline", "tick"}], "programs": [{"timeline", "tick", "at", "graph",
"behaviours", "files": [{"name", "digest"}]}]}; times are milliseconds since 1970, graph and behaviours are digests.

Exit codes: 0, or 2 for wrong input or usage.`,
		Example: "  tickflow sessions show monday --db runs.db",
		RunE:    func(*cobra.Command, []string) error { return c.showSession(f, asJSON) },
	}
	f.registerNamed(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print it as JSON")
	return cmd
}

// sessionDetails is what there is to show of a session.
type sessionDetails struct {
	Session     string           `json:"session"`
	ID          string           `json:"id"`
	Created     int64            `json:"created"`
	Timeline    int              `json:"timeline"`
	Tick        int              `json:"tick"`
	Fireable    []string         `json:"fireable"`
	Size        int64            `json:"size"` // in bytes
	Holder      *store.Holder    `json:"holder"`
	Timelines   []timelineJSON   `json:"timelines"`
	Checkpoints []checkpointJSON `json:"checkpoints"`
	Programs    []programJSON    `json:"programs"`
}

type timelineJSON struct {
	ID     int `json:"id"`
	Parent int `json:"parent"`
	Fork   int `json:"fork"`
}

type checkpointJSON struct {
	Label    string `json:"label"`
	Timeline int    `json:"timeline"`
	Tick     int    `json:"tick"`
}

type programJSON struct {
	Timeline   int        `json:"timeline"`
	Tick       int        `json:"tick"`
	At         int64      `json:"at"`
	Graph      string     `json:"graph"`
	Behaviours string     `json:"behaviours"`
	Files      []fileJSON `json:"files"`
}

type fileJSON struct {
	Name   string `json:"name"`
	Digest string `json:"digest"`
}

func (c *console) showSession(f *sessionFlags, asJSON bool) error {
	ctx := context.Background()
	r, end, err := c.reading(ctx, f, "sessions show")
	if err != nil {
		return err
	}
	defer end()
	d, err := f.details(ctx, r)
	if err != nil {
		return err
	}
	if asJSON {
		return c.printJSON(d)
	}
	d.table().print(c.out, c.paintOut, c.outWidth)
	return nil
}

func (f *sessionFlags) details(ctx context.Context, r store.Reader) (*sessionDetails, error) {
	info, err := r.Info(ctx)
	if err != nil {
		return nil, dbFault(f.db, err)
	}
	d := &sessionDetails{
		Session: info.Name, ID: info.ID, Created: info.Created, Timeline: info.Head.Timeline, Tick: info.Head.Tick, Holder: info.Holder,
		Fireable: []string{}, Timelines: []timelineJSON{}, Checkpoints: []checkpointJSON{}, Programs: []programJSON{},
	}
	if d.Size, err = r.Size(ctx); err != nil {
		return nil, dbFault(f.db, err)
	}
	s, err := f.loaded(ctx, r, info.Head)
	if err != nil {
		return nil, err
	}
	d.Fireable = append(d.Fireable, s.Fireable...)
	timelines, err := r.Timelines(ctx)
	if err != nil {
		return nil, dbFault(f.db, err)
	}
	for _, t := range timelines {
		d.Timelines = append(d.Timelines, timelineJSON(t))
	}
	checkpoints, err := r.Checkpoints(ctx)
	if err != nil {
		return nil, dbFault(f.db, err)
	}
	for _, k := range checkpoints {
		d.Checkpoints = append(d.Checkpoints, checkpointJSON{k.Label, k.Timeline, k.Tick})
	}
	for _, p := range info.Programs {
		out := programJSON{p.Timeline, p.Tick, p.At, p.Graph, p.Behaviors, []fileJSON{}}
		for _, file := range p.Files {
			out.Files = append(out.Files, fileJSON(file))
		}
		d.Programs = append(d.Programs, out)
	}
	return d, nil
}

// table answers the details for people, a fact a line.
func (d *sessionDetails) table() *table {
	t := &table{head: []string{"session", d.Session}}
	t.add("id", d.ID)
	t.add("begun", moment(d.Created))
	t.add("stands before", fmt.Sprintf("%v, with %s fireable", store.Boundary{Timeline: d.Timeline, Tick: d.Tick}, listed(d.Fireable)))
	t.add("size", count(int(d.Size), "byte"))
	if d.Holder != nil {
		t.add("in use by", d.Holder.String())
	}
	for _, line := range d.Timelines {
		if line.ID != 0 {
			t.add("timeline "+strconv.Itoa(line.ID), fmt.Sprintf("from timeline %d at tick %d", line.Parent, line.Fork))
		}
	}
	for _, p := range d.Programs {
		name := "-"
		if len(p.Files) > 0 {
			name = p.Files[0].Name
		}
		t.add("program", fmt.Sprintf("%s from %v on, since %s", name, store.Boundary{Timeline: p.Timeline, Tick: p.Tick}, moment(p.At)))
	}
	for _, k := range d.Checkpoints {
		t.add("checkpoint", fmt.Sprintf("%s at %v", k.Label, store.Boundary{Timeline: k.Timeline, Tick: k.Tick}))
	}
	return t
}
