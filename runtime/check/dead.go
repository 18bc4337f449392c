package check

import (
	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
)

// dead reports the nodes that no path from a start leads to. A graph without starts has a finding of its own.
func (r *report) dead() {
	g := r.g
	alive := make([]bool, len(g.Nodes))
	var open []graph.ID
	for i := range g.Nodes {
		if g.Nodes[i].Start {
			alive[i] = true
			open = append(open, graph.ID(i))
		}
	}
	if len(open) == 0 {
		return
	}
	for len(open) > 0 {
		n := open[len(open)-1]
		open = open[:len(open)-1]
		for _, e := range g.Out(n) {
			if !alive[e.To] {
				alive[e.To] = true
				open = append(open, e.To)
			}
		}
	}
	names := connected{g: g}
	for i := range g.Nodes {
		if !alive[i] {
			r.add(r.deadNode(graph.ID(i), &names))
		}
	}
}

func (r *report) deadNode(n graph.ID, names *connected) diag.Diagnostic {
	name := r.g.Nodes[n].Name
	d := diag.Diagnostic{
		Code: diag.DeadNode, Severity: diag.Warning, Span: r.g.Nodes[n].Span,
		Msg:  r.name(n) + " never fires: no path leads to it from a start",
		Hint: "lead an edge to it from a node that fires",
	}
	if len(r.g.Producers(n)) > 0 {
		return d
	}
	d.Hint = "make it a start with `[" + name + "]`, or lead an edge to it"
	if near := names.closest(name); near != "" && len(r.g.Out(n)) > 0 && diag.Slip(name, near) {
		d.Hint = "did you mean `" + near + "`? else " + d.Hint
	}
	if len(r.g.Out(n)) == 0 {
		d.Msg = r.name(n) + " never fires: no edge touches it, and it is no start"
		if near := names.closest(name); near != "" {
			d.Hint = "did you mean `" + near + "`?"
		}
	}
	return d
}

// connected finds the node with an edge that a person most likely meant.
type connected struct {
	g     *graph.Graph
	names []string
	spent int
}

func (c *connected) closest(name string) string {
	if c.names == nil {
		for i := range c.g.Nodes {
			if n := graph.ID(i); len(c.g.Out(n)) > 0 || len(c.g.Producers(n)) > 0 {
				c.names = append(c.names, c.g.Nodes[i].Name)
			}
		}
	}
	if c.spent > compareAtMost {
		return ""
	}
	c.spent += len(c.names) + 1
	return diag.Closest(name, c.names)
}
