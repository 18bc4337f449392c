package render

import "slices"

// Bounds on the search for fewer crossings.
const (
	mostSweeps    = 32
	mostFruitless = 8       // sweeps in a row without gain
	sweepEffort   = 6000000 // cells and links that all sweeps together may visit
	mostPairs     = 1024    // pairs of links that one exchange may compare
)

// reduceCrossings orders the cells of every row: by the mean place of the cells they link to in the row above and in the
// row below, in turns, with exchanges of neighbours after each sweep. What costs nothing keeps its order.
func (s *sheet) reduceCrossings() {
	best := s.crossings()
	kept := s.places()
	sweeps := min(mostSweeps, max(2, sweepEffort/(len(s.cells)+len(s.links)+1)))
	for i, fruitless := 0, 0; i < sweeps && best > 0 && fruitless < mostFruitless; i++ {
		s.sweep(i%2 == 0)
		s.exchange()
		fruitless++
		if c := s.crossings(); c < best {
			best, kept, fruitless = c, s.places(), 0
		}
	}
	for i := range s.cells {
		s.cells[i].place = kept[i]
	}
	for row := range s.rows {
		slices.SortFunc(s.rows[row], func(a, b int32) int { return int(s.cells[a].place - s.cells[b].place) })
	}
	s.sortLinks()
}

func (s *sheet) places() []int32 {
	places := make([]int32, len(s.cells))
	for i := range s.cells {
		places[i] = s.cells[i].place
	}
	return places
}

// sweep orders row after row by the row before it. Cells without links to that row stay where they are.
func (s *sheet) sweep(down bool) {
	mean := make([]float64, len(s.cells))
	var moving []int32
	for i := range s.rows {
		row, links := i, s.ups
		if !down {
			row, links = len(s.rows)-1-i, s.downs
		}
		moving = moving[:0]
		for _, c := range s.rows[row] {
			if len(links[c]) > 0 {
				sum := 0
				for _, l := range links[c] {
					sum += int(s.cells[s.other(l, c)].place)
				}
				mean[c] = float64(sum) / float64(len(links[c]))
				moving = append(moving, c)
			}
		}
		slices.SortStableFunc(moving, func(a, b int32) int {
			switch {
			case mean[a] < mean[b]:
				return -1
			case mean[a] > mean[b]:
				return 1
			}
			return 0
		})
		next := 0
		for k, c := range s.rows[row] {
			if len(links[c]) > 0 {
				s.rows[row][k] = moving[next]
				next++
			}
		}
		s.number(row)
	}
}

// other answers the cell at the other end of a link.
func (s *sheet) other(l, c int32) int32 { return s.links[l].up + s.links[l].down - c }

// exchange swaps neighbours in a row as long as that leaves fewer crossings.
func (s *sheet) exchange() {
	for pass, swapped := 0, true; swapped && pass < 4; pass++ {
		swapped = false
		for _, row := range s.rows {
			for k := 1; k < len(row); k++ {
				a, b := row[k-1], row[k]
				if s.swapGain(s.ups, a, b)+s.swapGain(s.downs, a, b) > 0 {
					row[k-1], row[k] = b, a
					s.cells[a].place, s.cells[b].place = int32(k), int32(k-1)
					swapped = true
				}
			}
		}
	}
}

// swapGain answers how many crossings go when b comes to stand before its neighbour a.
func (s *sheet) swapGain(links [][]int32, a, b int32) int {
	if len(links[a])*len(links[b]) > mostPairs {
		return 0
	}
	gain := 0
	for _, l := range links[a] {
		at := s.cells[s.other(l, a)].place
		for _, m := range links[b] {
			switch other := s.cells[s.other(m, b)].place; {
			case at > other:
				gain++
			case at < other:
				gain--
			}
		}
	}
	return gain
}

// crossings counts the pairs of links that cross, row by row with a tree of partial sums (Barth, Jünger and Mutzel,
// "Simple and efficient bilayer cross counting", 2002).
func (s *sheet) crossings() int {
	count := 0
	var sums []int32
	var ends []int32
	for row := range len(s.rows) - 1 {
		sums = slices.Grow(sums[:0], len(s.rows[row+1])+1)[:len(s.rows[row+1])+1]
		clear(sums)
		seen := 0
		for _, c := range s.rows[row] {
			ends = ends[:0]
			for _, l := range s.downs[c] {
				ends = append(ends, s.cells[s.links[l].down].place)
			}
			for _, end := range ends {
				before := 0
				for i := end + 1; i > 0; i -= i & -i {
					before += int(sums[i])
				}
				count += seen - before
			}
			for _, end := range ends {
				for i := int(end) + 1; i < len(sums); i += i & -i {
					sums[i]++
				}
			}
			seen += len(ends)
		}
	}
	return count
}
