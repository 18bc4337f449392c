package render

// Heights between rows, in pixels.
const (
	slotStub = 22 // the straight end of an edge above a node: room for an arrow and a token
	slotAt   = 16 // from the tip of the arrow back to the token

	nodeRowGap    = 58 // from nodes to nodes
	beforeLabels  = 24 // from nodes to labels
	afterLabels   = 22 + slotStub
	steepFrom     = 96 // links that go farther aside than this get more height
	steepPart     = 10 // one pixel for so many
	mostSteepness = 72
)

// stack gives every row its height and its place below the row before it, and the nodes and labels theirs.
func (s *sheet) stack() {
	s.top, s.bottom = make([]int, len(s.rows)), make([]int, len(s.rows))
	aside := make([]int, len(s.rows)) // by row: the longest way aside of a link to the next row
	for i := range s.links {
		l := &s.links[i]
		d := s.cells[l.up].x - s.cells[l.down].x
		row := s.cells[l.up].row
		aside[row] = max(aside[row], d, -d)
	}
	y := 0
	for i, row := range s.rows {
		s.top[i] = y
		height := 0
		for _, c := range row {
			height = max(height, s.box(c).H)
		}
		y += height
		s.bottom[i] = y
		switch {
		case s.labels[i]:
			y += afterLabels
		case i+1 < len(s.rows) && s.labels[i+1]:
			y += beforeLabels
		default:
			y += nodeRowGap
		}
		y += min(mostSteepness, max(0, aside[i]-steepFrom)/steepPart)
	}
	s.edgeX = 1 << 60
	for id := range s.cells {
		c := &s.cells[id]
		s.edgeX = min(s.edgeX, c.x-c.left)
		if box := s.box(int32(id)); box.H > 0 {
			box.X = c.x - box.W/2
			box.Y = (s.top[c.row] + s.bottom[c.row] - box.H) / 2
		}
	}
}

// box answers the box of a cell's node or label, or an empty one for a bend.
func (s *sheet) box(c int32) *Box {
	switch at := &s.cells[c]; {
	case at.node >= 0:
		return &s.layout.Nodes[at.node].Box
	case at.label:
		return &s.layout.Edges[s.chains[at.chain].edge].LabelBox
	}
	return &Box{}
}
