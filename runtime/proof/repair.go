package proof

import (
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
	Report *Report      // about Graph: no join in it is refuted

	Circle []graph.ID // the nodes that now keep firing, where a run can come to where it never rests, and before none could
	Twice  []graph.ID // the nodes with several producers that can now fire more than once in a run, and before could not as far as is known
}

// Repair makes joins OR until none is left of which it is known that it can starve: the one that starves first, then again.
// The options should be those of the report.
func (r *Report) Repair(ctx context.Context, o Options) *Repair {
	o.Mode, o.From = r.Mode, r.From
	fix := &Repair{Graph: r.Graph, Report: r}
	joins := slices.Clone(r.Joins)
	w := r.writer()
	for {
		i := firstToStarve(joins)
		if i < 0 {
			break
		}
		made := joins[i].Node
		fix.Joins = append(fix.Joins, made)
		fix.Why = append(fix.Why, w.starved(&joins[i]).Msg)
		fix.Graph = fix.Graph.WithJoin(graph.Or, made)
		a := newAnalysis(ctx, fix.Graph, o)
		joins = a.redecide(slices.Delete(joins, i, i+1), made)
		w = &writer{g: fix.Graph, fixpoints: a.fixpoints, states: a.states}
	}
	if len(fix.Joins) > 0 {
		fix.Report = Run(ctx, fix.Graph, o)
		fix.compare(ctx, r, o)
	}
	return fix
}

// firstToStarve answers the index of the refuted join with the shortest run to where it can never fire, or -1.
func firstToStarve(joins []Join) int {
	first, least := -1, math.MaxInt
	for i := range joins {
		if joins[i].Verdict != Refuted {
			continue
		}
		lead := math.MaxInt - 1
		if t := joins[i].Trace; t != nil {
			lead = t.Lead
		}
		if lead < least {
			first, least = i, lead
		}
	}
	return first
}

// redecide decides those joins again that have the changed node among their ancestors.
func (a *analysis) redecide(joins []Join, changed graph.ID) []Join {
	below := a.descend(func(id graph.ID) bool { return id == changed })
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
	below := now.descend(func(id graph.ID) bool { return slices.Contains(f.Joins, id) })
	for i := range below {
		id := graph.ID(i)
		if below[i] && len(f.Graph.Producers(id)) >= 2 && now.twice(id, spent) == Yes && old.twice(id, spare) != Yes {
			f.Twice = append(f.Twice, id)
		}
	}
}

func traps(e Ending) bool { return e == Livelock || e == Never }

// twice answers whether a node can fire more than once in a run.
func (a *analysis) twice(id graph.ID, b *budget) Answer {
	if !a.live[id] || a.once[id] && !a.mode.Fail {
		return No
	}
	r := newRegion(a.fixpoints, []graph.ID{id}, newScratch(a.net), b)
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
