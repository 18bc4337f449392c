// Package render draws a graph: for other programs as JSON, as a mermaid flowchart and in Graphviz's DOT, and for people as
// a picture in SVG.
//
// JSON, Mermaid and DOT list the nodes in node order and the edges grouped by source, in text order within a source. Arrange
// gives everything its place and SVG draws that; a picture can show where a run stands, but nothing of a run is known here.
// The same text always gives the same output. All functions read an immutable graph and may be called concurrently.
package render

import "github.com/tickflow/tickflow/runtime/graph"

// shape is how a drawing sets a node apart.
type shape uint8

const (
	plainShape   shape = iota // one producer, or an AND-join
	startShape                // a start
	orShape                   // an OR-join of several producers
	startOrShape              // both
)

func shapeOf(g *graph.Graph, n graph.ID) shape {
	node := &g.Nodes[n]
	s := plainShape
	if node.Start {
		s = startShape
	}
	// With one producer AND and OR are the same.
	if node.Join == graph.Or && len(g.Producers(n)) > 1 {
		s += orShape
	}
	return s
}

// label answers what a drawing writes on a node. No shape is left for a start that is an OR-join: its label says so.
func label(g *graph.Graph, n graph.ID) string {
	if shapeOf(g, n) == startOrShape {
		return g.Nodes[n].Name + " (OR)"
	}
	return g.Nodes[n].Name
}
