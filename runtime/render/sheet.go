package render

import (
	"slices"

	"github.com/tickflow/tickflow/runtime/graph"
)

// sheet is where one connected piece of a graph is laid out. Each layer becomes a row of cells; an edge that spans several
// rows bends in each of them, so that links lead from one row to the next only, the way of Sugiyama, Tagawa and Toda
// ("Methods for visual understanding of hierarchical system structures", 1981).
type sheet struct {
	layout *Layout
	piece
	cellOf []int32 // by graph.ID, for the nodes of this piece
	cells  []cell
	rows   [][]int32
	labels []bool  // by row: it holds labels in place of nodes
	chains []chain // by position in edges
	links  []link
	ups    [][]int32 // by cell: its links to the row above
	downs  [][]int32 // by cell: its links to the row below

	sides  [][2]lanes // by position in nodes
	top    []int      // by row
	bottom []int
	edgeX  int // left of everything in rows: where edges pass that go around
}

// cell is what stands in a row: a node, or the place where an edge passes, perhaps with its label.
type cell struct {
	node  graph.ID // or -1
	chain int32    // of an edge that passes; -1 for a node
	label bool     // the label of the chain stands here
	row   int32
	place int32 // position in the row
	x     int   // the middle of the node or label, or where the edge passes
	left  int   // how far the cell reaches from x
	right int
}

// chain is the way of one edge through the rows, from top to bottom. An edge marked back has its arrow at the top. An edge
// to its own node has no cells.
type chain struct {
	edge  int32
	cells []int32
	// cut is 0, or the position in cells before which the edge goes around all rows at their left end: it would need too
	// many bends.
	cut      int
	upSide   side // where it meets the node on top
	downSide side // where it meets the node at its foot
	upX      int  // the lane it takes beside the node on top
	downX    int
}

// side is where an edge meets a node: at the middle, that is above or below it, or beside it.
type side int8

const (
	leftSide  side = -1
	middle    side = 0
	rightSide side = 1
)

// link is the part of a chain from one row to the next.
type link struct {
	up, down int32 // cells
	chain    int32
	lane     bool // one end is beside a node
}

// mostBends bounds the number of cells that are not nodes, on one sheet. The longest edges go around beyond that.
const mostBends = 1 << 15

func newSheet(l *Layout, p piece, layer []int, cellOf []int32) *sheet {
	s := &sheet{layout: l, piece: p, cellOf: cellOf}
	first, last := layer[p.nodes[0]], 0
	for _, n := range p.nodes {
		first, last = min(first, layer[n]), max(last, layer[n])
	}
	s.rows = make([][]int32, last-first+1)
	s.labels = make([]bool, len(s.rows))
	for _, n := range p.nodes {
		l.Nodes[n].Layer = layer[n] - first
		cellOf[n] = s.add(cell{node: n, chain: -1, row: int32(layer[n] - first)})
	}
	s.chains = make([]chain, len(p.edges))
	longest := s.longestThrough(layer)
	for i, e := range p.edges {
		edge := l.graph.Edges()[e]
		up, down := cellOf[edge.From], cellOf[edge.To]
		if l.Edges[e].Back {
			up, down = down, up
		}
		c := chain{edge: e}
		if up != down {
			c.cells = s.pass(int32(i), up, down, longest)
			if len(c.cells) == 2 && s.cells[down].row-s.cells[up].row > 1 {
				c.cut = 1
			}
		}
		s.chains[i] = c
	}
	s.connect()
	return s
}

// add puts a cell at the end of its row.
func (s *sheet) add(c cell) int32 {
	id := int32(len(s.cells))
	c.place = int32(len(s.rows[c.row]))
	s.cells = append(s.cells, c)
	s.rows[c.row] = append(s.rows[c.row], id)
	return id
}

// longestThrough answers how many rows an edge may span at most so that all such edges together have no more than
// mostBends bends.
func (s *sheet) longestThrough(layer []int) int {
	count := make([]int, len(s.rows)+1)
	for _, e := range s.edges {
		edge := s.layout.graph.Edges()[e]
		count[max(layer[edge.From]-layer[edge.To], layer[edge.To]-layer[edge.From])]++
	}
	bends := 0
	for span := 2; span < len(count); span++ {
		if bends += count[span] * (span - 1); bends > mostBends {
			return span - 1
		}
	}
	return len(count)
}

// pass answers the cells of a chain, with new ones in the rows between its ends.
func (s *sheet) pass(c, up, down int32, longest int) []int32 {
	from, to := s.cells[up].row, s.cells[down].row
	if int(to-from) > longest {
		return []int32{up, down}
	}
	cells := make([]int32, 0, to-from+1)
	cells = append(cells, up)
	for row := from + 1; row < to; row++ {
		cells = append(cells, s.add(cell{node: -1, chain: c, row: row}))
	}
	return append(cells, down)
}

// connect makes the links of all chains.
func (s *sheet) connect() {
	s.links = s.links[:0]
	for i := range s.chains {
		c := &s.chains[i]
		for k := 1; k < len(c.cells); k++ {
			if k != c.cut {
				s.links = append(s.links, link{
					up: c.cells[k-1], down: c.cells[k], chain: int32(i),
					lane: k == 1 && c.upSide != middle || k == len(c.cells)-1 && c.downSide != middle,
				})
			}
		}
	}
	s.ups = s.linksBy(func(l *link) int32 { return l.down })
	s.downs = s.linksBy(func(l *link) int32 { return l.up })
}

// linksBy groups the links by a cell, in their order.
func (s *sheet) linksBy(of func(*link) int32) [][]int32 {
	count := make([]int32, len(s.cells))
	for i := range s.links {
		count[of(&s.links[i])]++
	}
	slab := make([]int32, len(s.links))
	groups := make([][]int32, len(s.cells))
	for c, n := range count {
		groups[c], slab = slab[:0:n], slab[n:]
	}
	for i := range s.links {
		c := of(&s.links[i])
		groups[c] = append(groups[c], int32(i))
	}
	return groups
}

// number notes the places of the cells of a row.
func (s *sheet) number(row int) {
	for i, c := range s.rows[row] {
		s.cells[c].place = int32(i)
	}
}

// sortLinks orders the links of every cell by the place of their other ends.
func (s *sheet) sortLinks() {
	for c := range s.cells {
		slices.SortStableFunc(s.ups[c], func(a, b int32) int {
			return int(s.cells[s.links[a].up].place - s.cells[s.links[b].up].place)
		})
		slices.SortStableFunc(s.downs[c], func(a, b int32) int {
			return int(s.cells[s.links[a].down].place - s.cells[s.links[b].down].place)
		})
	}
}
