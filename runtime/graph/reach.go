package graph

import "slices"

// Reach answers whether paths exist. It takes memory linear in the graph; most questions are answered at once from
// interval labels on the components, the rest by a search that the labels prune (Yildirim, Chaoji, Zaki: "GRAIL",
// 2010). A Reach belongs to one goroutine at a time.
type Reach struct {
	components *Components
	starts     []int32 // edges between components: those of c lead to next[starts[c]:starts[c+1]]
	next       []int32
	labels     [2][]label
	seen       []int32 // by component: the search that last visited it
	search     int32
	stack      []int32
}

// label is a component's place in one depth-first walk. What is reachable from it was left within [low, post]; what was
// entered and left between pre and post is certainly reachable.
type label struct{ pre, post, low int32 }

// Reach prepares for questions about paths.
func (g *Graph) Reach() *Reach {
	c := g.Components()
	r := &Reach{components: c, seen: make([]int32, c.Len())}
	var crossing []int32
	for i, e := range g.edges {
		if c.of[e.From] != c.of[e.To] {
			crossing = append(crossing, int32(i))
		}
	}
	starts, order := bucket(c.Len(), len(crossing), func(i int) ID { return ID(c.of[g.edges[crossing[i]].From]) })
	r.starts, r.next = starts, order
	for i, o := range order {
		r.next[i] = c.of[g.edges[crossing[o]].To]
	}
	r.labels[0] = r.label()
	// A second walk in the opposite order separates most of what the first one lumps together.
	for n := range c.Len() {
		slices.Reverse(r.next[r.starts[n]:r.starts[n+1]])
	}
	r.labels[1] = r.label()
	return r
}

// Path reports whether a path of at least one edge leads from one node to another, or back to the same.
func (r *Reach) Path(from, to ID) bool {
	a, b := r.components.of[from], r.components.of[to]
	if a == b {
		return r.components.cyclic[a]
	}
	if yes, no := r.hint(a, b); yes || no {
		return yes
	}
	r.search++
	r.stack = append(r.stack[:0], a)
	for len(r.stack) > 0 {
		at := r.stack[len(r.stack)-1]
		r.stack = r.stack[:len(r.stack)-1]
		for _, c := range r.next[r.starts[at]:r.starts[at+1]] {
			if r.seen[c] == r.search {
				continue
			}
			r.seen[c] = r.search
			yes, no := r.hint(c, b)
			if yes {
				return true
			}
			if !no {
				r.stack = append(r.stack, c)
			}
		}
	}
	return false
}

// hint answers what is certain without a search; both are false when nothing is.
func (r *Reach) hint(from, to int32) (yes, no bool) {
	if from <= to {
		return from == to, from < to
	}
	for _, labels := range r.labels {
		a, b := labels[from], labels[to]
		if a.pre <= b.pre && b.post <= a.post {
			return true, false
		}
		if b.post > a.post || b.low < a.low {
			return false, true
		}
	}
	return false, false
}

// label walks the components depth first, from those that nothing leads to.
func (r *Reach) label() []label {
	labels := make([]label, r.components.Len())
	var clock int32
	type visit struct{ component, next int32 }
	var path []visit
	enter := func(c int32) {
		clock++
		labels[c] = label{pre: clock, low: clock}
		path = append(path, visit{c, r.starts[c]})
	}
	for root := int32(len(labels)) - 1; root >= 0; root-- {
		if labels[root].pre != 0 {
			continue
		}
		for enter(root); len(path) > 0; {
			v := &path[len(path)-1]
			at := v.component
			if v.next == r.starts[at+1] {
				clock++
				labels[at].post = clock
				path = path[:len(path)-1]
				if len(path) > 0 {
					parent := path[len(path)-1].component
					labels[parent].low = min(labels[parent].low, labels[at].low)
				}
				continue
			}
			to := r.next[v.next]
			v.next++
			if labels[to].pre == 0 {
				enter(to)
			} else {
				labels[at].low = min(labels[at].low, labels[to].low)
			}
		}
	}
	return labels
}
