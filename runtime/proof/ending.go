package proof

import (
	"slices"

	"github.com/tickflow/tickflow/runtime/graph"
)

// Ending tells how the runs of a graph end.
type Ending uint8

// The endings. A run is at rest when nothing is fireable.
const (
	EndingUnknown Ending = iota // not decided within the budget
	Always                      // every run comes to rest
	MayDiverge                  // some run goes on for ever, but could always still come to rest
	Livelock                    // some run comes to where it can never rest any more
	Never                       // no run comes to rest
)

// String answers "unknown", "always", "may_diverge", "livelock" or "never".
func (e Ending) String() string {
	return [...]string{"unknown", "always", "may_diverge", "livelock", "never"}[e]
}

// ending answers how the runs end, and for Livelock and Never which nodes keep firing. What fires for ever has a cycle
// above it that does; so the cycles and their ancestors decide.
func (a *analysis) ending() (Ending, []graph.ID) {
	circles := a.circles(a.endless)
	switch {
	case len(circles) == 0:
		return Always, nil
	case a.from != nil || a.bound() && (a.mode.Fail || !some(a.restless)):
		return a.explored(circles)
	case !a.mode.Fail && some(a.restless):
		return Never, a.circles(a.restless)
	case !a.mode.Fail && some(a.stuck):
		return Livelock, a.circles(a.stuck)
	}
	return MayDiverge, nil
}

// explored answers how the runs of the cycles end by trying them.
func (a *analysis) explored(circles []graph.ID) (Ending, []graph.ID) {
	b := a.budget()
	r := newRegion(a.fixpoints, circles, newScratch(a.net), b)
	if r == nil {
		return EndingUnknown, nil
	}
	s := newSpace(r, b, true)
	for s.next() {
	}
	return s.ending()
}

// circles answers the nodes of a set that lie on cycles of the graph, in node order.
func (f *fixpoints) circles(set []bool) []graph.ID {
	if !some(set) {
		return nil
	}
	var ids []graph.ID
	c := f.n.g.Components()
	for i, in := range set {
		if in && c.Cyclic(c.Of(graph.ID(i))) {
			ids = append(ids, graph.ID(i))
		}
	}
	return ids
}

// bound reports whether the mode restricts the guards of any node that may fire.
func (a *analysis) bound() bool {
	for i := range a.g.Nodes {
		if a.live[i] && a.assumes(graph.ID(i)) {
			return true
		}
	}
	return false
}

// ending answers how the runs of the region end, as far as they have been tried.
func (s *space) ending() (Ending, []graph.ID) {
	rests := false
	may := s.reaching(func(i int) bool {
		rest := len(s.region.fireable(s.fired[:0], s.at(i))) == 0
		rests = rests || rest
		return rest
	})
	trapped := slices.Index(may, false)
	switch {
	case trapped >= 0 && !rests && s.complete():
		return Never, s.circling(trapped)
	case trapped >= 0:
		return Livelock, s.circling(trapped)
	case !s.complete():
		return EndingUnknown, nil
	case s.cyclic():
		return MayDiverge, nil
	}
	return Always, nil
}

// circling answers the nodes that keep firing from a state on, if every node makes its first choice.
func (s *space) circling(state int) []graph.ID {
	var t Trace
	s.circle(&t, s.at(state), circleAtMost, func(_ []uint64, c *cell) *choice { return &c.choices[0] })
	var ids []graph.ID
	for _, tick := range t.Ticks[max(t.Cycle, 0):] {
		for _, f := range tick.Firings {
			ids = append(ids, f.Node)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// canStop answers whether some run ends stuck. Unless a run can be trapped in a livelock, each can still come to rest
// once all above a starved join has; otherwise the cycles have to be watched together with the join.
func (a *analysis) canStop(r *Report) Answer {
	if r.Ending == Never {
		return No
	}
	all, b := No, a.budget()
	for i := range r.Joins {
		j := &r.Joins[i]
		stops := Maybe
		switch {
		case j.Verdict == Proved || j.Verdict == Refuted && j.Limit == NoLimit && j.Trace.Cycle >= 0:
			stops = No
		case j.Verdict == Unknown || j.Trace == nil || j.Trace.Cycle >= 0:
		case r.Ending == Always || r.Ending == MayDiverge:
			stops = Yes
		default:
			stops = a.stopsBeside(j.Node, b)
		}
		switch stops {
		case Yes:
			return Yes
		case Maybe:
			all = Maybe
		}
	}
	return all
}

// stopsBeside answers whether a run comes to rest, the cycles of the graph included, while a join holds a token.
func (a *analysis) stopsBeside(j graph.ID, b *budget) Answer {
	r := newRegion(a.fixpoints, append(a.circles(a.endless), j), newScratch(a.net), b)
	if r == nil {
		return Maybe
	}
	own := r.cells[slices.IndexFunc(r.cells, func(c cell) bool { return c.id == j })].own
	s := newSpace(r, b, false)
	for s.next() {
		for i, to := s.level(); i < to; i++ {
			if holds(s.at(i), own) && len(r.fireable(nil, s.at(i))) == 0 {
				return Yes
			}
		}
	}
	if s.complete() {
		return No
	}
	return Maybe
}
