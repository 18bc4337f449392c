package render

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/tickflow/tickflow/runtime/graph"
)

// Mermaid answers the graph as a mermaid flowchart, top down. Starts are stadiums, OR-joins of several producers are
// hexagons, a start that is such a join is a stadium that says (OR), all other nodes are boxes; the name of a guard stands
// on its edge. A name that mermaid could misread is a label in quotes, and its node has an id such as node-3.
func Mermaid(g *graph.Graph) string {
	var b strings.Builder
	b.WriteString("graph TD\n")
	ids := make([]string, len(g.Nodes))
	for n := range g.Nodes {
		ids[n] = mermaidID(g.Nodes[n].Name, n)
		text := label(g, graph.ID(n))
		if text != ids[n] {
			text = mermaidQuote(text)
		}
		before, after := mermaidBrackets(shapeOf(g, graph.ID(n)))
		b.WriteString("    " + ids[n] + before + text + after + "\n")
	}
	for _, e := range g.Edges() {
		b.WriteString("    " + ids[e.From] + " -->")
		if e.Guard >= 0 {
			b.WriteString("|" + mermaidGuard(g.GuardNames[e.Guard]) + "|")
		}
		b.WriteString(" " + ids[e.To] + "\n")
	}
	return b.String()
}

func mermaidBrackets(s shape) (before, after string) {
	switch s {
	case startShape, startOrShape:
		return "([", "])"
	case orShape:
		return "{{", "}}"
	}
	return "[", "]"
}

// mermaidWords are names that mean something else to mermaid where it expects a node.
var mermaidWords = []string{
	"graph", "flowchart", "subgraph", "end", "style", "linkstyle", "class", "classdef", "click", "href", "call",
	"default", "direction", "interpolate", "acctitle", "accdescr", "_self", "_blank", "_parent", "_top",
}

// mermaidID answers a name that is harmless as an id, or else one made of the node's number: names hold no dash.
func mermaidID(name string, n int) string {
	if isASCIIName(name) && !slices.Contains(mermaidWords, strings.ToLower(name)) {
		return name
	}
	return "node-" + strconv.Itoa(n)
}

func mermaidGuard(name string) string {
	if isASCIIName(name) {
		return name
	}
	return mermaidQuote(name)
}

func isASCIIName(name string) bool {
	return name != "" && strings.Trim(name, "_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// mermaidQuote answers a label in quotes. What is no letter, digit or blank becomes an entity, which mermaid writes #65;.
func mermaidQuote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || strings.ContainsRune(" _()", r) {
			b.WriteRune(r)
		} else {
			b.WriteString("#" + strconv.Itoa(int(r)) + ";")
		}
	}
	b.WriteByte('"')
	return b.String()
}
