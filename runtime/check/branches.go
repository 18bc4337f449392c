package check

import (
	"slices"

	"github.com/tickflow/tickflow/runtime/graph"
)

// branches knows where the branches of all splitters begin and which nodes a branch can hold.
//
// A splitter is a node with two or more distinct guards. Each guard is a branch; it begins with the first edge that names
// the guard, at that edge's target, and holds what a walk from there reaches: the walk passes nodes with one producer,
// and stops at merges, which it still holds; it may begin at a merge; it may pass the splitter, which it does not hold.
// So a branch holds a node exactly when it begins at that node or at one above it in the forest (for rings: anywhere in
// the ring), or, for a merge, at or above one of its producers.
type branches struct {
	*forest
	g      *graph.Graph
	splits []bool  // by node: whether it is a splitter
	below  buckets // by node with one producer: the edges that begin a branch there
	tops   buckets // by group: the edges that begin a branch at one of its roots
	within []bool  // by node: whether some branch begins at or above it
}

// newBranches answers nil for a graph without splitters.
func newBranches(g *graph.Graph) *branches {
	b := &branches{g: g, splits: make([]bool, len(g.Nodes))}
	begin := b.beginnings()
	if len(begin) == 0 {
		return nil
	}
	b.forest = newForest(g)
	b.below = newBuckets(len(g.Nodes), begin, func(e int32) int32 {
		if to := g.Edges()[e].To; b.parent[to] >= 0 {
			return int32(to)
		}
		return -1
	})
	b.tops = newBuckets(len(b.groups), begin, func(e int32) int32 {
		if to := g.Edges()[e].To; b.parent[to] < 0 {
			return b.group[to]
		}
		return -1
	})
	b.within = make([]bool, len(g.Nodes))
	for _, n := range b.node { // parents come before children
		p := b.parent[n]
		b.within[n] = len(b.tops.of(b.group[n])) > 0 || len(b.below.of(int32(n))) > 0 || p >= 0 && b.within[p]
	}
	return b
}

// beginnings answers the edges that begin branches, as indices into all edges, and finds out who is a splitter.
func (b *branches) beginnings() []int32 {
	var begin []int32
	edge := int32(0)
	for n := range b.g.Nodes {
		out := b.g.Out(graph.ID(n))
		asked, from := int32(0), len(begin)
		for i, e := range out {
			if e.Ask == asked { // guards are numbered in text order, so this edge is the first to name its guard
				asked++
				begin = append(begin, edge+int32(i))
			}
		}
		if b.splits[n] = asked >= 2; !b.splits[n] {
			begin = begin[:from]
		}
		edge += int32(len(out))
	}
	return begin
}

// buckets holds items grouped by number, in their old order within a group.
type buckets struct{ starts, items []int32 }

// newBuckets groups items by key; those with a negative key are left out.
func newBuckets(n int, items []int32, key func(int32) int32) buckets {
	b := buckets{starts: make([]int32, n+1)}
	for _, it := range items {
		if k := key(it); k >= 0 {
			b.starts[k+1]++
		}
	}
	for i := range n {
		b.starts[i+1] += b.starts[i]
	}
	b.items = make([]int32, b.starts[n])
	free := slices.Clone(b.starts)
	for _, it := range items {
		if k := key(it); k >= 0 {
			b.items[free[k]] = it
			free[k]++
		}
	}
	return b
}

func (b buckets) of(key int32) []int32 { return b.items[b.starts[key]:b.starts[key+1]] }
