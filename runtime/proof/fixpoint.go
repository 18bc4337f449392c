package proof

import (
	"slices"

	"github.com/tickflow/tickflow/runtime/graph"
)

// fixpoints are the sets of nodes that a net's structure alone decides, each found in time linear in nodes and edges.
// A slot is plain if no guard decides what is written into it.
type fixpoints struct {
	n      *net
	live   []bool // may fire if guards are taken as True; the others fire in no run, whatever the mode
	buried []bool // what live was before joins were taken from it that had been found to fire in no run, or nil
	sure   []bool // fire in every run without failures: fed through plain slots only; empty if runs begin at a marking
	// fire for ever in some run, if guards are taken as True: what is not in it fires finitely often in every run
	endless  []bool
	stuck    []bool // keep one another firing through plain slots, once they fire
	restless []bool // those of stuck that are sure to begin: no run without failures comes to rest
	once     []bool // fire exactly once in every run without failures: AND-joins over plain slots, without cycles

	aboveRestless   []bool // a restless node is the node itself or an ancestor
	aboveBoundTrue  []bool // so is a live node whose guards may not all be True
	aboveBoundFalse []bool // so is a sure node whose guards may not all be False
}

func newFixpoints(n *net) *fixpoints {
	f := &fixpoints{n: n}
	f.live = n.least(false, nil)
	f.sure = make([]bool, len(f.live))
	f.once = f.sure
	if n.from == nil {
		f.sure, f.once = n.least(true, nil), n.onlyOnce()
	}
	f.endless = n.greatest(f.live, false)
	f.stuck = n.greatest(f.live, true)
	f.restless = n.greatest(f.sure, true)
	f.aboveRestless = n.descend(func(id graph.ID) bool { return f.restless[id] })
	f.aboveBoundTrue = n.descend(func(id graph.ID) bool { return f.live[id] && !allTrue(n.guards[id], n.asks[id]) })
	f.aboveBoundFalse = n.descend(func(id graph.ID) bool { return f.sure[id] && n.asks[id] > 0 && !allFalse(n.guards[id]) })
	return f
}

// least answers the least set that has the nodes that fire first and some more, the AND nodes fed by it on all slots, and the OR
// nodes fed by it on any. Only plain slots count as fed, if that is asked for; nodes for which never answers true are not
// fed into the set.
func (n *net) least(plain bool, never func(graph.ID) bool, more ...graph.ID) []bool {
	in := make([]bool, len(n.g.Nodes))
	lacks := make([]int32, len(n.g.Nodes))
	var open []graph.ID
	for i := range n.g.Nodes {
		lacks[i] = 1
		if n.and(graph.ID(i)) {
			lacks[i] = n.missing(graph.ID(i))
		}
		if n.first[i] || slices.Contains(more, graph.ID(i)) {
			in[i] = true
			open = append(open, graph.ID(i))
		}
	}
	for len(open) > 0 {
		id := open[len(open)-1]
		open = open[:len(open)-1]
		for _, slot := range n.out(id) {
			to := n.consumer[slot]
			if in[to] || n.token(slot) || plain && n.writer[slot] >= 0 {
				continue
			}
			if lacks[to]--; lacks[to] == 0 && (never == nil || !never(to)) {
				in[to] = true
				open = append(open, to)
			}
		}
	}
	return in
}

// missing answers how many slots of a node hold no token at the beginning.
func (n *net) missing(id graph.ID) int32 {
	missing := int32(0)
	for slot := n.g.FirstSlot(id); slot < n.g.FirstSlot(id+1); slot++ {
		if !n.token(slot) {
			missing++
		}
	}
	return missing
}

// greatest answers the greatest set of nodes of another set that keep one another fed: AND nodes on all of their slots,
// OR nodes on at least one; only plain slots count as fed, if that is asked for.
func (n *net) greatest(within []bool, plain bool) []bool {
	in := make([]bool, len(within))
	copy(in, within)
	fed := make([]int32, len(in)) // OR nodes: how many slots
	var gone []graph.ID
	for i := range in {
		if !in[i] {
			continue
		}
		id := graph.ID(i)
		first, producers := n.g.FirstSlot(id), n.g.Producers(id)
		for j, p := range producers {
			if within[p] && !(plain && n.writer[int(first)+j] >= 0) {
				fed[i]++
			}
		}
		if fed[i] == 0 || n.and(id) && int(fed[i]) < len(producers) {
			in[i] = false
			gone = append(gone, id)
		}
	}
	for len(gone) > 0 {
		id := gone[len(gone)-1]
		gone = gone[:len(gone)-1]
		for _, slot := range n.out(id) {
			to := n.consumer[slot]
			if !in[to] || plain && n.writer[slot] >= 0 {
				continue
			}
			if fed[to]--; fed[to] == 0 || n.and(to) {
				in[to] = false
				gone = append(gone, to)
			}
		}
	}
	return in
}

// onlyOnce answers the starts without producers and the AND nodes that such nodes feed through plain slots alone.
func (n *net) onlyOnce() []bool {
	in := make([]bool, len(n.g.Nodes))
	fed := make([]int, len(n.g.Nodes))
	var open []graph.ID
	for i := range n.g.Nodes {
		if n.g.Nodes[i].Start && len(n.g.Producers(graph.ID(i))) == 0 {
			in[i] = true
			open = append(open, graph.ID(i))
		}
	}
	for len(open) > 0 {
		id := open[len(open)-1]
		open = open[:len(open)-1]
		for _, slot := range n.out(id) {
			to := n.consumer[slot]
			if n.writer[slot] >= 0 {
				continue
			}
			if fed[to]++; fed[to] == len(n.g.Producers(to)) && n.and(to) && !n.g.Nodes[to].Start {
				in[to] = true
				open = append(open, to)
			}
		}
	}
	return in
}

// descend answers the nodes that are seeds or have one among their ancestors.
func (n *net) descend(seed func(graph.ID) bool) []bool {
	in := make([]bool, len(n.g.Nodes))
	var open []graph.ID
	for i := range in {
		if seed(graph.ID(i)) {
			in[i] = true
			open = append(open, graph.ID(i))
		}
	}
	for len(open) > 0 {
		id := open[len(open)-1]
		open = open[:len(open)-1]
		for _, slot := range n.out(id) {
			if to := n.consumer[slot]; !in[to] {
				in[to] = true
				open = append(open, to)
			}
		}
	}
	return in
}

func some(set []bool) bool {
	for _, in := range set {
		if in {
			return true
		}
	}
	return false
}
