package render

import (
	"slices"

	"github.com/tickflow/tickflow/runtime/graph"
)

// port is one place at the top or the foot of a node where edges meet it.
type port struct {
	toward   int     // the mean x of where the edges come from or lead to
	straight bool    // the line goes straight there, if the node is wide enough
	chains   []int32 // several only if they share a slot
	x        int
}

// ports answers by chain where it meets the node at its upper end and the one at its lower end, if it does so at the foot
// and the top. A way straight up or down stays straight.
func (s *sheet) ports() (feet, tops []int) {
	feet, tops = make([]int, len(s.chains)), make([]int, len(s.chains))
	outs, ins := make([][]port, len(s.nodes)), make([][]port, len(s.nodes))
	entry := make([]int32, s.layout.graph.Slots()) // by slot: its position in ins, plus one
	for i := range s.chains {
		c := &s.chains[i]
		if len(c.cells) == 0 || c.upSide != middle {
			continue
		}
		last := len(c.cells) - 1
		after, before := s.edgeX, s.edgeX
		if c.cut != 1 {
			after = s.cells[c.cells[1]].x
		}
		if c.cut != last {
			before = s.cells[c.cells[last-1]].x
		}
		up, down := c.cells[0], c.cells[last]
		outs[up] = append(outs[up], port{toward: after, straight: last > 1, chains: []int32{int32(i)}})
		slot := s.layout.graph.Edges()[c.edge].Slot
		if entry[slot] == 0 {
			ins[down] = append(ins[down], port{})
			entry[slot] = int32(len(ins[down]))
		}
		p := &ins[down][entry[slot]-1]
		p.toward += before
		p.straight = last > 1
		p.chains = append(p.chains, int32(i))
	}
	for n := range s.nodes {
		for k := range ins[n] {
			ins[n][k].toward /= len(ins[n][k].chains)
		}
	}
	s.meetHalfway(outs, ins, entry)
	for n := range s.nodes {
		s.spread(n, outs[n], feet)
		s.spread(n, ins[n], tops)
	}
	return feet, tops
}

// meetHalfway decides which of two nodes moves the port of the edge between them, so that the edge is straight if it can be:
// the one that has several, or both by half.
func (s *sheet) meetHalfway(outs, ins [][]port, entry []int32) {
	for n := range outs {
		for k := range outs[n] {
			from := &outs[n][k]
			c := &s.chains[from.chains[0]]
			if len(c.cells) > 2 || c.cut > 0 {
				continue
			}
			to := &ins[c.cells[1]][entry[s.layout.graph.Edges()[c.edge].Slot]-1]
			several := min(len(outs[n]), len(ins[c.cells[1]])) > 1
			from.straight = len(outs[n]) > 1
			to.straight = len(ins[c.cells[1]]) > 1
			apart := to.toward - from.toward // their nodes, or what is between
			if several && len(to.chains) == 1 && max(apart, -apart) <= portStep {
				from.toward += apart / 2
				to.toward = from.toward
			} else if several {
				from.straight, to.straight = false, false
			}
		}
	}
}

// spread places the ports of one side of a node and notes them by chain: evenly around the middle, but where a line can go
// straight the others make room for it.
func (s *sheet) spread(n int, ports []port, at []int) {
	id := s.nodes[n]
	box := &s.layout.Nodes[id].Box
	middle := s.cells[n].x
	room := max(0, box.W/2-corner(s.layout.graph, id, *box))
	slices.SortStableFunc(ports, func(a, b port) int { return a.toward - b.toward })
	step := portStep
	if len(ports) > 1 {
		step = min(step, 2*room/(len(ports)-1))
	}
	for i := range ports {
		p := &ports[i]
		p.x = middle + (2*i-len(ports)+1)*step/2
		near := max(p.x-p.toward, p.toward-p.x) <= portShift
		inside := max(p.toward-middle, middle-p.toward) <= room
		if p.straight = p.straight && near && inside; p.straight {
			p.x = p.toward
		}
	}
	least := min(step, portLeast)
	keepApart(ports, middle-room, middle+room, least, false)
	keepApart(ports, middle-room, middle+room, least, true)
	for i := range ports {
		for _, c := range ports[i].chains {
			at[c] = ports[i].x
		}
	}
}

// keepApart moves ports to the right and then to the left where they are too near to the one before, or beyond low and high:
// all of them, or only those of lines that are not straight.
func keepApart(ports []port, low, high, least int, all bool) {
	for i := range ports {
		if p := &ports[i]; all || !p.straight {
			p.x = max(p.x, low)
		}
		low = ports[i].x + least
	}
	for i := range slices.Backward(ports) {
		if p := &ports[i]; all || !p.straight {
			p.x = min(p.x, high)
		}
		high = ports[i].x - least
	}
}

// sideX answers how far the outline of a node is from its middle at a height above or below that.
func sideX(g *graph.Graph, n graph.ID, box Box, height int) int {
	height = max(height, -height)
	switch shapeOf(g, n) {
	case startShape:
		return box.W/2 - box.H/2 + root((box.H/2)*(box.H/2)-height*height)
	case orShape, startOrShape:
		return box.W/2 - bevel*height*2/box.H
	}
	return box.W / 2
}

// root answers the whole part of a square root.
func root(n int) int {
	r := 0
	for (r+1)*(r+1) <= n {
		r++
	}
	return r
}
