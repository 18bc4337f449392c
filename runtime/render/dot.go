package render

import (
	"strings"

	"github.com/tickflow/tickflow/runtime/graph"
)

// DOT answers the graph in the language of Graphviz, top down. Starts are ovals, OR-joins of several producers are
// hexagons, a start that is such a join is an oval that says (OR), all other nodes are boxes; the name of a guard stands
// beside its edge.
func DOT(g *graph.Graph) string {
	var b strings.Builder
	b.WriteString("digraph {\n    node [shape=box]\n")
	for n := range g.Nodes {
		id, text := g.Nodes[n].Name, label(g, graph.ID(n))
		b.WriteString("    " + dotQuote(id))
		var attributes []string
		switch shapeOf(g, graph.ID(n)) {
		case startShape, startOrShape:
			attributes = append(attributes, "shape=oval")
		case orShape:
			attributes = append(attributes, "shape=hexagon")
		}
		if text != id {
			attributes = append(attributes, "label="+dotQuote(text))
		}
		if len(attributes) > 0 {
			b.WriteString(" [" + strings.Join(attributes, ", ") + "]")
		}
		b.WriteByte('\n')
	}
	for _, e := range g.Edges() {
		b.WriteString("    " + dotQuote(g.Nodes[e.From].Name) + " -> " + dotQuote(g.Nodes[e.To].Name))
		if e.Guard >= 0 {
			b.WriteString(" [label=" + dotQuote(g.GuardNames[e.Guard]) + "]")
		}
		b.WriteByte('\n')
	}
	b.WriteString("}\n")
	return b.String()
}

var dotEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// dotQuote answers a quoted string. Quotes make any name an id, keywords such as node included.
func dotQuote(text string) string { return `"` + dotEscapes.Replace(text) + `"` }
