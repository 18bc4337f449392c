package render

import (
	"iter"

	"github.com/tickflow/tickflow/runtime/graph"
)

// unwound is a graph without the edges that are marked back: it has no cycles.
type unwound struct {
	*graph.Graph
	first []int
	back  []bool
}

// consumers answers where the edges of a node lead, each of them.
func (u *unwound) consumers(n graph.ID) iter.Seq[graph.ID] {
	return func(yield func(graph.ID) bool) {
		for i, e := range u.Out(n) {
			if !u.back[u.first[n]+i] && !yield(e.To) {
				return
			}
		}
	}
}

// layers gives every node a layer below those of its producers, by the longest way to it. Then nodes sink towards their
// consumers where that makes edges shorter in sum. Edges marked back do not count; order has producers first.
func layers(g *graph.Graph, order []graph.ID, back []bool) []int {
	u := &unwound{g, firstEdges(g), back}
	layer := make([]int, len(g.Nodes))
	in, out := make([]int, len(g.Nodes)), make([]int, len(g.Nodes))
	for _, n := range order {
		for to := range u.consumers(n) {
			layer[to] = max(layer[to], layer[n]+1)
			in[to]++
			out[n]++
		}
	}
	held := make([]bool, len(g.Nodes)) // a node before it has other consumers and would not sink along
	for _, n := range order {
		for to := range u.consumers(n) {
			held[to] = held[to] || held[n] || out[n] > 1
		}
	}
	for i := len(order) - 1; i >= 0; i-- {
		n := order[i]
		// With everything before it in tow a node may sink for the sake of a single edge.
		if out[n] > 0 && (out[n] > in[n] || !held[n]) {
			lowest := len(g.Nodes)
			for to := range u.consumers(n) {
				lowest = min(lowest, layer[to]-1)
			}
			layer[n] = lowest
		}
	}
	return layer
}
