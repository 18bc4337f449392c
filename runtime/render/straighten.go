package render

// straighten takes jogs out of threads, which are cells each of which links to no more than the next one: where one upright
// part of a thread can move to the x of the next one, or that to it, it does.
func (s *sheet) straighten() {
	for _, thread := range s.threads() {
		for len(thread) > 0 {
			n := s.upright(thread)
			if n == len(thread) {
				break
			}
			first, second := thread[:n], thread[n:]
			second = second[:s.upright(second)]
			if len(first) > len(second) {
				first, second = second, first
			}
			if !s.moveTo(first, s.cells[second[0]].x) && !s.moveTo(second, s.cells[first[0]].x) {
				thread = thread[n:]
			}
		}
	}
}

// threads answers all threads of several cells, each from top to bottom.
func (s *sheet) threads() [][]int32 {
	next, follows := make([]int32, len(s.cells)), make([]bool, len(s.cells))
	for c := range s.cells {
		next[c] = -1
		if below := s.only(s.downs[c]); below >= 0 && s.only(s.ups[s.links[below].down]) == below {
			next[c] = s.links[below].down
			follows[next[c]] = true
		}
	}
	var threads [][]int32
	slab := make([]int32, 0, len(s.cells))
	for c := range s.cells {
		if follows[c] || next[c] < 0 {
			continue
		}
		first := len(slab)
		for at := int32(c); at >= 0; at = next[at] {
			slab = append(slab, at)
		}
		threads = append(threads, slab[first:len(slab):len(slab)])
	}
	return threads
}

// only answers the link that is alone among links, or -1. Links that end beside a node do not count.
func (s *sheet) only(links []int32) int32 {
	found := int32(-1)
	for _, l := range links {
		switch {
		case s.links[l].lane:
		case found >= 0:
			return -1
		default:
			found = l
		}
	}
	return found
}

// upright answers how many of the first cells stand exactly above each other.
func (s *sheet) upright(cells []int32) int {
	n := 1
	for n < len(cells) && s.cells[cells[n]].x == s.cells[cells[0]].x {
		n++
	}
	return n
}

// moveTo moves cells to an x if their neighbours leave room there.
func (s *sheet) moveTo(cells []int32, x int) bool {
	low, high := s.freedom(cells)
	if x < low || x > high {
		return false
	}
	for _, c := range cells {
		s.cells[c].x = x
	}
	return true
}

// freedom answers between which x cells can move together before they meet the neighbours of one of them.
func (s *sheet) freedom(cells []int32) (low, high int) {
	low, high = -1<<60, 1<<60
	for _, c := range cells {
		at := &s.cells[c]
		row := s.rows[at.row]
		if at.place > 0 {
			left := row[at.place-1]
			low = max(low, s.cells[left].x+s.distance(left, c))
		}
		if int(at.place)+1 < len(row) {
			right := row[at.place+1]
			high = min(high, s.cells[right].x-s.distance(c, right))
		}
	}
	return low, high
}
