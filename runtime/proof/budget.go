package proof

// Limit says what ended a search before it was done.
type Limit string

// The limits.
const (
	NoLimit     Limit = ""
	LimitStates Limit = "states"  // as many states as allowed, or as many ways between them as go with that number
	LimitChoice Limit = "choices" // more combinations of answers in one tick than can be tried
	LimitMemory Limit = "memory"  // the states take too much memory
	LimitWork   Limit = "work"    // this question's share of the work that all questions about the graph may take
	LimitTime   Limit = "time"    // whoever asked no longer waits
)

// The bounds that go with a number of states.
const (
	triesPerState = 32      // transitions
	wordsAtMost   = 1 << 23 // in all markings of one search
	workPerState  = 1 << 10 // of all questions together
)

// What work counts: about as much as takes a few nanoseconds.
const (
	workOfCell  = 16 // a node is taken into a region
	workOfFire  = 4  // a node is found to be fireable
	workOfReach = 8  // a state is looked up
)

// budget bounds one search.
type budget struct {
	states int
	wide   int // how many combinations of choices in one state are tried: all, or of more, so many of the first
	work   int // how much is left of the question's share
	stop   func() bool
}

// wideAt is how many combinations of choices in one state are tried.
const wideAt = 1 << 14

// budget answers the budget for a question that may take all the work there is.
func (a *analysis) budget() *budget { return a.share(a.work()) }

// share answers the budget for a question that may take so much work.
func (a *analysis) share(work int) *budget { return &budget{a.states, a.wide, work, a.stop} }

// work answers how much work all questions of one kind may take together. As it is a count, and no time, a graph gets the
// same answers on every machine.
func (a *analysis) work() int { return a.states * workPerState }

// over answers what has run out, if anything, while no states are tried yet.
func (b *budget) over() Limit {
	switch {
	case b.work < 0:
		return LimitWork
	case b.stop():
		return LimitTime
	}
	return NoLimit
}

// check answers what has run out, if anything, before a further transition is looked at.
func (b *budget) check(s *space) Limit {
	switch {
	case s.len() >= b.states || s.tried/triesPerState > b.states:
		return LimitStates
	case len(s.markings) >= wordsAtMost:
		return LimitMemory
	case b.work < 0:
		return LimitWork
	case s.tried%1024 == 0 && b.stop():
		return LimitTime
	}
	return NoLimit
}
