package runtime

import (
	"context"
	goruntime "runtime"
	"slices"
	"strings"

	"github.com/tickflow/tickflow/runtime/check"
	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/proof"
)

// Deadlock is an AND-join that can hold a token for ever, or, where that is not decided, one that the structural rule
// objects to.
type Deadlock struct {
	Node   string `json:"node"`
	Proved bool   `json:"proved"` // there is a run that comes to it; false where that is not decided
	Why    string `json:"why"`    // one sentence, without a full stop
	// Story tells the run that shows it, tick by tick, and why nothing comes after it: lines with line feeds. It is "" where
	// no run is known, and from the 21st join of a list on.
	Story string `json:"story"`
}

// DeadlockError says that a program has joins that can wait for ever.
type DeadlockError struct {
	Deadlocks []Deadlock // in node order, at least one
	// Underway says that they could wait for ever from where a run stands, which was to go on with the program. The stories
	// count ticks from there.
	Underway bool
}

// Error answers a paragraph per join and what to do.
func (e *DeadlockError) Error() string {
	msg, how := "the graph can deadlock", "NODE.join: OR, Promote or Repair"
	if e.Underway {
		msg, how = "from where the run stands, the other graph can deadlock; ticks are counted from there", "NODE.join: OR, or Promote"
	}
	for _, d := range e.Deadlocks {
		msg += "\n  " + d.Why
		if d.Story != "" {
			msg += "\n    " + strings.ReplaceAll(strings.TrimSuffix(d.Story, "\n"), "\n", "\n    ")
		}
	}
	return msg + "\nmake them OR-joins (" + how + "), or allow the deadlock"
}

// Deadlocks answers the joins that keep a run from being started, in node order: those that can wait for ever, and of the
// undecided ones those that the structural rule objects to. The list must not be changed.
func (p *Program) Deadlocks() []Deadlock { return p.deadlocks }

func (p *Program) refuse(allowed bool) error {
	if allowed || len(p.deadlocks) == 0 {
		return nil
	}
	return &DeadlockError{Deadlocks: p.deadlocks}
}

// storiesAtMost is for how many joins the run is told.
const storiesAtMost = 20

// deadlocks answers what a report comes to, given what the structural rule says.
func deadlocks(r *proof.Report, suggestions []check.Suggestion) []Deadlock {
	first := map[graph.ID]check.Suggestion{}
	for _, s := range slices.Backward(suggestions) {
		first[s.Node] = s
	}
	var all []Deadlock
	for i := range r.Joins {
		j := &r.Joins[i]
		switch j.Verdict {
		case proof.Refuted:
			d := Deadlock{Node: r.Graph.Nodes[j.Node].Name, Proved: true}
			if len(all) < storiesAtMost {
				d.Why, d.Story = r.Tell(j)
			} else {
				d.Why = r.Why(j)
			}
			all = append(all, d)
		case proof.Unknown:
			if s, ok := first[j.Node]; ok {
				all = append(all, Deadlock{Node: r.Graph.Nodes[j.Node].Name, Why: r.Why(j) + "; and " + named(r.Graph, s).String()})
			}
		}
	}
	return all
}

// proofOptions are how joins are decided: the same for all programs, and so that a run is not kept waiting for seconds.
func proofOptions() proof.Options {
	return proof.Options{Workers: goruntime.GOMAXPROCS(0)}
}

// statesOnTheWay is how many states are tried for each join before a run goes on with another program.
const statesOnTheWay = 1 << 14

// refuseAt refuses a program that is to go on from a marking of its graph if a join can wait for ever from there on.
func (p *Program) refuseAt(ctx context.Context, m engine.Marking) error {
	o := proofOptions()
	o.States, o.From, o.JoinsOnly = statesOnTheWay, markingOf(p.graph, m), true
	found := deadlocks(proof.Run(ctx, p.graph, o), p.suggestions)
	if len(found) == 0 {
		return nil
	}
	return &DeadlockError{Deadlocks: found, Underway: true}
}

// markingOf answers a marking by the numbers of slots and nodes.
func markingOf(g *graph.Graph, m engine.Marking) *proof.Marking {
	var from proof.Marking
	slot := int32(0)
	for _, s := range m.Slots { // they are in slot order
		consumer, _ := g.Lookup(s.Consumer)
		producer, _ := g.Lookup(s.Producer)
		first, producers := g.FirstSlot(consumer), g.Producers(consumer)
		for slot = max(slot, first); producers[slot-first] != producer; {
			slot++
		}
		from.True = append(from.True, slot)
	}
	for _, name := range m.ArmedStarts {
		id, _ := g.Lookup(name)
		from.Armed = append(from.Armed, id)
	}
	return &from
}
