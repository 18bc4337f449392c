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
	rows   [][]uint64
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
	s.budget.work -= s.words + workOfFire*len(s.fired)
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
	base := s.row(0)
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
		cost += c.choices[0].cost
		if len(c.choices) > 1 {
			s.active = append(s.active, i)
			width = min(width*len(c.choices), s.budget.wide+1)
		}
	}
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

// row answers memory for one marking, the i-th that is needed at the same time.
func (s *space) row(i int) []uint64 {
	for len(s.rows) <= i {
		s.rows = append(s.rows, make([]uint64, s.words))
	}
	return s.rows[i]
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

// each reaches all combinations of the choices of the active cells but the last i of them, whose choices are in the i-th row.
// The last cell changes most slowly, so that, of choices that cost the same, those come first that depart early in the text.
func (s *space) each(i int, from int32, cost uint32) {
	marking := s.row(i)
	if i == len(s.active) {
		s.reach(marking, from, cost)
		return
	}
	next := s.row(i + 1)
	choices := s.cells[s.active[len(s.active)-1-i]].choices
	for k := range choices {
		copy(next, marking)
		set(next, choices[k].sets)
		s.each(i+1, from, cost+choices[k].cost-choices[0].cost)
		if s.spent != NoLimit {
			return
		}
	}
}

// someOf reaches the first combinations: those that depart least from the first choice of every cell.
func (s *space) someOf(from int32, cost uint32) {
	s.most = append(s.most[:0], make([]int, len(s.active)+1)...)
	for i := len(s.active) - 1; i >= 0; i-- {
		c := &s.cells[s.active[i]]
		s.most[i] = s.most[i+1] + len(c.choices) - 1
		set(s.row(0), c.choices[0].sets)
	}
	end := s.tried + s.budget.wide
	for depart := 0; depart <= s.most[0] && s.tried < end && s.spent == NoLimit; depart++ {
		s.departing(0, depart, end, from, cost)
	}
}

// departing reaches, until so many have been tried, the combinations in which the numbers of the choices from the i-th
// active cell on have a given sum, and those before are as they stand in the first row.
func (s *space) departing(i, sum, end int, from int32, cost uint32) {
	marking := s.row(0)
	if sum == 0 {
		s.reach(marking, from, cost)
		return
	}
	for ; sum <= s.most[i]; i++ {
		c := &s.cells[s.active[i]]
		for k := min(len(c.choices)-1, sum); k > 0; k-- {
			unset(marking, c.out)
			set(marking, c.always)
			set(marking, c.choices[k].sets)
			s.departing(i+1, sum-k, end, from, cost+c.choices[k].cost-c.choices[0].cost)
			unset(marking, c.out)
			set(marking, c.always)
			set(marking, c.choices[0].sets)
			if s.tried >= end || s.spent != NoLimit {
				return
			}
		}
	}
}

// reach notes a transition.
func (s *space) reach(marking []uint64, from int32, cost uint32) {
	s.tried++
	s.budget.work -= workOfReach + s.words
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
