package runtime

import (
	"context"

	"github.com/tickflow/tickflow/runtime/proof"
)

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
