package proof

import (
	"slices"

	"github.com/tickflow/tickflow/runtime/graph"
)

// Marking is where a run stands that has already fired something: from there on, the questions are asked.
type Marking struct {
	True  []int32    // the slots that hold a token
	Armed []graph.ID // the starts that have not fired yet
}

// set makes a net begin at a marking, or, if that is nil, with nothing but its starts armed.
func (n *net) set(from *Marking) {
	n.from = from
	n.first = make([]bool, len(n.g.Nodes))
	if from == nil {
		for i := range n.g.Nodes {
			n.first[i] = n.g.Nodes[i].Start
		}
		return
	}
	n.tokens = make([]bool, n.g.Slots())
	for _, slot := range from.True {
		n.tokens[slot] = true
	}
	for i := range n.g.Nodes {
		n.first[i] = n.ready(n.tokens, graph.ID(i))
	}
	for _, id := range from.Armed {
		n.first[id] = true
	}
}

// ready reports whether the slots of a node let it fire.
func (n *net) ready(marking []bool, id graph.ID) bool {
	own := marking[n.g.FirstSlot(id):n.g.FirstSlot(id+1)]
	return slices.Contains(own, true) && !(n.and(id) && slices.Contains(own, false))
}

// token reports whether a slot holds a token at the beginning.
func (n *net) token(slot int32) bool { return n.tokens != nil && n.tokens[slot] }
