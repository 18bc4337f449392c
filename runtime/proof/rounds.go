package proof

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/tickflow/tickflow/runtime/graph"
)

// sharing is into how many parts the work is divided in the first of two rounds: one part of it is spent there.
const sharing = 4

// shareAtLeast is how much work each join may take in the first round, however many there are.
const shareAtLeast = 512

// decideAll decides some joins, several at once. Each has an equal share of the work. What the others leave over goes, in a
// second round, to those for which that was not enough, and they can then build on what is known of the others.
func (a *analysis) decideAll(ids []graph.ID) []Join {
	all := make([]Join, len(ids))
	open := make([]*Join, len(ids))
	for i, id := range ids {
		all[i].Node = id
		open[i] = &all[i]
	}
	left := a.work()
	switch len(open) {
	case 0:
		return all
	case 1:
		a.round(open, left)
		return all
	}
	share := max(left/sharing/len(open), shareAtLeast)
	left -= a.round(open, share)
	open = slices.DeleteFunc(open, func(j *Join) bool {
		return j.Limit != LimitWork || j.Verdict == Proved || j.Verdict == Refuted && j.Trace != nil
	})
	if len(open) == 0 {
		return all
	}
	a.fixpoints = a.without(all)
	open = slices.DeleteFunc(open, a.unreached)
	if len(open) > 0 && left/len(open) > share {
		a.round(open, left/len(open))
	}
	return all
}

// unreached reports whether no producer of a join ever fires, and settles the join if so.
func (a *analysis) unreached(j *Join) bool {
	if verdict, rule := a.rule(j.Node); rule == Unreached {
		*j = Join{Node: j.Node, Verdict: verdict, Rule: rule, Fires: No, AllLosses: true}
		return true
	}
	return false
}

// round decides joins anew, each with the same share of the work, and answers how much was spent in all.
func (a *analysis) round(joins []*Join, share int) (spent int) {
	var next, sum atomic.Int64
	var group sync.WaitGroup
	for range min(a.workers, len(joins)) {
		group.Go(func() {
			s := newScratch(a.net)
			for i := int(next.Add(1)) - 1; i < len(joins); i = int(next.Add(1)) - 1 {
				*joins[i] = Join{Node: joins[i].Node}
				b := a.share(share)
				a.decide(joins[i], s, b)
				sum.Add(int64(share - max(b.work, 0)))
			}
		})
	}
	group.Wait()
	return int(sum.Load())
}

// without answers the fixpoints, with what is fed only by joins that have turned out to fire in no run taken from the live
// nodes.
func (a *analysis) without(joins []Join) *fixpoints {
	never := make([]bool, len(a.g.Nodes))
	for i := range joins {
		never[joins[i].Node] = joins[i].Fires == No
	}
	f := *a.fixpoints
	f.buried = f.live
	f.live = a.least(false, func(id graph.ID) bool { return never[id] })
	return &f
}
