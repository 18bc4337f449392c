package check

import (
	"strings"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
)

// forgotten reports nodes without a body when one of their name is registered that no node has.
func (r *report) forgotten(names Names) {
	used := map[string]bool{}
	for i := range r.g.Nodes {
		used[r.g.Nodes[i].Body] = true
	}
	for i := range r.g.Nodes {
		n := &r.g.Nodes[i]
		if n.Body != "" || used[n.Name] || !names.HasBody(n.Name) {
			continue
		}
		if r.forgot == nil {
			r.forgot = map[graph.ID]bool{}
		}
		r.forgot[graph.ID(i)] = true
		r.add(diag.Diagnostic{
			Code: diag.ForgottenBody, Severity: diag.Warning, Span: n.Span,
			Msg:   r.name(graph.ID(i)) + " has no body, although " + registrant(names) + " one of that name",
			Hint:  "write `" + n.Name + ".body: " + n.Name + "`",
			Fixes: []diag.Fix{r.addLine(graph.ID(i), n.Name+".body: "+n.Name)},
		})
	}
}

func registrant(names Names) string {
	if w, ok := names.(Whereabouts); ok && w.File() != "" {
		return w.File() + " registers"
	}
	return "the behaviours have"
}

// addLine answers the fix that adds a line about a node behind the last one that says something of it.
func (r *report) addLine(n graph.ID, text string) diag.Fix {
	return diag.Fix{Title: "add `" + text + "`", Edits: []diag.Edit{newLine(r.g, n, text)}}
}

// newLine answers the edit that adds a line behind the last one that gives the node a body or inputs or leads an edge to it.
func newLine(g *graph.Graph, n graph.ID, text string) diag.Edit {
	line := g.Source.Line(g.Source.Position(lastMention(g, n)).Line)
	ending := "\n"
	if strings.HasPrefix(g.Source.Text[line.End:], "\r") {
		ending = "\r\n"
	}
	return diag.Edit{Source: g.Source, Span: diag.Span{Start: line.End, End: line.End}, Text: ending + text}
}
