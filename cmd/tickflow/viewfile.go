package main

import (
	"context"
	"encoding/json"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tickflow/tickflow/runtime/check"
	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/proof"
	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/syntax"
	"github.com/tickflow/tickflow/runtime/view"

	tickflow "github.com/tickflow/tickflow/runtime"
)

// seenFile answers the runs in a file, by what it is.
func (c *console) seenFile(ctx context.Context, path, graphPath string) ([]*view.Run, error) {
	src, err := c.read(path)
	if err != nil {
		return nil, err
	}
	var kind struct {
		Traces json.RawMessage
	}
	switch text := strings.TrimSpace(src.Text); {
	case !strings.HasPrefix(text, "{"):
		return c.seenGraph(ctx, src)
	case json.Unmarshal([]byte(text), &kind) == nil && kind.Traces != nil:
		return c.seenTraces(src)
	}
	return c.seenDump(src, graphPath)
}

// seenGraph answers a graph in which nothing has fired, and the runs after which its joins wait for ever.
func (c *console) seenGraph(ctx context.Context, src *diag.Source) ([]*view.Run, error) {
	g, found, err := builtGraph(src)
	if err != nil {
		return nil, err
	}
	const thinkFor = 5 * time.Second
	ctx, cancel := context.WithTimeout(ctx, thinkFor)
	defer cancel()
	result := check.Run(ctx, g, nil, check.Options{Proof: proof.Options{Workers: runtime.GOMAXPROCS(0)}})
	runs := []*view.Run{{Name: nameOf(src), Graph: g, Findings: withoutPassing(g, check.Join(found, result.Findings))}}
	var traces []*proof.Trace
	for _, j := range result.Report.Joins {
		traces = append(traces, j.Trace)
	}
	plays, err := playAll(proof.NewTraceFile(g, traces), "")
	if err != nil {
		return nil, err
	}
	for _, p := range plays {
		runs = append(runs, p.seen())
	}
	return runs, nil
}

// builtGraph builds a graph that has no errors, and answers what else was found in its text.
func builtGraph(src *diag.Source) (*graph.Graph, diag.List, error) {
	tree, found := syntax.Parse(src)
	g, faults := graph.Build(tree)
	found = append(found, faults...)
	found.Sort()
	return g, found, found.Err()
}

func (c *console) seenTraces(src *diag.Source) ([]*view.Run, error) {
	file, err := proof.ReadTraceFile([]byte(src.Text))
	if err != nil {
		return nil, traceFault(src, err)
	}
	plays, err := playAll(file, "")
	if err != nil {
		return nil, err
	}
	var runs []*view.Run
	for _, p := range plays {
		runs = append(runs, p.seen())
	}
	if runs == nil {
		runs = append(runs, &view.Run{Name: nameOf(src), Graph: file.Graph, Notes: []string{"No join was found that can wait for ever."}})
	}
	return runs, nil
}

// seen answers a play as a run that is told in words.
func (p *play) seen() *view.Run {
	story := proof.NewStory(p.graph, p.did)
	out := &view.Run{Name: p.script.Node + " can wait for ever", Graph: p.graph, Firings: p.fired, Bare: true}
	if p.said.From != nil {
		out.Begin = p.snapshot()
	}
	for i := range p.did.Ticks {
		out.Told = append(out.Told, story.Tick(i))
	}
	if p.differs != "" {
		out.Notes = []string{"The engine does something else than the trace says: " + p.differs}
		return out
	}
	out.Notes = []string{strings.Join(append([]string{story.Headline()}, p.ending(story)...), "\n")}
	return out
}

// keptRun is what a file of run has besides the dump.
type keptRun struct {
	Graph  *graph.Written
	Reason string
	Error  *raisedJSON
}

func (c *console) seenDump(src *diag.Source, graphPath string) ([]*view.Run, error) {
	dump, err := tickflow.ReadDump([]byte(src.Text))
	if err != nil {
		return nil, snapshotFault(src, err)
	}
	var kept keptRun
	_ = json.Unmarshal([]byte(src.Text), &kept) // what is missing or something else counts as not there
	g, err := c.graphOf(src, &kept, graphPath)
	if err != nil {
		return nil, err
	}
	if g.Digest() != dump.Snapshot.GraphDigest {
		return nil, usage(src.Name+": the run is one of another graph than "+g.Source.Name, "name its graph: --graph FILE")
	}
	return seenRun(nameOf(src), g, dump, kept.Reason, kept.Error != nil), nil
}

// seenRun answers a run as it stands, then what it did before it was taken back. A raised error is no status of the run.
func seenRun(name string, g *graph.Graph, dump *tickflow.Dump, reason string, raised bool) []*view.Run {
	run := &view.Run{Name: name, Graph: g, Args: dump.Snapshot.Args, Firings: dump.Live(), Status: dump.Snapshot.Status, Reason: reason}
	if raised {
		run.Status, run.Reason = tickflow.Running, ""
		run.Notes = append(run.Notes, "The tick that would come next was given up: "+reason)
	}
	if len(run.Firings) == 0 || dump.Snapshot.GraphSince > 0 {
		run.Begin, run.Firings = dump.Snapshot, nil
		if dump.Snapshot.GraphSince > 0 {
			run.Notes = append(run.Notes, "The graph was changed during the run; only where it stands is shown.")
		}
		return []*view.Run{run}
	}
	return append([]*view.Run{run}, supersededRuns(g, dump)...)
}

// graphOf answers the graph of a run that was kept.
func (c *console) graphOf(src *diag.Source, kept *keptRun, graphPath string) (*graph.Graph, error) {
	switch {
	case graphPath != "":
		text, err := c.readGraph(graphPath)
		if err != nil {
			return nil, err
		}
		g, _, err := builtGraph(text)
		return g, err
	case kept.Graph == nil || kept.Graph.Text == "":
		return nil, usage(src.Name+" does not have the graph of its run", "name it: `tickflow view "+inShell(src.Name)+" --graph GRAPH`")
	}
	g, err := kept.Graph.Graph()
	if err != nil {
		return nil, usage(src.Name+": the graph in it is none: "+err.Error(), "name its graph: --graph FILE")
	}
	return g, nil
}

// supersededRuns answers what a run did before it was taken back, of many the last few times.
func supersededRuns(g *graph.Graph, dump *tickflow.Dump) (runs []*view.Run) {
	const most = 5
	all := dump.Snapshot.Timelines
	for _, t := range slices.Backward(all) {
		if t.ID == dump.Snapshot.Timeline || len(runs) == most {
			continue
		}
		path := record.LivePath(all, t.ID)
		var firings []tickflow.Firing
		own := false
		for _, f := range dump.Snapshot.Records {
			if path.Has(f.Timeline, f.Tick) {
				firings = append(firings, f)
				own = own || f.Timeline == t.ID
			}
		}
		run := &view.Run{Name: "timeline " + strconv.Itoa(t.ID) + ", superseded", Graph: g, Firings: firings}
		if _, err := view.New(run); own && err == nil { // it may have run with another graph
			runs = append(runs, run)
		}
	}
	return runs
}

// nameOf answers what a page calls what came out of a file.
func nameOf(src *diag.Source) string {
	if src.Name == stdin {
		return "standard input"
	}
	return filepath.Base(src.Name)
}
