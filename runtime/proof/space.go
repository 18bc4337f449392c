package proof

import "slices"

// space is the states of a region that have been reached, level by level: all states of one level are reached in the same
// number of ticks, and in no fewer. A state is the marking after a tick.
type space struct {
	*region
	*table
	budget *budget

	parent []int32  // by state: the state that it was reached from by the shortest and cheapest way, or -1 after the first tick
	cost   []uint32 // by state: how little that way is preferred
	levels []int32  // by level: its first state; the last one is the end

	keep      bool    // remember all transitions
	edges     []int32 // the transitions of state i lead to edges[edgeStart[i]:edgeStart[i+1]]
	edgeStart []int32

	expanded int    // the states whose transitions are known, from the first on
	partial  []bool // by expanded state: some of its transitions are not; nil as long as none is
	spent    Limit  // what has run out
	fully    int    // all states that are reached in so many ticks are there
	tried    int    // transitions, as a measure of time

	fired  []int32
	active []int32 // those of fired that have a choice
	most   []int   // by active cell: the sum of the highest numbers of choices from it on
	stack  []uint64
}

func newSpace(r *region, b *budget, keep bool) *space {
	return &space{region: r, table: newTable(r.words), budget: b, keep: keep, levels: []int32{0}, edgeStart: []int32{0}}
}

// next reaches the states of a further level and reports whether there are any. Once something has run out it answers
// those that were reached before, one last time.
func (s *space) next() bool {
	if s.spent != NoLimit {
		return false
	}
	level := len(s.levels) - 1
	if level == 0 {
		s.begin()
	} else {
		for i := int(s.levels[level-1]); i < int(s.levels[level]) && s.spent == NoLimit; i++ {
			s.expand(i)
		}
	}
	s.levels = append(s.levels, int32(s.len()))
	if s.spent == NoLimit && s.partial == nil {
		s.fully = s.ticks()
	}
	return s.levels[level+1] > s.levels[level]
}

// level answers the states that next has reached.
func (s *space) level() (from, to int) {
	return int(s.levels[len(s.levels)-2]), int(s.levels[len(s.levels)-1])
}

// ticks answers in how many ticks the states of the level are reached.
func (s *space) ticks() int { return len(s.levels) - 1 }

// tick answers in how many ticks a state is reached.
func (s *space) tick(state int) int {
	level, _ := slices.BinarySearch(s.levels, int32(state)+1)
	return level
}

// limit answers why not all states have been reached, or NoLimit.
func (s *space) limit() Limit {
	if s.spent == NoLimit && s.partial != nil {
		return LimitChoice
	}
	return s.spent
}

// complete reports whether all states have been reached.
func (s *space) complete() bool {
	return s.spent == NoLimit && s.partial == nil && s.expanded == s.len()
}

// begin fires what fires first; where nothing does, a marking to begin at is itself the only state.
func (s *space) begin() {
	if s.fired = s.starts(s.fired[:0]); len(s.fired) > 0 || s.n.from != nil {
		s.fire(s.initial(), -1)
	}
}

// expand fires what a state lets fire.
func (s *space) expand(i int) {
	s.fired = s.region.fireable(s.fired[:0], s.at(i))
	if len(s.fired) > 0 {
		s.fire(s.at(i), int32(i))
	}
	if s.spent == NoLimit {
		s.expanded++
		s.edgeStart = append(s.edgeStart, int32(len(s.edges)))
	}
}

// fire reaches the states behind a marking: everything is consumed before anything is produced, so no order matters.
func (s *space) fire(marking []uint64, from int32) {
	if need := (len(s.fired) + 1) * s.words; len(s.stack) < need {
		s.stack = make([]uint64, 2*need)
	}
	base := s.stack[:s.words]
	copy(base, marking)
	s.active = s.active[:0]
	cost, width, partial := uint32(0), 1, false
	if from >= 0 {
		cost = s.cost[from]
	}
	for _, i := range s.fired {
		unset(base, s.cells[i].own)
	}
	for _, i := range s.fired {
		c := &s.cells[i]
		unset(base, c.out)
		set(base, c.always)
		partial = partial || c.partial
		if len(c.choices) == 1 {
			cost += c.choices[0].cost
			continue
		}
		s.active = append(s.active, i)
		width = min(width*len(c.choices), s.budget.wide+1)
	}
	slices.Reverse(s.active) // so that, of choices that cost the same, those come first that depart early in the text
	if width > s.budget.wide {
		partial = true
		s.someOf(from, cost)
	} else {
		s.each(0, from, cost)
	}
	if partial {
		s.skip(from)
	}
}

// skip remembers that not all transitions of a state are known.
func (s *space) skip(from int32) {
	for len(s.partial) <= int(from) || s.partial == nil {
		s.partial = append(s.partial, false)
	}
	if from >= 0 {
		s.partial[from] = true
	}
}

// each reaches all combinations of the choices of the active cells from the i-th on; the marking so far is on the stack.
func (s *space) each(i int, from int32, cost uint32) {
	marking := s.stack[i*s.words : (i+1)*s.words]
	if i == len(s.active) {
		s.reach(marking, from, cost)
		return
	}
	next := s.stack[(i+1)*s.words : (i+2)*s.words]
	choices := s.cells[s.active[i]].choices
	for k := range choices {
		copy(next, marking)
		set(next, choices[k].sets)
		s.each(i+1, from, cost+choices[k].cost)
		if s.spent != NoLimit {
			return
		}
	}
}

// someOf reaches the first combinations: those that depart least from the first choice of every cell.
func (s *space) someOf(from int32, cost uint32) {
	s.most = append(s.most[:0], make([]int, len(s.active)+1)...)
	for i := len(s.active) - 1; i >= 0; i-- {
		s.most[i] = s.most[i+1] + len(s.cells[s.active[i]].choices) - 1
	}
	end := s.tried + s.budget.wide
	for depart := 0; depart <= s.most[0] && s.tried < end && s.spent == NoLimit; depart++ {
		s.departing(0, depart, end, from, cost)
	}
}

// departing reaches, until so many have been tried, the combinations in which the numbers of the choices from the i-th
// cell on have a given sum.
func (s *space) departing(i, sum, end int, from int32, cost uint32) {
	marking := s.stack[i*s.words : (i+1)*s.words]
	if i == len(s.active) {
		s.reach(marking, from, cost)
		return
	}
	next := s.stack[(i+1)*s.words : (i+2)*s.words]
	choices := s.cells[s.active[i]].choices
	for k := max(0, sum-s.most[i+1]); k < len(choices) && k <= sum; k++ {
		copy(next, marking)
		set(next, choices[k].sets)
		s.departing(i+1, sum-k, end, from, cost+choices[k].cost)
		if s.tried >= end || s.spent != NoLimit {
			return
		}
	}
}

// reach notes a transition.
func (s *space) reach(marking []uint64, from int32, cost uint32) {
	s.tried++
	if s.spent = s.budget.check(s); s.spent != NoLimit {
		return
	}
	to, place := s.find(marking)
	switch {
	case to < 0:
		to = s.add(marking, place)
		s.parent, s.cost = append(s.parent, from), append(s.cost, cost)
	case to >= s.levels[len(s.levels)-1] && cost < s.cost[to]:
		s.parent[to], s.cost[to] = from, cost
	}
	if s.keep && from >= 0 {
		s.edges = append(s.edges, to)
	}
}
