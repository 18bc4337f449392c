package check

import (
	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
)

// deadlocks reports each join that the structural rule objects to, once, with the splitters it names.
func (r *report) deadlocks() {
	all := Structural(r.g)
	for len(all) > 0 {
		same := 1
		for same < len(all) && all[same].Node == all[0].Node {
			same++
		}
		r.add(r.deadlock(all[:same]))
		all = all[same:]
	}
}

// relatedAtMost is how many splitters one finding points at.
const relatedAtMost = 4

func (r *report) deadlock(same []Suggestion) diag.Diagnostic {
	s := same[0]
	node := r.name(s.Node)
	d := diag.Diagnostic{
		Code: diag.StructuralDeadlock, Severity: diag.Error, Span: r.g.Nodes[s.Node].Span,
		Msg: node + " waits for both " + r.name(s.Producers[0]) + " and " + r.name(s.Producers[1]) +
			", but they lie on different branches of " + r.name(s.Splitter) + ", of which only one is taken",
		Hint:  "if it should go on with whichever comes first, say `" + r.g.Nodes[s.Node].Name + ".join: OR`",
		Fixes: []diag.Fix{JoinFix(r.g, s.Node)},
	}
	for _, s := range same[:min(len(same), relatedAtMost)] {
		for k, p := range s.Producers {
			e := s.Branches[k]
			d.Related = append(d.Related, r.place(e.Span,
				"the branch `"+r.g.GuardNames[e.Guard]+"` of "+r.name(s.Splitter)+" leads to "+r.name(p)))
		}
	}
	return d
}

// Promote answers a graph like g in which the joins that the suggestions are about are OR. Its Source still is the text
// of g; JoinFix has the edits that make the text say the same.
func Promote(g *graph.Graph, suggestions ...Suggestion) *graph.Graph {
	nodes := make([]graph.ID, len(suggestions))
	for i, s := range suggestions {
		nodes[i] = s.Node
	}
	return g.WithJoin(graph.Or, nodes...)
}

// JoinFix answers the edit of g's text that makes a node's join OR: it replaces the value of the node's join attribute,
// or adds one on a line of its own, behind the last line that gives the node a body or inputs or leads an edge to it.
func JoinFix(g *graph.Graph, n graph.ID) diag.Fix {
	node := &g.Nodes[n]
	fix := diag.Fix{Title: "make `" + node.Name + "` an OR-join"}
	if node.JoinSpan.Len() > 0 {
		fix.Edits = []diag.Edit{{Source: g.Source, Span: node.JoinSpan, Text: "OR"}}
		return fix
	}
	fix.Edits = []diag.Edit{newLine(g, n, node.Name+".join: OR")}
	return fix
}

// lastMention answers the offset of the last attribute that the node keeps a place of, or else of the last edge that
// leads to it.
func lastMention(g *graph.Graph, n graph.ID) int {
	node := &g.Nodes[n]
	last := node.BodySpan.Start
	for _, in := range node.Inputs {
		last = max(last, in.Span.Start)
	}
	if last > 0 {
		return last
	}
	last = node.Span.Start
	for _, p := range g.Producers(n) {
		for _, e := range g.Out(p) {
			if e.To == n {
				last = max(last, e.Span.Start)
			}
		}
	}
	return last
}
