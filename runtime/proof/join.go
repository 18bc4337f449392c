package proof

import "github.com/tickflow/tickflow/runtime/graph"

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
func (a *analysis) decide(j *Join, s *scratch, b *budget) {
	j.Verdict, j.Rule = a.rule(j.Node)
	j.Fires = a.fires(j.Node)
	switch j.Rule {
	case Unreached, OnceEach:
		j.AllLosses = true
		return
	}
	if j.Limit = b.over(); j.Limit != NoLimit {
		return
	}
	r := newRegion(a.fixpoints, []graph.ID{j.Node}, s, b)
	if r == nil {
		j.Limit = b.over()
		return
	}
	a.search(j, r, b)
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
func (a *analysis) search(j *Join, r *region, b *budget) {
	if j.Verdict == Proved {
		b.states = min(b.states, statesAfter)
	}
	w := &watch{join: j, reach: a.buried, space: newSpace(r, b, true), cell: -1, rest: -1}
	w.feed()
	w.begin()
	for w.next() {
		w.look()
		if w.rest >= 0 {
			b.states = min(a.states, w.from+statesAfter)
		}
	}
	w.settle()
	if j.Verdict == Unknown || j.Verdict == Refuted && j.Trace == nil {
		w.fallBack()
	}
}

// fallBack looks at single runs where there are too many to try all. One that starves the join refutes it.
func (w *watch) fallBack() {
	if t := w.anyRun(); t != nil {
		w.join.Verdict, w.join.Trace = Refuted, t
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
