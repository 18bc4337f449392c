package render

import "slices"

// route draws the lines of all edges, once rows and cells have their places.
func (s *sheet) route() {
	feet, tops := s.ports()
	meets := s.meetSides()
	around := 0
	for i := range s.chains {
		c := &s.chains[i]
		if len(c.cells) == 0 {
			continue
		}
		line := s.edgeX
		if c.cut > 0 {
			line -= bendGap + aroundStep*(around%mostAround)
			around++
		}
		var p pen
		if c.upSide == middle {
			p.start(feet[i], s.foot(c.cells[0]))
		} else {
			s.leaveSide(&p, c, meets[i].up)
		}
		s.through(&p, c, tops[i], line)
		if c.downSide == middle {
			p.down(s.box(c.cells[len(c.cells)-1]).Y)
		} else {
			s.reachSide(&p, c, meets[i].down)
		}
		edge := &s.layout.Edges[c.edge]
		if edge.Path = p.points; edge.Back {
			slices.Reverse(edge.Path)
		}
		s.placeSlot(c.edge)
	}
	s.routeLoops(meets)
}

// through leads a line from the node on top of a chain to the row of the one at its foot: upright within the rows, bending
// between them. The line stands at the x line where the chain goes around all rows.
func (s *sheet) through(p *pen, c *chain, top, line int) {
	p.down(s.bottom[s.cells[c.cells[0]].row])
	last := len(c.cells) - 1
	for k := 1; k <= last; k++ {
		at := &s.cells[c.cells[k]]
		x, y := at.x, s.top[at.row]
		switch {
		case k == last && c.downSide == middle:
			x, y = top, y-slotStub
		case k == last:
			x = c.downX
		}
		if k == c.cut {
			p.around(line, x, y)
		} else {
			p.bend(x, y)
		}
		if k < last {
			p.down(s.bottom[at.row])
		}
	}
}

// Lines beside all rows.
const (
	mostAround = 32 // are kept apart
	aroundStep = 6
)

// foot answers the lower end of a node's box.
func (s *sheet) foot(c int32) int {
	box := s.box(c)
	return box.Y + box.H
}

// leaveSide starts a line at the side of the node on top of a chain and leads it down into its lane.
func (s *sheet) leaveSide(p *pen, c *chain, y int) {
	p.start(s.outline(c.cells[0], c.upSide, y), y)
	p.across(c.upX - int(c.upSide)*rounding)
	p.corner(c.upX, y, c.upX, y+rounding)
}

// reachSide ends a line that has come down in its lane at the side of the node at the foot of a chain.
func (s *sheet) reachSide(p *pen, c *chain, y int) {
	p.down(y - rounding)
	p.corner(c.downX, y, c.downX-int(c.downSide)*rounding, y)
	p.across(s.outline(c.cells[len(c.cells)-1], c.downSide, y))
}

// outline answers the x of one side of a node at a height.
func (s *sheet) outline(node int32, at side, y int) int {
	box := s.box(node)
	return s.cells[node].x + int(at)*sideX(s.layout.graph, s.nodes[node], *box, y-box.Y-box.H/2)
}

// meeting is where a chain meets nodes beside them. For a loop, up is its upper end and down its lower one.
type meeting struct{ up, down int }

// meetSides answers by chain the heights at which it meets nodes beside them.
func (s *sheet) meetSides() []meeting {
	meets := make([]meeting, len(s.chains))
	for n := range s.nodes {
		for k := range s.sides[n] {
			s.sides[n][k].meet(s.box(int32(n)), meets)
		}
	}
	return meets
}

// meet spreads edges along the side of a box: ways up above loops above ways down, and the outer of them farther from those
// between them, so that no two cross there.
func (l *lanes) meet(box *Box, meets []meeting) {
	var ends []*int
	for _, c := range l.ups {
		ends = append(ends, &meets[c].down)
	}
	for _, c := range slices.Backward(l.loops) {
		ends = append(ends, &meets[c].up)
	}
	wide := len(ends) // the label of the innermost loop stands before this end
	for _, c := range l.loops {
		ends = append(ends, &meets[c].down)
	}
	for _, c := range slices.Backward(l.downs) {
		ends = append(ends, &meets[c].up)
	}
	steps, gap := len(ends)-1, 0
	if len(l.loops) > 0 {
		steps, gap = steps-1, loopStep
	}
	span := min(steps*sideStep, box.H-sideMargin-gap)
	first := box.Y + box.H/2 - (span+gap)/2
	for i, end := range ends {
		if gap > 0 && i >= wide {
			*end = first + gap + (i-1)*span/max(1, steps)
		} else {
			*end = first + i*span/max(1, steps)
		}
	}
}

// routeLoops draws the edges that lead back to their own node, one around the other at its right side.
func (s *sheet) routeLoops(meets []meeting) {
	for n, id := range s.nodes {
		at := s.cells[n].x + s.layout.Nodes[id].W/2 + firstLane
		for _, c := range s.sides[n][1].loops {
			edge := &s.layout.Edges[s.chains[c].edge]
			from, to := meets[c].up, meets[c].down
			r := min(rounding, (to-from)/2)
			var p pen
			p.start(s.outline(int32(n), rightSide, from), from)
			p.across(at - r)
			p.corner(at, from, at, from+r)
			p.down(to - r)
			p.corner(at, to, at-r, to)
			p.across(s.outline(int32(n), rightSide, to))
			edge.Path = p.points
			if edge.Label != "" {
				edge.LabelBox.X, edge.LabelBox.Y = at+loopLabelGap, (from+to)/2-edge.LabelBox.H/2
			}
			at += nextLane + s.labelWidth(c)
			s.placeSlot(s.chains[c].edge)
		}
	}
}

// placeSlot notes where the token of an edge's slot is drawn. Of several edges that share a slot the first one tells.
func (s *sheet) placeSlot(e int32) {
	slot := &s.layout.Slots[s.layout.graph.Edges()[e].Slot]
	if *slot != (Point{}) {
		return
	}
	path := s.layout.Edges[e].Path
	tip, before := path[len(path)-1], path[len(path)-4]
	switch {
	case before.X > tip.X:
		tip.X += slotAt
	case before.X < tip.X:
		tip.X -= slotAt
	default:
		tip.Y -= slotAt
	}
	*slot = tip
}

// bounds answers what the sheet covers.
func (s *sheet) bounds() Box {
	left, right := s.edgeX, s.edgeX
	for i := range s.cells {
		right = max(right, s.cells[i].x+s.cells[i].right)
	}
	for _, c := range s.chains {
		if c.cut > 0 {
			left = s.edgeX - bendGap - aroundStep*mostAround
		}
	}
	return Box{X: left, W: right - left, H: s.bottom[len(s.bottom)-1]}
}
