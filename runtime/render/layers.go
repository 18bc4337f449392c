package render

import "github.com/tickflow/tickflow/runtime/graph"

// layers gives every node a layer below those of its producers, by the longest way to it. Then nodes sink towards their
// consumers where that makes edges shorter in sum. Edges marked back do not count.
func layers(g *graph.Graph, order []graph.ID, back []bool) []int {
	layer := make([]int, len(g.Nodes))
	first := firstEdges(g)
	for _, n := range order {
		for i, e := range g.Out(n) {
			if !back[first[n]+i] {
				layer[e.To] = max(layer[e.To], layer[n]+1)
			}
		}
	}
	in := make([]int, len(g.Nodes))
	held := make([]bool, len(g.Nodes)) // a producer has other consumers and would not sink along
	for n := range g.Nodes {
		out := 0
		for i := range g.Out(graph.ID(n)) {
			if !back[first[n]+i] {
				out++
			}
		}
		for i, e := range g.Out(graph.ID(n)) {
			if !back[first[n]+i] {
				in[e.To]++
				held[e.To] = held[e.To] || out > 1
			}
		}
	}
	for _, n := range order {
		for i, e := range g.Out(n) {
			if !back[first[n]+i] {
				held[e.To] = held[e.To] || held[n]
			}
		}
	}
	for i := len(order) - 1; i >= 0; i-- {
		n := order[i]
		out, lowest := 0, -1
		for k, e := range g.Out(n) {
			if back[first[n]+k] {
				continue
			}
			out++
			if lowest < 0 || layer[e.To]-1 < lowest {
				lowest = layer[e.To] - 1
			}
		}
		// With everything before it in tow a node may sink for the sake of a single edge.
		if out > in[n] || out > 0 && !held[n] {
			layer[n] = lowest
		}
	}
	return layer
}
