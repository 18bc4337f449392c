package proof

// Limit says what ended a search before it was done.
type Limit string

// The limits.
const (
	NoLimit     Limit = ""
	LimitStates Limit = "states"  // as many states as allowed, or as many ways between them as go with that number
	LimitChoice Limit = "choices" // more combinations of answers in one tick than can be tried
	LimitMemory Limit = "memory"  // the states take too much memory
	LimitTime   Limit = "time"    // whoever asked no longer waits
)

// The bounds that go with a number of states.
const (
	triesPerState = 32      // transitions
	wordsAtMost   = 1 << 23 // in all markings of one search
)

// budget bounds one search.
type budget struct {
	states int
	wide   int // how many combinations of choices in one state are tried: all, or of more, so many of the first
	stop   func() bool
}

// wideAt is how many combinations of choices in one state are tried.
const wideAt = 1 << 14

// budget answers the budget for one question.
func (a *analysis) budget() *budget { return &budget{a.states, a.wide, a.stop} }

// check answers what has run out, if anything, before a further transition is looked at.
func (b *budget) check(s *space) Limit {
	switch {
	case s.len() >= b.states || s.tried/triesPerState > b.states:
		return LimitStates
	case len(s.markings) >= wordsAtMost:
		return LimitMemory
	case s.tried%1024 == 0 && b.stop():
		return LimitTime
	}
	return NoLimit
}
