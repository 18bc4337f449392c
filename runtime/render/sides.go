package render

import (
	"cmp"
	"slices"

	"github.com/tickflow/tickflow/runtime/graph"
)

// lanes are what runs beside a node on one of its sides: chains that lead up from there and chains that come from below, in
// the order of their lanes from the node outwards, and edges to the node itself.
type lanes struct {
	ups, downs, loops []int32 // chains
	upsAt, downsAt    []int   // how far the lanes of ups and downs are from the side of the node
}

// Measures of lanes and of the places where edges meet a node, in pixels.
const (
	firstLane    = 26 // from the side of the node: room for an arrow and a token
	nextLane     = 10
	mostLanes    = 8  // further ones share the last
	beyond       = 4  // outside the last lane
	sideStep     = 10 // between edges along the side
	loopLabelGap = 4  // between a loop and its label
	loopStep     = 26 // between both ends of the innermost loop: room for a label
	sideMargin   = 14 // above the first and below the last of them, together
	tallest      = 160

	portStep  = 20 // between edges along the top and the foot
	portLeast = 12 // the same where another one is straight
	portShift = 40 // how far an edge may be from its place in order to be straight
	widest    = 320
)

// chooseSides lets every edge marked back leave and enter on the side where its way goes on.
func (s *sheet) chooseSides() {
	for n := range s.nodes {
		s.eachSide(s.downs[n], func(l *link) int32 { return l.down }, func(c *chain, at side) { c.upSide = at })
		s.eachSide(s.ups[n], func(l *link) int32 { return l.up }, func(c *chain, at side) { c.downSide = at })
	}
	for i := range s.chains {
		c := &s.chains[i]
		switch {
		case !s.layout.Edges[c.edge].Back || len(c.cells) == 0:
			c.upSide, c.downSide = middle, middle
		case c.cut > 0:
			c.upSide, c.downSide = leftSide, leftSide
		case c.upSide == middle && c.downSide == middle:
			c.upSide, c.downSide = rightSide, rightSide
		case c.upSide == middle || len(c.cells) == 2 && c.downSide != middle:
			c.upSide = c.downSide
		case c.downSide == middle:
			c.downSide = c.upSide
		}
	}
	s.connect()
	s.sortLinks()
}

// eachSide answers for the chains of links, which are in the order of their ends, on which side of most forward edges among
// them each ends, or the middle if there is no saying.
func (s *sheet) eachSide(links []int32, end func(*link) int32, yield func(*chain, side)) {
	total := 0
	for _, l := range links {
		if !s.layout.Edges[s.chains[s.links[l].chain].edge].Back {
			total++
		}
	}
	for before := 0; len(links) > 0; {
		same, forward := 0, 0 // links that end in the same cell, and how many of them are forward
		first := end(&s.links[links[0]])
		for same < len(links) && end(&s.links[links[same]]) == first {
			if !s.layout.Edges[s.chains[s.links[links[same]].chain].edge].Back {
				forward++
			}
			same++
		}
		after := total - before - forward
		for _, l := range links[:same] {
			yield(&s.chains[s.links[l].chain], side(cmp.Compare(before, after)))
		}
		before += forward
		links = links[same:]
	}
}

// reserveLanes gives every node room for what meets it: a wider box for many edges at its top or foot, a taller one for many
// at a side, and lanes beside it.
func (s *sheet) reserveLanes() {
	s.sides = make([][2]lanes, len(s.nodes))
	outs, ins := make([]int, len(s.nodes)), make([]int, len(s.nodes))
	for i := range s.chains {
		c := &s.chains[i]
		edge := s.layout.graph.Edges()[c.edge]
		// The cells of the nodes come first, so that a node's position in nodes is its cell.
		from, to := s.cellOf[edge.From], s.cellOf[edge.To]
		switch {
		case from == to:
			s.sides[to][1].loops = append(s.sides[to][1].loops, int32(i))
		case s.layout.Edges[c.edge].Back:
			up, down := &s.sides[to][c.upSide.index()], &s.sides[from][c.downSide.index()]
			up.downs = append(up.downs, int32(i))
			down.ups = append(down.ups, int32(i))
		default:
			outs[from]++
			ins[to]++
		}
	}
	for i, n := range s.nodes {
		box := &s.layout.Nodes[n]
		for k := range s.sides[i] {
			s.placeLanes(&s.sides[i][k], k == 0)
			box.H = max(box.H, min(tallest, even(s.sides[i][k].height()+sideMargin)))
		}
		ports := portStep*(max(outs[i], ins[i])-1) + 2*corner(s.layout.graph, n, box.Box)
		box.W = max(box.W, even(min(ports, widest)))
		c := &s.cells[i]
		c.left = box.W/2 + s.width(&s.sides[i][0])
		c.right = box.W/2 + s.width(&s.sides[i][1])
	}
	for i := range s.cells {
		if c := &s.cells[i]; c.label {
			c.left = s.layout.Edges[s.chains[c.chain].edge].LabelBox.W / 2
			c.right = c.left
		}
	}
}

// index answers 0 for the left side and 1 for the right one.
func (s side) index() int { return int(s+1) / 2 }

// placeLanes orders the lanes so that chains whose way leads away from the node run outside, and places them.
func (s *sheet) placeLanes(l *lanes, left bool) {
	above := func(c int32) *cell {
		cells := s.chains[c].cells
		return &s.cells[cells[len(cells)-2]]
	}
	below := func(c int32) *cell { return &s.cells[s.chains[c].cells[1]] }
	sign := int32(1)
	if left {
		sign = -1
	}
	slices.SortStableFunc(l.ups, func(a, b int32) int { return int(sign * (above(a).place - above(b).place)) })
	slices.SortStableFunc(l.downs, func(a, b int32) int { return int(sign * (below(a).place - below(b).place)) })
	l.upsAt, l.downsAt = s.spaceLanes(l.ups, above), s.spaceLanes(l.downs, below)
}

// spaceLanes answers how far lanes are from the side of the node. The labels that stand in next fit beside each other.
func (s *sheet) spaceLanes(list []int32, next func(int32) *cell) []int {
	at := make([]int, len(list))
	before := 0 // half of the label in the lane before
	for i, c := range list {
		half := 0
		if next(c).label {
			half = s.layout.Edges[s.chains[c].edge].LabelBox.W / 2
		}
		switch {
		case i == 0:
			at[i] = firstLane
		case i >= mostLanes:
			at[i] = at[i-1]
		case half+before > 0:
			at[i] = at[i-1] + before + bendGap + half
		default:
			at[i] = at[i-1] + nextLane
		}
		before = half
	}
	return at
}

// height answers how far apart the first and the last edge meet the side when nothing is squeezed.
func (l *lanes) height() int {
	count := len(l.ups) + len(l.downs) + 2*len(l.loops)
	if len(l.loops) > 0 {
		return sideStep*(count-2) + loopStep
	}
	return sideStep * max(0, count-1)
}

// width answers how far lanes and the labels of loops reach.
func (s *sheet) width(l *lanes) int {
	reach := 0
	for _, at := range [2][]int{l.upsAt, l.downsAt} {
		if len(at) > 0 {
			reach = max(reach, at[len(at)-1]+beyond)
		}
	}
	at := firstLane
	for _, c := range l.loops {
		reach = max(reach, at+s.labelWidth(c)+beyond)
		at += nextLane + s.labelWidth(c)
	}
	return reach
}

// labelWidth answers how much room the label of a loop takes beside it.
func (s *sheet) labelWidth(c int32) int {
	if edge := &s.layout.Edges[s.chains[c].edge]; edge.Label != "" {
		return loopLabelGap + edge.LabelBox.W
	}
	return 0
}

// corner answers how far edges that meet the top or the foot of a node stay from its ends.
func corner(g *graph.Graph, n graph.ID, box Box) int {
	switch shapeOf(g, n) {
	case startShape:
		return box.H / 2
	case orShape, startOrShape:
		return bevel + 6
	}
	return 14
}
