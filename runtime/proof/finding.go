package proof

import (
	"fmt"
	"strings"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/syntax"
)

// Findings answers the report as findings in the graph's text, sorted. Only a join that can starve is an error. Fix, unless
// it is nil, answers the edit that makes a node an OR-join.
//
// A node to which no path leads from a start is not among them: that it never fires needs no proof.
func (r *Report) Findings(fix func(graph.ID) diag.Fix) diag.List {
	w := r.writer()
	refuted := make([]bool, len(r.Graph.Nodes))
	unknown := 0
	for i := range r.Joins {
		j := &r.Joins[i]
		switch j.Verdict {
		case Refuted:
			refuted[j.Node] = true
			d := w.starved(j)
			if fix != nil {
				d.Fixes = append(d.Fixes, fix(j.Node))
			}
			w.add(d)
		case Unknown:
			if unknown++; unknown <= undecidedAtMost {
				w.add(w.undecided(j))
			}
		}
		w.overwritten(j)
	}
	w.alsoUndecided(unknown - undecidedAtMost)
	w.neverFire(r.Dead, refuted)
	w.ending(r)
	w.found.Sort()
	return w.found
}

// writer puts a report into words.
type writer struct {
	*fixpoints
	g      *graph.Graph
	states int
	effort int // what is left of effortAtMost
	found  diag.List
}

// effortAtMost bounds the work for telling the runs of one list of findings. Where very many joins of a very large graph
// starve, the last of them go without.
const effortAtMost = 1 << 26

func (r *Report) writer() *writer {
	return &writer{g: r.Graph, fixpoints: r.fixpoints, states: r.States, effort: effortAtMost}
}

func (w *writer) add(d diag.Diagnostic) {
	d.Source = w.g.Source
	w.found = append(w.found, d)
}

func (w *writer) span(id graph.ID) diag.Span { return w.g.Nodes[id].Span }

// undecidedAtMost is how many undecided joins have a finding of their own. Where there are more, the graph is too large.
const undecidedAtMost = 20

// The numbers of ticks that are shown; of more, the last ones are.
const (
	relatedAtMost   = 12
	explainedAtMost = 60
)

// starved tells of a join that can starve. The run that shows it is the finding's related information.
func (w *writer) starved(j *Join) diag.Diagnostic {
	d := diag.Diagnostic{
		Code: diag.StarvedJoin, Severity: diag.Error, Span: w.span(j.Node),
	}
	or := "say `" + w.g.Nodes[j.Node].Name + ".join: OR`"
	d.Msg = w.canStarve(j)
	d.Hint = "if it should go on with whichever comes first, " + or
	if j.Trace == nil {
		return d
	}
	s := w.story(j)
	d.Related = w.related(s)
	switch {
	case d.Related == nil: // it would be too much to look at the run
	case len(s.dead()) > 0:
		d.Hint = fmt.Sprintf("see first why %s never %s; if it need not wait for that, %s",
			w.n.list(s.dead()), plural(len(s.dead()), "fires", "fire"), or)
	case s.enteredByLoop():
		d.Hint = "a loop comes in here; so that the first round can begin, " + or
	case s.failure():
		d.Hint += "; to go on after an error, return it as a value and let a guard look at it"
	default:
		if joins := s.behind(); len(joins) > 0 {
			d.Hint = fmt.Sprintf("see first why %s %s; if it need not wait for that, %s", w.n.list(joins), plural(len(joins), "waits", "wait"), or)
		} else if j.Fires == Yes {
			d.Hint += "; if it must wait for all that do come, see `tickflow explain starved-join`"
		}
	}
	return d
}

// canStarve says in one sentence what a join can come to.
func (w *writer) canStarve(j *Join) string {
	if j.Trace == nil {
		return fmt.Sprintf("%s can wait for ever: some of what it waits for never comes", w.n.name(j.Node))
	}
	return w.story(j).Headline()
}

// story tells the trace of a join.
func (w *writer) story(j *Join) *Story {
	s := newStory(w.n, w.live, j.Trace)
	s.never = j.Fires == No
	return s
}

// related points at the nodes that a story is about. It answers nil when too much has been told.
func (w *writer) related(s *Story) []diag.Related {
	if w.effort -= s.effort(relatedAtMost); w.effort < 0 {
		return nil
	}
	var related []diag.Related
	for _, l := range s.all(relatedAtMost) {
		related = append(related, diag.Related{Source: w.g.Source, Span: w.span(l.about), Msg: l.text})
	}
	return related
}

// undecided tells of a join for which the budget was too small, and what is known of it.
func (w *writer) undecided(j *Join) diag.Diagnostic {
	d := diag.Diagnostic{
		Code: diag.UndecidedJoin, Severity: diag.Warning, Span: w.span(j.Node), Msg: w.notDecided(j),
	}
	d.Hint = w.advice(j)
	return d
}

// notDecided says in one sentence what is known of a join for which the budget was too small.
func (w *writer) notDecided(j *Join) string {
	assuming := ""
	if w.n.mode != (Mode{}) {
		assuming = fmt.Sprintf(" (mode %s)", w.n.mode)
	}
	return fmt.Sprintf("not decided whether %s can wait for ever%s: %s", w.n.name(j.Node), assuming, w.known(j))
}

// alsoUndecided tells of undecided joins that have no finding of their own, at the last one that has.
func (w *writer) alsoUndecided(more int) {
	if more <= 0 {
		return
	}
	last := w.found[len(w.found)-1]
	for i := len(w.found) - 1; last.Code != diag.UndecidedJoin; i-- {
		last = w.found[i]
	}
	w.add(diag.Diagnostic{
		Code: diag.UndecidedJoin, Severity: diag.Warning, Span: last.Span,
		Msg:  fmt.Sprintf("nor is it decided for %d further %s", more, plural(more, "join", "joins")),
		Hint: last.Hint,
	})
}

// known says what a search that was not finished has found out.
func (w *writer) known(j *Join) string {
	var parts []string
	if j.Ticks > 0 {
		parts = append(parts, fmt.Sprintf("no run of up to %d %s comes to rest with it waiting, all were tried", j.Ticks, plural(j.Ticks, "tick", "ticks")))
	}
	parts = append(parts, fmt.Sprintf("%d %s tried, then the budget of %s was spent", j.States, plural(j.States, "state", "states"), j.Limit))
	switch j.Fires {
	case Yes:
		parts = append(parts, "it fires in some run")
	case No:
		parts = append(parts, "it fires in no run")
	}
	return strings.Join(parts, "; ")
}

// advice says what may help to decide.
func (w *writer) advice(j *Join) string {
	text := "allow more with `--time`"
	if j.Limit != LimitTime {
		text = fmt.Sprintf("try `--states %d`", 10*w.states)
	}
	above := w.n.above(j.Node)
	for i := range w.g.Nodes {
		if above[i] && w.n.asks[i] >= 2 && w.n.guards[i] == syntax.Free {
			return text + fmt.Sprintf(", or say what holds among the guards of %s, such as `%s.guards: xor`", w.n.name(graph.ID(i)), w.g.Nodes[i].Name)
		}
	}
	return text
}

// above answers a node with all its ancestors, by node.
func (n *net) above(id graph.ID) []bool {
	in := make([]bool, len(n.g.Nodes))
	in[id] = true
	for open := []graph.ID{id}; len(open) > 0; open = open[1:] {
		for _, p := range n.g.Producers(open[0]) {
			if !in[p] {
				in[p] = true
				open = append(open, p)
			}
		}
	}
	return in
}

// overwritten tells of tokens that are lost because a second one comes before the join fires.
func (w *writer) overwritten(j *Join) {
	if len(j.Overwritten) == 0 {
		return
	}
	var from []graph.ID
	d := diag.Diagnostic{Code: diag.Overwrite, Severity: diag.Hint, Span: w.span(j.Node)}
	for _, slot := range j.Overwritten {
		p := w.n.producer(slot)
		from = append(from, p)
		d.Related = append(d.Related, diag.Related{Source: w.g.Source, Span: w.span(p), Msg: w.n.name(p) + " may reach it twice"})
	}
	d.Msg = fmt.Sprintf("%s can reach %s a second time before it fires: the two then count as one", w.n.list(from), w.n.name(j.Node))
	w.add(d)
}

// neverFire tells of nodes that fire in no run although a path leads to them, but of none that another finding is about.
func (w *writer) neverFire(ids []graph.ID, except []bool) {
	dead := make([]bool, len(w.g.Nodes))
	for _, id := range ids {
		dead[id] = true
	}
	linked := w.n.descend(func(id graph.ID) bool { return w.n.first[id] })
	for _, id := range ids {
		if linked[id] && !except[id] {
			w.add(w.deadNode(id, dead))
		}
	}
}

// deadNode tells of one such node, given all nodes that never fire.
func (w *writer) deadNode(id graph.ID, dead []bool) diag.Diagnostic {
	d := diag.Diagnostic{Code: diag.DeadNode, Severity: diag.Warning, Span: w.span(id)}
	name := w.n.name(id)
	var never []graph.ID
	for _, p := range w.g.Producers(id) {
		if dead[p] {
			never = append(never, p)
		}
	}
	d.Msg = name + " never fires: in no run do all that it waits for come together"
	if len(never) > 0 {
		d.Msg = fmt.Sprintf("%s never fires: it waits for %s, which never %s", name, w.n.list(never), plural(len(never), "fires", "fire"))
	}
	for _, p := range never {
		d.Related = append(d.Related, diag.Related{Source: w.g.Source, Span: w.span(p), Msg: w.n.name(p) + " never fires either"})
	}
	return d
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
