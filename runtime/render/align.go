package render

import "slices"

// Least distances between neighbours in a row, in pixels.
const (
	nodeGap  = 32 // between nodes
	labelGap = 12 // between labels
	bendGap  = 18 // all else
)

// align gives every cell its x: long edges run straight and nodes stand below the middle of their producers and above that
// of their consumers, as far as the order of the rows and the room between neighbours allow. The way is that of Brandes and
// Köpf ("Fast and simple horizontal coordinate assignment", 2001): the mean of four alignments, which lean up and down, left
// and right.
func (s *sheet) align() {
	conflicts := s.conflicts()
	var xs [4][]int
	for k := range xs {
		a := alignment{sheet: s, conflicts: conflicts, links: s.ups, fromTop: k&1 == 0, mirrored: k&2 != 0}
		if !a.fromTop {
			a.links = s.downs
		}
		a.join()
		xs[k] = a.compact()
	}
	s.balance(&xs)
	s.squeeze()
	for range 2 {
		s.straighten()
	}
	s.attract()
}

// conflicts marks the links that cross a link between two bends: long edges have the right of way.
func (s *sheet) conflicts() []bool {
	conflicts := make([]bool, len(s.links))
	for _, row := range s.rows[1:] {
		passed, from := 0, int32(-1) // cells of the row that are done; the upper place of the last link between bends
		for k, c := range row {
			inner := s.innerAbove(c)
			if inner < 0 && k+1 < len(row) {
				continue
			}
			to := int32(1 << 30)
			if inner >= 0 {
				to = s.cells[s.links[inner].up].place
			}
			for ; passed <= k; passed++ {
				for _, l := range s.ups[row[passed]] {
					if at := s.cells[s.links[l].up].place; l != inner && (at < from || at > to) {
						conflicts[l] = true
					}
				}
			}
			from = max(from, to)
		}
	}
	return conflicts
}

// innerAbove answers the link that joins a bend to a bend above it, or -1.
func (s *sheet) innerAbove(c int32) int32 {
	if s.cells[c].node < 0 && len(s.ups[c]) == 1 {
		if l := s.ups[c][0]; s.cells[s.links[l].up].node < 0 {
			return l
		}
	}
	return -1
}

// alignment is one of the four: it joins each cell to the middle one of those it links to in the row before it.
type alignment struct {
	*sheet
	conflicts []bool
	links     [][]int32
	fromTop   bool
	mirrored  bool

	root []int32 // the first cell of the block
	next []int32 // the next cell of the block, the first one after the last
}

// ordered answers what comes k-th of n, from the right when mirrored.
func (a *alignment) ordered(k, n int) int {
	if a.mirrored {
		return n - 1 - k
	}
	return k
}

// join makes blocks: cells that will stand exactly above each other.
func (a *alignment) join() {
	a.root, a.next = make([]int32, len(a.cells)), make([]int32, len(a.cells))
	for c := range a.cells {
		a.root[c], a.next[c] = int32(c), int32(c)
	}
	for i := range a.rows {
		row := a.rows[i]
		if !a.fromTop {
			row = a.rows[len(a.rows)-1-i]
		}
		reached := -1 // how far blocks that pass to the row before it have got there
		for k := range row {
			c := row[a.ordered(k, len(row))]
			links := a.candidates(c)
			for _, m := range [2]int{(len(links) - 1) / 2, len(links) / 2} {
				if len(links) == 0 || a.next[c] != c {
					break
				}
				l := links[a.ordered(m, len(links))]
				u := a.other(l, c)
				at := int(a.cells[u].place)
				if a.mirrored {
					at = 1<<30 - at
				}
				if !a.conflicts[l] && at > reached {
					a.next[u], a.root[c], a.next[c] = c, a.root[u], a.root[u]
					reached = at
				}
			}
		}
	}
}

// candidates answers the links of a cell that could be straight: not those that end beside a node.
func (a *alignment) candidates(c int32) []int32 {
	links := a.links[c]
	if !slices.ContainsFunc(links, func(l int32) bool { return a.sheet.links[l].lane }) {
		return links
	}
	return slices.DeleteFunc(slices.Clone(links), func(l int32) bool { return a.sheet.links[l].lane })
}

// compact puts the blocks as far to the left as they can go, to the right when mirrored, then those with room to move
// towards their neighbours on the other side. It answers x by cell.
func (a *alignment) compact() []int {
	blocked := make([]int32, len(a.cells)) // by root: how many neighbours are not placed yet
	for _, row := range a.rows {
		for k := 1; k < len(row); k++ {
			blocked[a.root[row[a.ordered(k, len(row))]]]++
		}
	}
	var order []int32
	for c := range a.cells {
		if a.root[c] == int32(c) && blocked[c] == 0 {
			order = append(order, int32(c))
		}
	}
	x := make([]int, len(a.cells)) // by root
	for i := 0; i < len(order); i++ {
		a.eachNeighbour(order[i], func(n int32, distance int) {
			x[n] = max(x[n], x[order[i]]+distance)
			if blocked[n]--; blocked[n] == 0 {
				order = append(order, n)
			}
		})
	}
	for i := len(order) - 1; i >= 0; i-- {
		nearest := -1
		a.eachNeighbour(order[i], func(n int32, distance int) {
			if nearest < 0 || x[n]-distance < nearest {
				nearest = x[n] - distance
			}
		})
		x[order[i]] = max(x[order[i]], nearest)
	}
	out := make([]int, len(a.cells))
	for c := range out {
		out[c] = x[a.root[c]]
		if a.mirrored {
			out[c] = -out[c]
		}
	}
	return out
}

// eachNeighbour answers the blocks right of a block, left of it when mirrored, and their least distances, once for each row.
func (a *alignment) eachNeighbour(root int32, yield func(neighbour int32, distance int)) {
	for c := root; ; {
		row := a.rows[a.cells[c].row]
		if k := a.ordered(int(a.cells[c].place), len(row)); k+1 < len(row) {
			n := row[a.ordered(k+1, len(row))]
			if a.mirrored {
				yield(a.root[n], a.distance(n, c))
			} else {
				yield(a.root[n], a.distance(c, n))
			}
		}
		if c = a.next[c]; c == root {
			return
		}
	}
}

// distance answers how far apart the cells left and right must be, which are neighbours in a row.
func (s *sheet) distance(left, right int32) int {
	a, b := &s.cells[left], &s.cells[right]
	gap := bendGap
	switch {
	case a.node >= 0 && b.node >= 0:
		gap = nodeGap
	case a.label && b.label:
		gap = labelGap
	}
	return a.right + gap + b.left
}

// balance takes for every cell the mean of the middle two of its four places, after moving the alignments to the edges of
// the narrowest one. Whole distances between neighbours survive that.
func (s *sheet) balance(xs *[4][]int) {
	var low, high [4]int
	narrowest := 0
	for k, x := range xs {
		low[k], high[k] = 1<<62, -1<<62
		for c := range s.cells {
			low[k], high[k] = min(low[k], x[c]-s.cells[c].left), max(high[k], x[c]+s.cells[c].right)
		}
		if high[k]-low[k] < high[narrowest]-low[narrowest] {
			narrowest = k
		}
	}
	for c := range s.cells {
		var at [4]int
		for k, x := range xs {
			shift := low[narrowest] - low[k]
			if k&2 != 0 {
				shift = high[narrowest] - high[k]
			}
			at[k] = x[c] + shift
		}
		slices.Sort(at[:])
		s.cells[c].x = (at[1] + at[2]) >> 1
	}
}
