package render

import (
	"cmp"
	"slices"
)

// crossing is one chain in a gap between two rows, with what decides its place in the row of labels there.
type crossing struct {
	chain    int32
	after    int // position in the chain's cells
	up, down int32
	upSide   side
	downSide side
	label    bool
}

// insertLabels puts a row between two rows wherever the guard of an edge is written there: right after the edge leaves its
// node. All edges through the gap bend in that row, so that none runs through a label. They keep the order in which they
// leave the row above.
func (s *sheet) insertLabels() {
	labelled := make([]bool, len(s.rows))
	for i := range s.chains {
		if gap, ok := s.labelGap(&s.chains[i]); ok {
			labelled[gap] = true
		}
	}
	crossings := make([][]crossing, len(s.rows))
	for i := range s.chains {
		c := &s.chains[i]
		own, hasLabel := s.labelGap(c)
		for k := range max(0, len(c.cells)-1) {
			gap := int(s.cells[c.cells[k]].row)
			if k+1 == c.cut {
				if hasLabel {
					crossings[own] = append(crossings[own], s.labelAtCut(int32(i)))
				}
			} else if labelled[gap] {
				at := crossing{
					chain: int32(i), after: k, label: hasLabel && gap == own,
					up: s.cells[c.cells[k]].place, down: s.cells[c.cells[k+1]].place,
				}
				if k == 0 {
					at.upSide = c.upSide
				}
				if k+2 == len(c.cells) {
					at.downSide = c.downSide
				}
				crossings[gap] = append(crossings[gap], at)
			}
		}
	}
	s.insertRows(labelled, crossings)
	s.connect()
	s.sortLinks()
}

// labelGap answers the row below which the label of a chain belongs.
func (s *sheet) labelGap(c *chain) (int, bool) {
	edge := &s.layout.Edges[c.edge]
	if edge.Label == "" || len(c.cells) == 0 {
		return 0, false
	}
	if edge.Back {
		return int(s.cells[c.cells[len(c.cells)-1]].row) - 1, true
	}
	return int(s.cells[c.cells[0]].row), true
}

// labelAtCut places the label of an edge that goes around all rows: next to the producer, left of its other edges.
func (s *sheet) labelAtCut(i int32) crossing {
	c := &s.chains[i]
	at := crossing{chain: i, label: true, down: -1, upSide: leftSide}
	if s.layout.Edges[c.edge].Back {
		foot := c.cells[1]
		at.down, at.downSide = s.cells[foot].place, c.downSide
		at.up = -1
		if len(s.ups[foot]) > 0 {
			at.up = s.cells[s.links[s.ups[foot][0]].up].place
		}
		c.cut = 1
	} else {
		at.up = s.cells[c.cells[0]].place
		c.cut = 2
	}
	return at
}

// insertRows makes a row of cells for each labelled gap and leads the chains through them.
func (s *sheet) insertRows(labelled []bool, crossings [][]crossing) {
	rows := make([][]int32, 0, 2*len(s.rows))
	s.labels = s.labels[:0]
	added := make([][]int32, len(s.chains)) // by chain: position in its cells and the new cell after it, in turns
	for gap, row := range s.rows {
		for _, c := range row {
			s.cells[c].row = int32(len(rows))
		}
		rows = append(rows, row)
		s.labels = append(s.labels, false)
		if !labelled[gap] {
			continue
		}
		slices.SortStableFunc(crossings[gap], func(a, b crossing) int {
			return cmp.Or(int(a.up-b.up), int(a.upSide-b.upSide), int(a.down-b.down), int(a.downSide-b.downSide))
		})
		rows = append(rows, nil)
		s.labels = append(s.labels, true)
		for _, at := range crossings[gap] {
			id := int32(len(s.cells))
			s.cells = append(s.cells, cell{
				node: -1, chain: at.chain, label: at.label, row: int32(len(rows) - 1), place: int32(len(rows[len(rows)-1])),
			})
			rows[len(rows)-1] = append(rows[len(rows)-1], id)
			added[at.chain] = append(added[at.chain], int32(at.after), id)
		}
	}
	s.rows = rows
	for i, pairs := range added {
		c := &s.chains[i]
		for k := len(pairs) - 2; k >= 0; k -= 2 {
			c.cells = slices.Insert(c.cells, int(pairs[k])+1, pairs[k+1])
		}
	}
}
