package check

import (
	"unicode/utf8"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
)

// shortestNear is how many characters a name has at least that may be a slip of another one.
const shortestNear = 3

// nearAtMost bounds how many names are compared in one graph, so that checking stays linear.
const nearAtMost = 200_000

// nearNames hints at nodes that may be another one with a slip in its name: only one edge leads there and nothing else is
// said of them, while of the other more is.
func (r *report) nearNames() {
	spent := 0
	for i := range r.g.Nodes {
		n := graph.ID(i)
		if !r.bare(n) || utf8.RuneCountInString(r.g.Nodes[n].Name) < shortestNear {
			continue
		}
		if spent += len(r.g.Nodes); spent > nearAtMost && spent > len(r.g.Nodes) {
			return
		}
		if other, ok := r.nearTo(n); ok {
			near := r.g.Nodes[other].Name
			r.add(diag.Diagnostic{
				Code: diag.NearName, Severity: diag.Hint, Span: r.g.Nodes[n].Span,
				Msg:   r.name(n) + " ends the graph here, and nothing else is said of it; there is a node " + r.name(other),
				Hint:  "did you mean `" + near + "`?",
				Fixes: []diag.Fix{{Title: "replace by `" + near + "`", Edits: []diag.Edit{{Source: r.g.Source, Span: r.g.Nodes[n].Span, Text: near}}}},
			})
		}
	}
}

// bare reports whether the text says nothing of a node but one edge that leads to it.
func (r *report) bare(n graph.ID) bool {
	node := &r.g.Nodes[n]
	return !node.Start && node.Body == "" && !node.InputsDeclared && !node.GuardsDeclared && node.JoinSpan.Len() == 0 &&
		len(r.g.Out(n)) == 0 && len(r.g.Producers(n)) == 1
}

// nearTo answers a node of almost the same name of which more is said, and that the node is not connected with.
func (r *report) nearTo(n graph.ID) (other graph.ID, ok bool) {
	for i := range r.g.Nodes {
		m := graph.ID(i)
		if m != n && m != r.g.Producers(n)[0] && !r.bare(m) && diag.Slip(r.g.Nodes[n].Name, r.g.Nodes[m].Name) {
			return m, true
		}
	}
	return 0, false
}
