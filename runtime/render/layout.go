package render

import "github.com/tickflow/tickflow/runtime/graph"

// Point is a place in a drawing, in CSS pixels from its top left corner, downwards and to the right.
type Point struct{ X, Y int }

// Box is a rectangle in a drawing: its top left corner, width and height, in CSS pixels.
type Box struct{ X, Y, W, H int }

// Layout is a graph drawn in layers from top to bottom. Edges point down, but those that close a cycle, which run beside
// the nodes and back up. Boxes of nodes and labels do not overlap each other, no edge runs through a node it does not
// belong to or through the label of another edge, and all of it lies between (0, 0) and (W, H). Coordinates are whole
// pixels, so that the same graph has the same layout on every machine. A Layout may be shared as long as nobody changes it.
type Layout struct {
	W, H  int
	Nodes []NodeBox  // by graph.ID
	Edges []EdgePath // parallel to Graph.Edges
	Slots []Point    // by slot: where its token is drawn, near the consumer on the edge of the slot

	graph *graph.Graph
}

// NodeBox is the outline of a node.
type NodeBox struct {
	Box
	Layer int      // 0 at the top of the node's connected piece of the graph; other nodes of that layer stand at the same height
	Name  []string // the name as it is drawn: one line or two, the last one perhaps cut short with an ellipsis
	Body  string   // the name of the body as it is drawn, perhaps cut short; "" for the identity
}

// EdgePath is the line of an edge.
type EdgePath struct {
	// Path starts at the producer and ends at the tip of the arrow at the consumer. It is a chain of cubic Bézier curves:
	// a first point, then for each curve two control points and its end. Both control points of a straight piece are its ends.
	Path     []Point
	Back     bool   // the edge closes a cycle and is drawn at the sides of its nodes, upwards
	Label    string // the name of the guard as it is drawn, perhaps cut short; "" on a plain edge
	LabelBox Box    // of no size on a plain edge
}

// Arrange lays a graph out. Layers follow the longest way from a start; within a layer nodes keep the order of the text
// as far as that costs no crossings. The time is about linear for trees and chains; the search for fewer crossings, which
// takes most of it, is cut short on large graphs.
func Arrange(g *graph.Graph) *Layout {
	l := &Layout{
		Nodes: make([]NodeBox, len(g.Nodes)),
		Edges: make([]EdgePath, len(g.Edges())),
		Slots: make([]Point, g.Slots()),
		graph: g,
	}
	order, back := unwind(g)
	layer := layers(g, order, back)
	for n := range g.Nodes {
		l.Nodes[n] = measure(g, graph.ID(n))
	}
	for e := range g.Edges() {
		l.Edges[e].Back = back[e]
		if guard := g.Edges()[e].Guard; guard >= 0 {
			l.Edges[e].Label, l.Edges[e].LabelBox = measureLabel(g.GuardNames[guard])
		}
	}
	pieces := split(g)
	sizes := make([]Box, len(pieces))
	cellOf := make([]int32, len(g.Nodes))
	for i, p := range pieces {
		s := newSheet(l, p, layer, cellOf)
		s.reduceCrossings()
		s.chooseSides()
		s.insertLabels()
		s.reserveLanes()
		s.align()
		s.stack()
		s.route()
		sizes[i] = s.bounds()
	}
	l.pack(pieces, sizes)
	return l
}
