package proof

// reaching answers, by state, whether one of the goals can be reached from it, as far as it is not known that none can:
// a state with transitions that have not been tried counts as reaching. The space keeps its transitions.
func (s *space) reaching(goal func(state int) bool) []bool {
	n := s.len()
	starts := make([]int32, n+1) // the predecessors of state i are from[starts[i]:starts[i+1]]
	known := s.edges[:s.edgeStart[s.expanded]]
	for _, to := range known {
		starts[to+1]++
	}
	for i := range n {
		starts[i+1] += starts[i]
	}
	from := make([]int32, len(known))
	next := append([]int32(nil), starts[:n]...)
	for i := range s.expanded {
		for _, to := range s.edges[s.edgeStart[i]:s.edgeStart[i+1]] {
			from[next[to]] = int32(i)
			next[to]++
		}
	}
	in := make([]bool, n)
	var open []int32
	for i := range n {
		if i >= s.expanded || i < len(s.partial) && s.partial[i] || goal(i) {
			in[i] = true
			open = append(open, int32(i))
		}
	}
	for len(open) > 0 {
		i := open[len(open)-1]
		open = open[:len(open)-1]
		for _, p := range from[starts[i]:starts[i+1]] {
			if !in[p] {
				in[p] = true
				open = append(open, p)
			}
		}
	}
	return in
}

// cyclic reports whether the known transitions lead round in a circle. The space keeps its transitions.
func (s *space) cyclic() bool {
	entries := make([]int32, s.len())
	known := s.edges[:s.edgeStart[s.expanded]]
	for _, to := range known {
		entries[to]++
	}
	var open []int32
	for i, n := range entries {
		if n == 0 {
			open = append(open, int32(i))
		}
	}
	left := len(entries)
	for len(open) > 0 {
		i := int(open[len(open)-1])
		open = open[:len(open)-1]
		left--
		if i >= s.expanded {
			continue
		}
		for _, to := range s.edges[s.edgeStart[i]:s.edgeStart[i+1]] {
			if entries[to]--; entries[to] == 0 {
				open = append(open, to)
			}
		}
	}
	return left > 0
}
