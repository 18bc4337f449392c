package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
)

// unguardedCycles answers the strongly connected components that hold a cycle but no guarded edge, each with its nodes
// in node order; the components go by their first node.
func unguardedCycles(g *graph.Graph) [][]graph.ID {
	c := g.Components()
	guarded := make([]bool, c.Len())
	for _, e := range g.Edges() {
		if e.Guard >= 0 && c.Of(e.From) == c.Of(e.To) {
			guarded[c.Of(e.From)] = true
		}
	}
	var cycles [][]graph.ID
	for i := range c.Len() {
		if c.Cyclic(i) && !guarded[i] {
			cycles = append(cycles, c.Members(i))
		}
	}
	slices.SortFunc(cycles, func(a, b []graph.ID) int { return int(a[0] - b[0]) })
	return cycles
}

// cycles reports cycles that no guard can leave or end.
func (r *report) cycles() {
	for _, members := range unguardedCycles(r.g) {
		first := r.g.Nodes[members[0]]
		d := diag.Diagnostic{
			Code: diag.UnguardedCycle, Severity: diag.Warning, Span: first.Span,
			Msg:  "the cycle of " + r.list(members) + " has no guarded edge: once entered, it never ends",
			Hint: "put a guard on one of its edges, for example `" + r.before(members) + "--|again|-->" + first.Name + "`",
		}
		if len(members) == 1 {
			d.Msg = r.name(members[0]) + " leads to itself without a guard: once fired, it never rests"
			d.Hint = "put a guard on the edge: `" + first.Name + "--|again|-->" + first.Name + "`"
		}
		r.add(d)
	}
}

// before answers the name of a member with an edge to the first one.
func (r *report) before(members []graph.ID) string {
	for _, p := range r.g.Producers(members[0]) {
		if _, member := slices.BinarySearch(members, p); member {
			return r.g.Nodes[p].Name
		}
	}
	return r.g.Nodes[members[0]].Name
}

// listAtMost is how many names a message spells out.
const listAtMost = 12

// list answers the names of nodes, sorted, with the number of those left out.
func (r *report) list(nodes []graph.ID) string {
	names := make([]string, len(nodes))
	for i, n := range nodes {
		names[i] = r.name(n)
	}
	slices.Sort(names)
	if rest := len(names) - listAtMost; rest > 1 {
		return strings.Join(names[:listAtMost], ", ") + " and " + strconv.Itoa(rest) + " more"
	}
	return strings.Join(names, ", ")
}
