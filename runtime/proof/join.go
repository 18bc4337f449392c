package proof

import (
	"slices"

	"github.com/tickflow/tickflow/runtime/graph"
)

// Join is what there is to say about one AND-join.
type Join struct {
	Node    graph.ID
	Verdict Verdict
	Rule    Rule   // the rule that decided, or NoRule if the verdict comes from trying the runs
	Trace   *Trace // of a refuted join; nil if none was found within the budget

	Fires       Answer  // whether it ever fires
	Overwritten []int32 // the slots in which a token is lost because another one comes before the join fires
	Clobbered   []int32 // the slots in which a token is lost because a guard answers False later, or a firing fails
	AllLosses   bool    // no other slots of the join lose a token

	States int   // how many states were tried
	Ticks  int   // in no run of so many ticks has all come to rest with the join waiting; all have been tried
	Limit  Limit // what ended the search before it was done, or NoLimit
	// Since is in how many ticks, at the earliest, a run can come to where the join holds a token and can never fire any
	// more; 0 if that was not found out, or if the join never starves.
	Since int
	// Assumes has the ancestors on whose guards something is assumed, in node order; nil if the rule needs no assumption.
	Assumes []graph.ID
}

// decide finds out everything about one join.
func (a *analysis) decide(j *Join, s *scratch) {
	j.Verdict, j.Rule = a.rule(j.Node)
	j.Fires = a.fires(j.Node)
	switch j.Rule {
	case Unreached, OnceEach:
		j.AllLosses = true
		return
	}
	if a.stop() {
		j.Limit = LimitTime
		return
	}
	r := newRegion(a.fixpoints, []graph.ID{j.Node}, s, a.stop)
	if r == nil {
		j.Limit = LimitTime
		return
	}
	a.search(j, r)
	if j.Rule == NoRule {
		j.Assumes = r.assumes()
	}
}

// fires answers what the fixpoints alone know.
func (a *analysis) fires(id graph.ID) Answer {
	switch {
	case a.first[id] || a.sure[id]:
		return Yes
	case !a.live[id]:
		return No
	case !a.aboveBoundTrue[id] && a.from == nil:
		return Yes
	}
	return Maybe
}

// assumes answers the nodes on whose guards the mode assumes something.
func (r *region) assumes() []graph.ID {
	var ids []graph.ID
	for i := range r.cells {
		c := &r.cells[i]
		if r.n.assumes(c.id) && len(c.out) > 0 {
			ids = append(ids, c.id)
		}
	}
	return ids
}

// search tries the runs of a join's region.
func (a *analysis) search(j *Join, r *region) {
	b := &budget{states: a.states, stop: a.stop}
	w := &watch{join: j, space: newSpace(r, b, true), cell: -1, rest: -1}
	w.feed()
	w.begin()
	for w.next() {
		w.look()
		if w.rest >= 0 {
			b.states = min(a.states, w.from+statesAfter)
		}
	}
	w.settle()
	if j.Trace == nil && j.Verdict == Refuted {
		j.Trace = w.anyRun()
	}
}

// watch looks at the states of a space for what matters about one join.
type watch struct {
	*space
	join    *Join
	cell    int32    // the join's
	feeders []feeder // who writes to it
	rest    int      // the state at rest with the join waiting that is reached first and cheapest, or -1
	from    int      // how many states there were when it was found
}

// feeder is a cell that writes to the join.
type feeder struct {
	cell       int32
	part       part // the bit that it writes
	slot       int32
	yes, no    bool // what it may write
	over, lost bool // a token was overwritten, or clobbered
}

// feed finds out who writes to the join.
func (w *watch) feed() {
	w.cell = int32(slices.IndexFunc(w.cells, func(c cell) bool { return c.id == w.join.Node }))
	first := int(w.cells[w.cell].first)
	for bit := first; bit < len(w.slots) && w.consumer[bit] == w.cell; bit++ {
		producer := w.n.g.Producers(w.join.Node)[w.slots[bit]-w.n.g.FirstSlot(w.join.Node)]
		f := feeder{part: part{int32(bit / 64), 1 << (bit % 64)}, slot: w.slots[bit]}
		at, fires := slices.BinarySearchFunc(w.cells, producer, func(c cell, id graph.ID) int { return int(c.id - id) })
		if !fires {
			continue // it holds a token from the beginning, and no other comes
		}
		f.cell = int32(at)
		for _, ch := range w.cells[at].choices {
			if sets := holds1(ch.sets, f.part); sets {
				f.yes = true
			} else {
				f.no = true
			}
		}
		w.feeders = append(w.feeders, f)
	}
}

// begin looks at the marking that the runs begin at.
func (w *watch) begin() {
	if w.n.from == nil {
		return
	}
	marking, fired := w.initial(), w.starts(nil)
	if w.waits(marking, fired) {
		w.losses(marking, fired)
	}
}

func holds1(parts []part, one part) bool {
	return slices.ContainsFunc(parts, func(p part) bool { return p.word == one.word && p.mask&one.mask != 0 })
}

// look looks at the states of a level.
func (w *watch) look() {
	from, to := w.level()
	found := w.rest >= 0
	var fired []int32
	for i := from; i < to; i++ {
		marking := w.at(i)
		fired = w.region.fireable(fired[:0], marking)
		waits := w.waits(marking, fired)
		switch {
		case len(fired) == 0 && waits:
			if !found && (w.rest < 0 || w.cost[i] < w.cost[w.rest]) {
				w.rest, w.from = i, w.len()
			}
		case waits:
			w.losses(marking, fired)
		}
	}
}

// waits reports whether the join holds a token and is not among those that fire; it notes if it is.
func (w *watch) waits(marking []uint64, fired []int32) bool {
	if !holds(marking, w.cells[w.cell].own) {
		return false
	}
	if _, fires := slices.BinarySearch(fired, w.cell); fires {
		w.join.Fires = Yes
		return false
	}
	return true
}

// losses notes which tokens of the waiting join the firings may destroy.
func (w *watch) losses(marking []uint64, fired []int32) {
	for i := range w.feeders {
		f := &w.feeders[i]
		if f.over && f.lost || marking[f.part.word]&f.part.mask == 0 {
			continue
		}
		if _, fires := slices.BinarySearch(fired, f.cell); fires {
			f.over, f.lost = f.over || f.yes, f.lost || f.no
		}
	}
}

// settle draws the conclusions.
func (w *watch) settle() {
	j := w.join
	for _, f := range w.feeders {
		if f.over {
			j.Overwritten = append(j.Overwritten, f.slot)
		}
		if f.lost {
			j.Clobbered = append(j.Clobbered, f.slot)
		}
	}
	j.States, j.Ticks, j.Limit = w.len(), w.fully, w.limit()
	j.AllLosses = w.complete()
	if w.complete() && j.Fires == Maybe {
		j.Fires = No
	}
	starved := w.starved()
	if starved >= 0 && w.complete() {
		j.Since = w.tick(starved)
	}
	switch {
	case w.rest >= 0:
		j.Verdict, j.Trace = Refuted, w.restingTrace(w.rest)
	case starved >= 0:
		j.Verdict, j.Trace = Refuted, w.circlingTrace(starved)
	case w.complete():
		j.Verdict = Proved
	}
}

// starved answers the state, reached first and cheapest, from which the join, though it waits, can never fire, or -1.
func (w *watch) starved() int {
	if !w.complete() && w.rest >= 0 || w.complete() && w.rest < 0 && !w.endless {
		return -1
	}
	own := w.cells[w.cell].own
	fires := func(i int) bool {
		return !w.cells[w.cell].inert && covers(w.at(i), own)
	}
	may := w.reaching(fires)
	best := -1
	for i := range may {
		if best >= 0 && w.tick(i) > w.tick(best) {
			break
		}
		if !may[i] && holds(w.at(i), own) && (best < 0 || w.cost[i] < w.cost[best]) {
			best = i
		}
	}
	return best
}
