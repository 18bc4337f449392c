package check

import "github.com/tickflow/tickflow/runtime/graph"

// forest orders the nodes by how a walk that stops at merges gets to them. A node with exactly one producer hangs below
// that producer. Roots are merges, nodes without producers, and rings: nodes each of which has only the one before it as
// producer. The trees whose roots form a ring are one group, every other tree is a group of its own.
//
// Nodes are numbered depth first, so that a subtree and a group are runs of numbers. The biggest child comes right behind
// its parent and forms a chain with it, so that every way up crosses few chains (heavy paths; Sleator and Tarjan, "A data
// structure for dynamic trees", 1983).
type forest struct {
	parent []graph.ID // -1 at roots
	at     []int32    // by node: its number
	node   []graph.ID // by number
	size   []int32    // by node: how many nodes its subtree has
	head   []graph.ID // by node: the top of its chain
	group  []int32    // by node: its group
	groups []run
}

// run is a stretch of numbers: from first up to but not including end.
type run struct{ first, end int32 }

func newForest(g *graph.Graph) *forest {
	n := len(g.Nodes)
	f := &forest{
		parent: make([]graph.ID, n), at: make([]int32, n), node: make([]graph.ID, n),
		size: make([]int32, n), head: make([]graph.ID, n), group: make([]int32, n),
	}
	for i := range n {
		f.parent[i] = -1
		if p := g.Producers(graph.ID(i)); len(p) == 1 {
			f.parent[i] = p[0]
		}
	}
	ring := f.cutRings()
	order, biggest := f.measure()
	f.numberRoots(ring)
	f.numberBelow(order, biggest)
	return f
}

// cutRings makes the nodes of rings roots. It answers by node the next one of its ring, or -1.
func (f *forest) cutRings() []graph.ID {
	next, seen := make([]graph.ID, len(f.parent)), make([]int32, len(f.parent))
	for i := range next {
		next[i] = -1
	}
	for i := range f.parent {
		walk, n := int32(i)+1, graph.ID(i)
		for n >= 0 && seen[n] == 0 {
			seen[n] = walk
			n = f.parent[n]
		}
		// A walk up that meets itself has gone round a ring.
		for n >= 0 && seen[n] == walk && f.parent[n] >= 0 {
			up := f.parent[n]
			f.parent[n], next[up] = -1, n
			n = up
		}
	}
	return next
}

// measure fills in the sizes. It answers the nodes, each behind all nodes below it, and by node its biggest child or -1.
func (f *forest) measure() (order, biggest []graph.ID) {
	children := make([]int32, len(f.parent))
	biggest = make([]graph.ID, len(f.parent))
	for i, p := range f.parent {
		f.size[i], biggest[i] = 1, -1
		if p >= 0 {
			children[p]++
		}
	}
	order = make([]graph.ID, 0, len(f.parent))
	for i := range f.parent {
		// What has no children left is finished; it may finish its parent.
		for n := graph.ID(i); n >= 0 && children[n] == 0; {
			children[n] = -1
			order = append(order, n)
			p := f.parent[n]
			if p >= 0 {
				f.size[p] += f.size[n]
				children[p]--
				if biggest[p] < 0 || f.size[n] > f.size[biggest[p]] {
					biggest[p] = n
				}
			}
			n = p
		}
	}
	return order, biggest
}

// numberRoots gives the roots their numbers and groups, those of a ring one behind the other.
func (f *forest) numberRoots(ring []graph.ID) {
	free := int32(0)
	placed := make([]bool, len(f.parent))
	for i, p := range f.parent {
		if p >= 0 || placed[i] {
			continue
		}
		first := free
		for n := graph.ID(i); n >= 0 && !placed[n]; n = ring[n] {
			placed[n] = true
			f.at[n], f.group[n] = free, int32(len(f.groups))
			free += f.size[n]
		}
		f.groups = append(f.groups, run{first, free})
	}
}

// numberBelow numbers all nodes, parents before children.
func (f *forest) numberBelow(order, biggest []graph.ID) {
	free := make([]int32, len(order)) // by node: the number of its next smaller child
	for i := len(order) - 1; i >= 0; i-- {
		n := order[i]
		f.head[n] = n
		if p := f.parent[n]; p >= 0 {
			f.group[n] = f.group[p]
			if biggest[p] == n {
				f.at[n], f.head[n] = f.at[p]+1, f.head[p]
			} else {
				f.at[n] = free[p]
				free[p] += f.size[n]
			}
		}
		free[n] = f.at[n] + 1
		if b := biggest[n]; b >= 0 {
			free[n] += f.size[b]
		}
		f.node[f.at[n]] = n
	}
}

// under answers the run of a node's subtree without the node itself.
func (f *forest) under(n graph.ID) run { return run{f.at[n] + 1, f.at[n] + f.size[n]} }

// meet answers the lowest node above or at both a and b, or -1 when they hang in different trees.
func (f *forest) meet(a, b graph.ID) graph.ID {
	for f.head[a] != f.head[b] {
		if f.at[f.head[a]] < f.at[f.head[b]] {
			a, b = b, a
		}
		if a = f.parent[f.head[a]]; a < 0 {
			return -1
		}
	}
	if f.at[a] < f.at[b] {
		return a
	}
	return b
}

// toward answers the child of a node that is above or at another node of its subtree.
func (f *forest) toward(n, below graph.ID) graph.ID {
	for f.head[below] != f.head[n] {
		top := f.head[below]
		if below = f.parent[top]; below == n {
			return top
		}
	}
	return f.node[f.at[n]+1]
}
