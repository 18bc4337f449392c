package proof

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/syntax"
)

// traceFormat is the version of the form in which traces are written.
const traceFormat = 1

// TraceFile is a graph with runs of it after which joins wait for ever, one for each join. It needs nothing else to be
// played: the text of the graph is in it. It is written as JSON:
//
//	{
//	  "format": 1,
//	  "graph": {
//	    "name": "flow.tickflow",       what the text was called
//	    "text": "[start]-->B\n...",
//	    "digest": "5d1c...",           of the graph, with its joins as the traces need them
//	    "joins": {"M": "OR"}           the joins that are not what the text says
//	  },
//	  "traces": [...]                  each a Script
//	}
type TraceFile struct {
	Graph   *graph.Graph
	Scripts []*Script
	// Edited tells, of a file that was read, that its text means something else now than when the traces were found.
	Edited bool
}

type traceFileJSON struct {
	Format int         `json:"format"`
	Graph  tracedGraph `json:"graph"`
	Traces []*Script   `json:"traces"`
}

type tracedGraph struct {
	Name   string            `json:"name"`
	Text   string            `json:"text"`
	Digest string            `json:"digest"`
	Joins  map[string]string `json:"joins"`
}

// NewTraceFile answers a file of traces of a graph, as many as Scripts answers. They are about the graph as it is: when its
// joins are others than in its text, the file has them too.
func NewTraceFile(g *graph.Graph, traces []*Trace) *TraceFile {
	return &TraceFile{Graph: g, Scripts: Scripts(g, traces)}
}

// Traces answers the scripts as traces of the whole graph, one for each.
func (f *TraceFile) Traces() []*Trace {
	traces := make([]*Trace, len(f.Scripts))
	for i, s := range f.Scripts {
		traces[i] = s.trace(f.Graph)
	}
	return traces
}

// Marshal answers the file's JSON with a line feed at its end. The same file always comes to the same bytes.
func (f *TraceFile) Marshal() []byte {
	src := f.Graph.Source
	document := traceFileJSON{
		Format: traceFormat,
		Graph:  tracedGraph{Name: src.Name, Text: src.Text, Digest: f.Graph.Digest(), Joins: f.Graph.Written().Joins},
		Traces: f.Scripts,
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	_ = encoder.Encode(document) // strings, numbers and booleans always have a JSON form
	return b.Bytes()
}

func parse(src *diag.Source) (*graph.Graph, error) {
	tree, faults := syntax.Parse(src)
	g, more := graph.Build(tree)
	return g, append(faults, more...).Err()
}

// ReadTraceFile reads what Marshal wrote. It fails with a *TraceFileError on anything else: what is no JSON, another
// format, a graph with errors, and traces that do not fit the graph. A graph whose text has changed since is no failure
// as long as the traces fit; then Edited is set. Whether the graph does what a trace says is only found by playing it.
func ReadTraceFile(data []byte) (*TraceFile, error) {
	var version struct {
		Format *int            `json:"format"`
		Traces json.RawMessage `json:"traces"`
	}
	if err := decode(data, &version); err != nil {
		return nil, err
	}
	switch {
	case version.Format == nil:
		return nil, fault("", "it does not say which format it has")
	case *version.Format != traceFormat:
		return nil, fault("format", "format %d is not known, only %d is", *version.Format, traceFormat)
	}
	var document traceFileJSON
	if err := decode(data, &document); err != nil {
		return nil, err
	}
	if document.Graph.Text == "" {
		return nil, fault("graph.text", "there is no graph")
	}
	if version.Traces == nil {
		return nil, fault("traces", "there is no list of them")
	}
	f := &TraceFile{Scripts: document.Traces}
	if err := f.take(&document.Graph); err != nil {
		return nil, err
	}
	if err := f.fit(); err != nil {
		return nil, err
	}
	return f, nil
}

// take builds the graph, with its joins as they were.
func (f *TraceFile) take(written *tracedGraph) error {
	g, err := parse(diag.NewSource(written.Name, written.Text))
	if err != nil {
		return &TraceFileError{Path: "graph.text", Msg: "the graph has errors", Err: err}
	}
	nodes := map[string][]graph.ID{}
	for _, name := range slices.Sorted(maps.Keys(written.Joins)) {
		id, known := g.Lookup(name)
		join := written.Joins[name]
		switch {
		case !known:
			return unfit("graph.joins", "the graph has no node `%s`", name)
		case join != graph.And.String() && join != graph.Or.String():
			return fault("graph.joins", "`%s` is neither AND nor OR", join)
		}
		nodes[join] = append(nodes[join], id)
	}
	for _, join := range []syntax.Join{graph.And, graph.Or} {
		if ids := nodes[join.String()]; ids != nil {
			g = g.WithJoin(join, ids...)
		}
	}
	f.Graph, f.Edited = g, g.Digest() != written.Digest
	return nil
}
