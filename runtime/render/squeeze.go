package render

import "math"

// Where alignments leave a drawing more than tooWide times as wide as its widest row, long edges are not worth it.
const (
	tooWide  = 1.45
	squeezes = 24 // times that all rows are placed again
)

// squeeze pulls a drawing together that has become much too wide: row after row moves to where its links are shortest by the
// sum of their squares, whatever becomes of straight edges.
func (s *sheet) squeeze() {
	least := 0
	left, right := 1<<60, -1<<60
	for _, row := range s.rows {
		width := s.cells[row[0]].left + s.cells[row[len(row)-1]].right
		for k := 1; k < len(row); k++ {
			width += s.distance(row[k-1], row[k])
		}
		least = max(least, width)
		left = min(left, s.cells[row[0]].x-s.cells[row[0]].left)
		right = max(right, s.cells[row[len(row)-1]].x+s.cells[row[len(row)-1]].right)
	}
	if float64(right-left) <= tooWide*float64(least) {
		return
	}
	for c := range s.cells {
		s.cells[c].x = (s.cells[c].x - left) * least / (right - left)
	}
	for i := range squeezes {
		for k := range s.rows {
			if i%2 == 1 {
				k = len(s.rows) - 1 - k
			}
			s.settle(s.rows[k])
		}
	}
}

// pool is a run of cells in a row that touch, with the place its cells want for the first one on average.
type pool struct {
	sum, weight int
	cells       int
}

func (p pool) mean() float64 { return float64(p.sum) / float64(p.weight) }

// settle moves the cells of a row as near as possible to the means of the cells they link to, in the sense of least squares:
// the way is to pool neighbours that want to pass each other (Ayer and others, "An empirical distribution function for
// sampling with incomplete information", 1955).
func (s *sheet) settle(row []int32) {
	var pools []pool
	offset := 0
	for k, c := range row {
		if k > 0 {
			offset += s.distance(row[k-1], c)
		}
		at, weight := s.wish(c)
		pools = append(pools, pool{(at - offset) * weight, weight, 1})
		for n := len(pools); n > 1 && pools[n-2].mean() >= pools[n-1].mean(); n-- {
			a, b := pools[n-2], pools[n-1]
			pools[n-2] = pool{a.sum + b.sum, a.weight + b.weight, a.cells + b.cells}
			pools = pools[:n-1]
		}
	}
	k, offset := 0, 0
	for _, p := range pools {
		first := int(math.Floor(p.mean()))
		for range p.cells {
			if k > 0 {
				offset += s.distance(row[k-1], row[k])
			}
			s.cells[row[k]].x = first + offset
			k++
		}
	}
}

// wish answers where a cell would like to be and how much.
func (s *sheet) wish(c int32) (x, weight int) {
	for _, links := range [2][]int32{s.ups[c], s.downs[c]} {
		for _, l := range links {
			other := s.other(l, c)
			w := 1
			if s.cells[c].node < 0 && s.cells[other].node < 0 {
				w = 8
			}
			x += w * s.cells[other].x
			weight += w
		}
	}
	if weight == 0 {
		return s.cells[c].x, 1
	}
	return x / weight, weight
}
