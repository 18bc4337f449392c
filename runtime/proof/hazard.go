package proof

import (
	"context"
	"fmt"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/syntax"
)

// Hazard is a join that is safe only as long as what was assumed holds.
type Hazard struct {
	Node   graph.ID
	Trace  *Trace     // a run that starves it where the assumption does not hold
	Breaks []graph.ID // the nodes whose guards or whose failure break the assumption in that run, in node order
	Fails  bool       // it is failing firings that the run needs, rather than guards
}

// statesForHazards is how many states are tried for each hazard.
const statesForHazards = 1 << 14

// Hazards answers, for the joins that the report has proved safe, what that rests on: those that starve if guards answer
// anything, and those that starve if firings fail. What needs more than a small budget to be found is left out, and so are
// joins that never fire anyway.
func (r *Report) Hazards(ctx context.Context, workers int) []Hazard {
	var bound, all []graph.ID
	for i := range r.Joins {
		j := &r.Joins[i]
		if j.Verdict != Proved || j.Rule == Unreached || j.Fires == No {
			continue
		}
		all = append(all, j.Node)
		if len(j.Assumes) > 0 {
			bound = append(bound, j.Node)
		}
	}
	o := Options{States: min(r.States, statesForHazards), Workers: workers, From: r.From}
	o.Mode = Mode{Guards: syntax.Free, Fail: r.Mode.Fail}
	hazards := r.hazards(ctx, o, bound)
	if !r.Mode.Fail {
		o.Mode = r.Mode
		o.Mode.Fail = true
		hazards = append(hazards, r.hazards(ctx, o, all)...)
	}
	return hazards
}

func (r *Report) hazards(ctx context.Context, o Options, joins []graph.ID) []Hazard {
	if len(joins) == 0 {
		return nil
	}
	a := newAnalysis(ctx, r.Graph, o)
	assumed := r.fixpoints.n
	var hazards []Hazard
	for _, j := range a.decideAll(joins) {
		if j.Verdict == Refuted && j.Trace != nil {
			hazards = append(hazards, Hazard{Node: j.Node, Trace: j.Trace, Breaks: assumed.broken(j.Trace), Fails: o.Mode.Fail && !r.Mode.Fail})
		}
	}
	return hazards
}

// broken answers the nodes whose firings in a trace the mode of the net does not allow.
func (n *net) broken(t *Trace) []graph.ID {
	among := make([]bool, len(n.g.Nodes))
	for _, id := range t.Among {
		among[id] = true
	}
	breaks := make([]bool, len(n.g.Nodes))
	for _, tick := range t.Ticks {
		for _, f := range tick.Firings {
			if f.Failed && !n.mode.Fail || !f.Failed && !n.allows(f, among) {
				breaks[f.Node] = true
			}
		}
	}
	var ids []graph.ID
	for i, b := range breaks {
		if b {
			ids = append(ids, graph.ID(i))
		}
	}
	return ids
}

// allows reports whether a node's guards may answer as they do in a firing, if those that lead to none of some nodes may
// answer anything.
func (n *net) allows(f Firing, among []bool) bool {
	yes, unseen := 0, 0
	for ask, answer := range f.Answers {
		switch {
		case !n.leads(f.Node, ask, among):
			unseen++
		case answer:
			yes++
		}
	}
	switch n.guards[f.Node] {
	case syntax.Exclusive:
		return yes <= 1
	case syntax.Xor:
		return yes == 1 || yes == 0 && (unseen > 0 || len(f.Answers) == 0)
	case syntax.Exhaustive:
		return yes > 0 || unseen > 0 || len(f.Answers) == 0
	}
	return true
}

// HazardFindings answers the hazards as hints in the graph's text, sorted, each with the run that shows it.
func (r *Report) HazardFindings(hazards []Hazard) diag.List {
	w := r.writer()
	for i := range hazards {
		w.add(w.hazard(&hazards[i]))
	}
	w.found.Sort()
	return w.found
}

func (w *writer) hazard(h *Hazard) diag.Diagnostic {
	d := diag.Diagnostic{Code: diag.LatentHazard, Severity: diag.Hint, Span: w.span(h.Node)}
	name := w.n.name(h.Node)
	if h.Fails {
		d.Code = diag.StarvesOnFailure
		d.Msg = fmt.Sprintf("%s would wait for ever if %s failed", name, w.n.list(h.Breaks))
		d.Hint = "to go on after an error, return it as a value and let a guard look at it"
	} else {
		d.Msg = fmt.Sprintf("%s could wait for ever if the guards of %s did not answer as assumed", name, w.assumed(h.Breaks))
		d.Hint = "when they do not, the run warns about it, once for each node"
	}
	d.Related = w.related(newStory(w.n, w.live, h.Trace))
	return d
}

// assumed names nodes with what is assumed of their guards: `B` (xor).
func (w *writer) assumed(ids []graph.ID) string {
	var names []string
	for _, id := range ids {
		names = append(names, fmt.Sprintf("%s (%s)", w.n.name(id), w.n.guards[id]))
	}
	return sequence(names)
}
