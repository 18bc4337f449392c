package proof

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/tickflow/tickflow/runtime/graph"
)

// Repair is a set of joins that no longer starve once they are OR, and what else that changes.
type Repair struct {
	Joins  []graph.ID   // the joins to make OR, in the order in which they were found
	Why    []string     // what each of them could come to, a sentence each
	Graph  *graph.Graph // with those joins; its Source still says what it said
	Report *Report      // about Graph: no join in it is refuted, unless the context ended

	Circle []graph.ID // the nodes that now keep firing, where a run can come to where it never rests, and before none could
	Twice  []graph.ID // the nodes with several producers that can now fire more than once in a run, and before could not as far as is known

	fired []graph.ID // those of Joins that fired in some run before they were made OR, in the order of Joins
}

// Repair makes joins OR until none is left of which it is known that it can starve: the one that starves first, then again.
// When the context ends, it is left at what has been found. The options should be those of the report.
func (r *Report) Repair(ctx context.Context, o Options) *Repair {
	o.Mode, o.From = r.Mode, r.From
	fix := &Repair{Graph: r.Graph, Report: r}
	joins := slices.Clone(r.Joins)
	a, w := newAnalysis(ctx, r.Graph, o), r.writer()
	for {
		first := a.firstToStarve(joins)
		if len(first) == 0 || len(fix.Joins) > 0 && a.stop() {
			break
		}
		made := make([]bool, len(r.Graph.Nodes))
		for _, j := range first {
			made[j.Node] = true
			fix.Joins = append(fix.Joins, j.Node)
			fix.Why = append(fix.Why, w.canStarve(&j))
			if j.Fires == Yes {
				fix.fired = append(fix.fired, j.Node)
			}
		}
		fix.Graph = fix.Graph.WithJoin(graph.Or, fix.Joins[len(fix.Joins)-len(first):]...)
		a = newAnalysis(ctx, fix.Graph, o)
		joins = a.redecide(slices.DeleteFunc(joins, func(j Join) bool { return made[j.Node] }), made)
		w = &writer{g: fix.Graph, fixpoints: a.fixpoints, states: a.states}
	}
	if len(fix.Joins) > 0 {
		fix.Report = Run(ctx, fix.Graph, o)
		fix.compare(ctx, r, o)
	}
	return fix
}

// firstToStarve answers the refuted join that starves first, by the length of the run to where it can never fire, and those
// further ones of which it makes no difference when they are made OR, since no join comes after both them and an earlier one.
func (n *net) firstToStarve(joins []Join) []Join {
	refuted := slices.DeleteFunc(slices.Clone(joins), func(j Join) bool { return j.Verdict != Refuted })
	slices.SortStableFunc(refuted, func(i, j Join) int { return cmp.Compare(i.lead(), j.lead()) })
	matters := make([]bool, len(n.g.Nodes)) // by node: it is one of the joins, or one comes after it
	var open []graph.ID
	for i := range joins {
		open = append(open, joins[i].Node)
	}
	for len(open) > 0 {
		id := open[len(open)-1]
		open = open[:len(open)-1]
		if !matters[id] {
			matters[id] = true
			open = append(open, n.g.Producers(id)...)
		}
	}
	after := make([]graph.ID, len(n.g.Nodes))
	return slices.DeleteFunc(refuted, func(j Join) bool { return n.meets(after, matters, j.Node) })
}

// meets reports whether a node that matters comes after a join, or is it, and after an earlier one too. After has, by node,
// the first such join, plus one, or 0.
func (n *net) meets(after []graph.ID, matters []bool, join graph.ID) bool {
	if after[join] != 0 {
		return true
	}
	meets := false
	after[join] = join + 1
	for open := []graph.ID{join}; len(open) > 0; {
		id := open[len(open)-1]
		open = open[:len(open)-1]
		for _, slot := range n.out(id) {
			switch to := n.consumer[slot]; {
			case !matters[to]:
			case after[to] == 0:
				after[to] = join + 1
				open = append(open, to)
			case after[to] != join+1:
				meets = true
			}
		}
	}
	return meets
}

// lead answers in how many ticks a refuted join comes to where it can never fire any more, as far as is known.
func (j *Join) lead() int {
	if j.Trace == nil {
		return math.MaxInt
	}
	return j.Trace.Lead
}

// redecide decides those joins again that have a changed node among their ancestors.
func (a *analysis) redecide(joins []Join, changed []bool) []Join {
	below := a.descend(func(id graph.ID) bool { return changed[id] })
	var ids []graph.ID
	for i := range joins {
		if below[joins[i].Node] {
			ids = append(ids, joins[i].Node)
		}
	}
	again := a.decideAll(ids)
	for i := range joins {
		if below[joins[i].Node] {
			joins[i], again = again[0], again[1:]
		}
	}
	return joins
}

// compare finds out what the repair adds.
func (f *Repair) compare(ctx context.Context, before *Report, o Options) {
	if traps(f.Report.Ending) && !traps(before.Ending) {
		f.Circle = f.Report.Circle
	}
	old, now := newAnalysis(ctx, before.Graph, o), newAnalysis(ctx, f.Graph, o)
	spare, spent := old.budget(), now.budget()
	memory := newScratch(now.net)
	made := make([]bool, len(f.Graph.Nodes))
	for _, id := range f.Joins {
		made[id] = true
	}
	below := now.descend(func(id graph.ID) bool { return made[id] })
	for i := range below {
		id := graph.ID(i)
		if below[i] && len(f.Graph.Producers(id)) >= 2 && now.twice(id, memory, spent) == Yes && old.twice(id, memory, spare) != Yes {
			f.Twice = append(f.Twice, id)
		}
	}
}

func traps(e Ending) bool { return e == Livelock || e == Never }

// twice answers whether a node can fire more than once in a run.
func (a *analysis) twice(id graph.ID, memory *scratch, b *budget) Answer {
	if !a.live[id] || a.once[id] && !a.mode.Fail {
		return No
	}
	r := newRegion(a.fixpoints, []graph.ID{id}, memory, b)
	if r == nil {
		return Maybe
	}
	at := int32(slices.IndexFunc(r.cells, func(c cell) bool { return c.id == id }))
	fired := r.mark(at)
	s := newSpace(r, b, false)
	for s.next() {
		for i, to := s.level(); i < to; i++ {
			if holds(s.at(i), fired) && slices.Contains(r.fireable(nil, s.at(i)), at) {
				return Yes
			}
		}
	}
	if s.complete() {
		return No
	}
	return Maybe
}

// Notes answers in words what else the repair changes, one sentence each.
func (f *Repair) Notes() []string {
	w := f.Report.writer()
	var notes []string
	if len(f.Twice) > 0 {
		notes = append(notes, fmt.Sprintf("%s can then fire more than once in a run, and so can what comes after", w.n.list(f.Twice)))
	}
	if hasty := slices.DeleteFunc(slices.Clone(f.fired), func(id graph.ID) bool { return !slices.Contains(f.Twice, id) }); len(hasty) > 0 {
		notes = append(notes, fmt.Sprintf("%s then no longer %s for all that comes: where that must be, see `tickflow explain starved-join`",
			w.n.list(hasty), plural(len(hasty), "waits", "wait")))
	}
	if dead := f.dead(); len(dead) > 0 {
		notes = append(notes, fmt.Sprintf("%s still never %s, though nothing waits for that any more: see first why",
			w.n.list(dead), plural(len(dead), "fires", "fire")))
	}
	if len(f.Circle) > 0 {
		notes = append(notes, "a run can then come to where it never rests any more: "+w.circling(f.Circle))
	}
	for i := range f.Report.Joins {
		if j := &f.Report.Joins[i]; j.Verdict == Unknown {
			notes = append(notes, fmt.Sprintf("it is not decided whether %s can then still wait for ever", w.n.name(j.Node)))
		}
	}
	return notes
}

// dead answers the producers of the joins made OR that fire in no run even so, in node order.
func (f *Repair) dead() []graph.ID {
	feeds := make([]bool, len(f.Graph.Nodes))
	for _, id := range f.Joins {
		for _, p := range f.Graph.Producers(id) {
			feeds[p] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(f.Report.Dead), func(id graph.ID) bool { return !feeds[id] })
}
