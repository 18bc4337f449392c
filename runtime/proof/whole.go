package proof

import (
	"slices"

	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/syntax"
)

// Whole answers the trace as a run of the whole graph, whose other nodes answer with as few True guards as the mode
// allows, the earlier in the text, and do not fail. What the trace says of rest and of what repeats still is about Among.
func (t *Trace) Whole(g *graph.Graph) *Trace {
	n := newNet(g, t.Mode, t.From)
	whole := *t
	whole.Ticks = make([]Tick, len(t.Ticks))
	marking := make([]bool, g.Slots())
	copy(marking, n.tokens)
	for i := range t.Ticks {
		tick := &whole.Ticks[i]
		for _, id := range n.fireable(marking, i == 0) {
			f := Firing{Node: id, Answers: n.fewest(id)}
			at, listed := slices.BinarySearchFunc(t.Ticks[i].Firings, id, func(f Firing, id graph.ID) int { return int(f.Node - id) })
			if listed {
				f = t.Ticks[i].Firings[at]
			}
			tick.Firings = append(tick.Firings, f)
		}
		n.fire(marking, tick.Firings)
		for s, token := range marking {
			if token {
				tick.True = append(tick.True, int32(s))
			}
		}
	}
	return &whole
}

// fireable answers the nodes that fire in a tick, in node order.
func (n *net) fireable(marking []bool, begin bool) []graph.ID {
	var ids []graph.ID
	for i := range n.g.Nodes {
		id := graph.ID(i)
		if begin && n.first[i] || !begin && n.ready(marking, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// fire lets all firings of a tick consume, then produce.
func (n *net) fire(marking []bool, firings []Firing) {
	for i := range firings {
		id := firings[i].Node
		clear(marking[n.g.FirstSlot(id):n.g.FirstSlot(id+1)])
	}
	for i := range firings {
		f := &firings[i]
		for _, slot := range n.out(f.Node) {
			ask := n.writer[slot]
			marking[slot] = !f.Failed && (ask < 0 || f.Answers[ask])
		}
	}
}

// fewest answers what a node's guards say with as few True answers as they may.
func (n *net) fewest(id graph.ID) []bool {
	if n.asks[id] == 0 {
		return nil
	}
	answers := make([]bool, n.asks[id])
	answers[0] = n.guards[id] == syntax.Exhaustive || n.guards[id] == syntax.Xor
	return answers
}
