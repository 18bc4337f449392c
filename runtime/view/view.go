// Package view shows runs to people: one self-contained page with the graph, its tokens and every firing, tick by tick.
//
// New makes a Document of runs; Page is the page that shows it, and AppendJSON its data alone. The page needs no network,
// no other file and no build step. The package reads nothing and writes nothing; a Document is used by one goroutine at a
// time, what it has answered may be shared.
package view

import (
	"fmt"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/value"
)

// Run is one run to be shown. Name and Graph are needed.
type Run struct {
	Name  string       // what the page calls it
	Graph *graph.Graph // the graph of all its firings
	Args  value.Value  // the run's input; Begin has its own
	// Begin is where the firings begin; nil if that is with the starts, at tick 0.
	Begin *engine.Snapshot
	// Firings are whole ticks, one after the other, from Begin on. Timelines do not count: all are taken for one.
	Firings []record.Firing
	// Status says how the run was halted. Other statuses are told from where it stands.
	Status engine.Status
	Reason string // why it was halted, or ""

	Told     [][]string // what happens in words, by tick from the first on; may be shorter than there are ticks
	Notes    []string   // what there is to say about the run as a whole, a sentence each
	Findings diag.List  // about the text of the graph
	Bare     bool       // the firings have no values: they tell who fires and what guards answer, no more
}

// Document is what a page shows: runs, of which one is looked at or two are compared.
type Document struct {
	values interner
	graphs []*graph.Graph
	data   documentJSON
}

// New makes a document of runs, at least one; the first is the one that is shown. It fails, with the error of
// engine.Replayed, when the firings of a run do not follow from its graph and beginning.
func New(runs ...*Run) (*Document, error) {
	d := &Document{data: documentJSON{Format: Format}}
	for _, r := range runs {
		if err := d.add(r); err != nil {
			return nil, fmt.Errorf("%s: %w", r.Name, err)
		}
	}
	return d, nil
}

// Compare lets the page begin with the first two runs side by side.
func (d *Document) Compare() { d.data.Compare = len(d.data.Runs) > 1 }

// At lets the page begin before a tick rather than at the end.
func (d *Document) At(tick int) { d.data.At = &tick }

// graph answers the number of a graph in the document.
func (d *Document) graph(g *graph.Graph) int {
	for i, known := range d.graphs {
		if known.Digest() == g.Digest() {
			return i
		}
	}
	d.graphs = append(d.graphs, g)
	d.data.Graphs = append(d.data.Graphs, graphJSONOf(g))
	return len(d.graphs) - 1
}
