package render

import "github.com/tickflow/tickflow/runtime/graph"

// unwind walks the graph depth first, starts first, then in node order, and marks the edges that lead back to a node the
// walk has not left yet: without them no cycle is left. An edge to its own node is one of them. The order it answers has
// every node before the nodes its other edges lead to.
func unwind(g *graph.Graph) (order []graph.ID, back []bool) {
	type visit struct {
		node graph.ID
		next int
	}
	const unseen, open, left = 0, 1, 2
	back = make([]bool, len(g.Edges()))
	order = make([]graph.ID, len(g.Nodes))
	place := len(order) // the order fills from its end
	mark := make([]uint8, len(g.Nodes))
	first := firstEdges(g)
	var path []visit
	walk := func(root graph.ID) {
		path = append(path, visit{node: root})
		mark[root] = open
		for len(path) > 0 {
			v := &path[len(path)-1]
			out := g.Out(v.node)
			if v.next == len(out) {
				mark[v.node] = left
				place--
				order[place] = v.node
				path = path[:len(path)-1]
				continue
			}
			to := out[v.next].To
			switch mark[to] {
			case unseen:
				mark[to] = open
				v.next++
				path = append(path, visit{node: to})
				continue
			case open:
				back[first[v.node]+v.next] = true
			}
			v.next++
		}
	}
	for _, starts := range []bool{true, false} {
		for n := range g.Nodes {
			if mark[n] == unseen && (g.Nodes[n].Start || !starts) {
				walk(graph.ID(n))
			}
		}
	}
	return order, back
}

// firstEdges answers by node where its out-edges begin in Edges.
func firstEdges(g *graph.Graph) []int {
	first := make([]int, len(g.Nodes))
	count := 0
	for n := range g.Nodes {
		first[n] = count
		count += len(g.Out(graph.ID(n)))
	}
	return first
}
