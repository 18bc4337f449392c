package render

import (
	"math"

	"github.com/tickflow/tickflow/runtime/graph"
)

// piece is one connected piece of a graph: its nodes in node order, and the numbers of its edges in their order.
type piece struct {
	nodes []graph.ID
	edges []int32
}

// split answers the connected pieces of a graph, ordered by their first nodes.
func split(g *graph.Graph) []piece {
	parent := make([]graph.ID, len(g.Nodes))
	for n := range parent {
		parent[n] = graph.ID(n)
	}
	root := func(n graph.ID) graph.ID {
		for parent[n] != n {
			parent[n] = parent[parent[n]]
			n = parent[n]
		}
		return n
	}
	for _, e := range g.Edges() {
		a, b := root(e.From), root(e.To)
		parent[max(a, b)] = min(a, b)
	}
	var pieces []piece
	number := make([]int, len(g.Nodes))
	for n := range g.Nodes {
		r := root(graph.ID(n))
		if r == graph.ID(n) {
			number[n] = len(pieces)
			pieces = append(pieces, piece{})
		}
		p := &pieces[number[r]]
		p.nodes = append(p.nodes, graph.ID(n))
	}
	for i, e := range g.Edges() {
		p := &pieces[number[root(e.From)]]
		p.edges = append(p.edges, int32(i))
	}
	return pieces
}

const (
	margin   = 24 // around the drawing
	pieceGap = 48 // between connected pieces
)

// pack puts the pieces side by side in rows, in their order, and moves everything on them to its final place. bounds are
// what the pieces cover before that.
func (l *Layout) pack(pieces []piece, bounds []Box) {
	area, widest := 0.0, 0
	for _, b := range bounds {
		area += float64(b.W+pieceGap) * float64(b.H+pieceGap)
		widest = max(widest, b.W)
	}
	limit := max(widest, int(math.Sqrt(area*2)))
	x, y, height := margin, margin, 0
	for i, b := range bounds {
		if x > margin && x+b.W > margin+limit {
			x, y, height = margin, y+height+pieceGap, 0
		}
		l.move(pieces[i], x-b.X, y-b.Y)
		l.W = max(l.W, x+b.W+margin)
		x += b.W + pieceGap
		height = max(height, b.H)
	}
	l.W = max(l.W, 2*margin)
	l.H = y + height + margin
}

func (l *Layout) move(p piece, dx, dy int) {
	for _, n := range p.nodes {
		b := &l.Nodes[n].Box
		b.X, b.Y = b.X+dx, b.Y+dy
		for s := l.graph.FirstSlot(n); s < l.graph.FirstSlot(n)+int32(len(l.graph.Producers(n))); s++ {
			l.Slots[s] = Point{l.Slots[s].X + dx, l.Slots[s].Y + dy}
		}
	}
	for _, e := range p.edges {
		edge := &l.Edges[e]
		for i, at := range edge.Path {
			edge.Path[i] = Point{at.X + dx, at.Y + dy}
		}
		if edge.LabelBox.W > 0 {
			edge.LabelBox.X, edge.LabelBox.Y = edge.LabelBox.X+dx, edge.LabelBox.Y+dy
		}
	}
}
