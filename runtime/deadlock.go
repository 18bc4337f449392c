package runtime

import (
	"context"
	"fmt"
	goruntime "runtime"
	"slices"
	"strings"

	"github.com/tickflow/tickflow/runtime/check"
	"github.com/tickflow/tickflow/runtime/diag"
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

// Suggestion is what the structural rule says of a join: two of its producers lie on branches of a splitter of which only
// one is taken. The rule looks at the drawing alone: it misses joins that can wait for ever, and objects to some that
// cannot. Deadlocks decides.
type Suggestion struct {
	Node      string    `json:"node"`
	Splitter  string    `json:"splitter"`
	Producers [2]string `json:"producers"`
}

// String answers a sentence.
func (s Suggestion) String() string {
	return fmt.Sprintf("%s waits for both %s and %s, but %s takes only one of the ways that lead there",
		s.Node, s.Producers[0], s.Producers[1], s.Splitter)
}

// Suggestions answers what the structural rule says, in node order.
func (p *Program) Suggestions() []Suggestion {
	list := make([]Suggestion, len(p.suggestions))
	for i, s := range p.suggestions {
		list[i] = named(p.graph, s)
	}
	return list
}

func named(g *graph.Graph, s check.Suggestion) Suggestion {
	name := func(id graph.ID) string { return g.Nodes[id].Name }
	return Suggestion{name(s.Node), name(s.Splitter), [2]string{name(s.Producers[0]), name(s.Producers[1])}}
}

// Promote answers the program with the joins of the given suggestions made OR-joins; nothing but their Node counts. What is
// left of deadlocks and suggestions may differ. It answers an error when the graph has no node of such a name.
func (p *Program) Promote(suggestions ...Suggestion) (*Program, error) {
	var chosen []check.Suggestion
	text := p.source.Text
	for _, s := range suggestions {
		id, ok := p.graph.Lookup(s.Node)
		if !ok {
			return nil, fmt.Errorf("there is no node %s to promote", s.Node)
		}
		chosen = append(chosen, check.Suggestion{Node: id})
		text += "\n" + s.Node + ".join: OR" // the last of several counts
	}
	if len(chosen) > 0 {
		text += "\n"
	}
	return assemble(diag.NewSource(p.source.Name, text), check.Promote(p.graph, chosen...), p.behaviors, p.written)
}

// Repair is what it takes to be rid of all deadlocks.
type Repair struct {
	Deadlocks []Deadlock // what each join that was made OR could come to, without a Story, in the order in which they were
	Notes     []string   // what else that changes, a sentence each: nodes that can now fire twice, runs that never rest
}

// Repair answers the program with as many joins made OR as it takes until it has no deadlocks: the join that starves first,
// then again. When ctx ends early, all that are left are made OR at once, which may be more than it takes. The error is
// that of Promote.
func (p *Program) Repair(ctx context.Context) (*Program, Repair, error) {
	fixed := proof.Run(ctx, p.graph, proofOptions()).Repair(ctx, proofOptions())
	done := Repair{Notes: fixed.Notes()}
	var joins []Suggestion
	for i, id := range fixed.Joins {
		name := p.graph.Nodes[id].Name
		joins = append(joins, Suggestion{Node: name})
		done.Deadlocks = append(done.Deadlocks, Deadlock{Node: name, Proved: true, Why: fixed.Why[i]})
	}
	fresh, err := p.Promote(joins...)
	for err == nil && len(fresh.deadlocks) > 0 { // what is left is not decided, or there was no time to look for the first
		joins = joins[:0]
		for _, d := range fresh.deadlocks {
			d.Story = ""
			joins = append(joins, Suggestion{Node: d.Node})
			done.Deadlocks = append(done.Deadlocks, d)
		}
		fresh, err = fresh.Promote(joins...)
	}
	return fresh, done, err
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
	for _, s := range m.Slots {
		consumer, _ := g.Lookup(s.Consumer)
		producer, _ := g.Lookup(s.Producer)
		at := slices.Index(g.Producers(consumer), producer)
		from.True = append(from.True, g.FirstSlot(consumer)+int32(at))
	}
	for _, name := range m.ArmedStarts {
		id, _ := g.Lookup(name)
		from.Armed = append(from.Armed, id)
	}
	return &from
}
