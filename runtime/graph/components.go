package graph

// Components are the strongly connected components of a graph: two nodes belong to the same one when each has a path to
// the other. They are numbered against the edges: an edge that leaves a component leads to one with a lower number.
type Components struct {
	of     []int32
	starts []int32
	order  []int32
	cyclic []bool
}

// Len answers the number of components.
func (c *Components) Len() int { return len(c.cyclic) }

// Of answers the number of a node's component.
func (c *Components) Of(n ID) int { return int(c.of[n]) }

// Cyclic reports whether the component holds a cycle: more than one node, or one with an edge to itself.
func (c *Components) Cyclic(component int) bool { return c.cyclic[component] }

// Members answers the nodes of a component in node order. The slice is the caller's own.
func (c *Components) Members(component int) []ID {
	own := c.order[c.starts[component]:c.starts[component+1]]
	ids := make([]ID, len(own))
	for i, n := range own {
		ids[i] = ID(n)
	}
	return ids
}

// Components computes the strongly connected components, in time linear in nodes and edges (Tarjan, "Depth-first search
// and linear graph algorithms", 1972) and without recursion, so that long chains do no harm.
func (g *Graph) Components() *Components {
	t := tarjan{g: g, c: &Components{of: make([]int32, len(g.Nodes))}, low: make([]int32, len(g.Nodes))}
	for n := range t.c.of {
		t.c.of[n] = -1
	}
	for n := range g.Nodes {
		if t.low[n] == 0 {
			t.walk(ID(n))
		}
	}
	c := t.c
	c.starts, c.order = bucket(len(c.cyclic), len(g.Nodes), func(i int) ID { return ID(c.of[i]) })
	for _, e := range g.edges {
		if c.of[e.From] == c.of[e.To] {
			c.cyclic[c.of[e.From]] = true
		}
	}
	return c
}

type tarjan struct {
	g     *Graph
	c     *Components
	low   []int32 // the smallest visiting number known to be reachable; 0 when not visited
	count int32
	path  []visit
	open  []ID // visited nodes without a component yet
}

// visit is a node on the current path with the next of its edges to follow.
type visit struct {
	node   ID
	next   int32
	number int32
}

func (t *tarjan) enter(n ID) {
	t.count++
	t.low[n] = t.count
	t.path = append(t.path, visit{n, t.g.outStart[n], t.count})
	t.open = append(t.open, n)
}

func (t *tarjan) walk(root ID) {
	t.enter(root)
	for len(t.path) > 0 {
		v := &t.path[len(t.path)-1]
		if v.next < t.g.outStart[v.node+1] {
			to := t.g.edges[v.next].To
			v.next++
			if t.low[to] == 0 {
				t.enter(to)
			} else if t.c.of[to] < 0 {
				t.low[v.node] = min(t.low[v.node], t.low[to])
			}
			continue
		}
		done := *v
		t.path = t.path[:len(t.path)-1]
		if t.low[done.node] == done.number {
			t.close(done.node)
		} else {
			parent := t.path[len(t.path)-1].node
			t.low[parent] = min(t.low[parent], t.low[done.node])
		}
	}
}

// close makes the open nodes from root on a component.
func (t *tarjan) close(root ID) {
	for {
		n := t.open[len(t.open)-1]
		t.open = t.open[:len(t.open)-1]
		t.c.of[n] = int32(len(t.c.cyclic))
		if n == root {
			break
		}
	}
	t.c.cyclic = append(t.c.cyclic, false)
}
