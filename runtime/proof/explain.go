package proof

import (
	"fmt"
	"strings"

	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/syntax"
)

// Explain answers what there is to say about a join of the report, as text of several lines for someone who knows nothing
// of nets: what can go wrong, the run that shows it, tick by tick, and why; or what makes sure that nothing can; or what is
// known so far. It ends with a line feed.
func (r *Report) Explain(j *Join) string {
	w := r.writer()
	var b strings.Builder
	why, story := r.Tell(j)
	fmt.Fprintln(&b, why)
	for line := range strings.Lines(story) {
		b.WriteString("  " + line)
	}
	switch j.Verdict {
	case Unknown:
		fmt.Fprintln(&b, "  "+w.undecided(j).Hint)
	case Refuted:
		fmt.Fprintln(&b, "  "+w.starved(j).Hint)
	}
	return b.String()
}

// Why answers in one sentence what can go wrong with a join, what makes sure that nothing can, or what is known so far.
func (r *Report) Why(j *Join) string {
	w := r.writer()
	switch j.Verdict {
	case Proved:
		return fmt.Sprintf("%s never waits for ever: %s", w.n.name(j.Node), w.grounds(j))
	case Unknown:
		return w.notDecided(j)
	}
	return w.canStarve(j)
}

// Tell answers what Why does and, where a run is known after which the join waits for ever, that run and the reasons, tick
// by tick, as lines that end with a line feed.
func (r *Report) Tell(j *Join) (why, story string) {
	var b strings.Builder
	if j.Verdict == Refuted && j.Trace != nil {
		for _, l := range r.writer().story(j).all(explainedAtMost) {
			fmt.Fprintln(&b, l.text)
		}
	}
	return r.Why(j), b.String()
}

// Assumed answers what the report assumes of a node's guards.
func (r *Report) Assumed(id graph.ID) syntax.Guards { return r.fixpoints.n.guards[id] }

// grounds says what a proof rests on: "all 19 states have been tried, assuming xor at `B`, and no failed firing".
func (w *writer) grounds(j *Join) string {
	var because string
	switch j.Rule {
	case Unreached:
		return "nothing ever reaches it"
	case OnceEach:
		because = "all that leads to it fires exactly once"
	case KeptFed:
		because = "all that it waits for keeps coming"
	default:
		because = fmt.Sprintf("all %d states that it and its ancestors can be in have been tried", j.States)
	}
	var rests []string
	for _, id := range j.Assumes {
		rests = append(rests, fmt.Sprintf("%s at %s", w.n.guards[id], w.n.name(id)))
	}
	if !w.n.mode.Fail {
		rests = append(rests, "no failed firing")
	}
	switch last := len(rests) - 1; last {
	case -1:
		return because
	case 0:
		return because + ", assuming " + rests[0]
	default:
		return because + ", assuming " + strings.Join(rests[:last], ", ") + ", and " + rests[last]
	}
}

// Join answers what the report says about a node, or nil if it is no AND-join with two or more producers.
func (r *Report) Join(id graph.ID) *Join {
	for i := range r.Joins {
		if r.Joins[i].Node == id {
			return &r.Joins[i]
		}
	}
	return nil
}
