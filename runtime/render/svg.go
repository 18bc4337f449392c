package render

import (
	"bytes"
	"strconv"

	"github.com/tickflow/tickflow/runtime/graph"
)

// Options say how a layout is drawn. The zero value draws the graph alone.
type Options struct {
	// Label is what screen readers say of the drawing; "" for a sentence that counts nodes and edges.
	Label string
	// Marks show where a run stands.
	Marks Marks
}

// SVG draws a graph as a document of its own that needs no script, font or other file: Arrange with the zero Options.
func SVG(g *graph.Graph) []byte { return Arrange(g).SVG(Options{}) }

// SVG draws the layout. The document follows the reader's light or dark setting; its colours are custom properties, --tf-node
// and others, to which a page that holds the document can give other values with any rule for the class tickflow. What stands for a node is a group with the class
// node and its name in data-node; what stands for an edge is a group with the class edge and the names of its ends in
// data-from and data-to, with that of its guard in data-guard. The token of slot N is a circle with data-slot="N", shown if
// it has the class token: a page can follow a run by changing classes alone. The same layout and options always give the
// same bytes.
func (l *Layout) SVG(o Options) []byte {
	d := drawing{layout: l, graph: l.graph, marks: o.Marks}
	d.buf.Grow(4096 + 600*len(l.Nodes) + 400*len(l.Edges))
	label := o.Label
	if label == "" {
		label = "Graph of " + count(len(l.Nodes), "node") + " and " + count(len(l.Edges), "edge")
	}
	w, h := strconv.Itoa(l.W), strconv.Itoa(l.H)
	d.text(`<svg xmlns="http://www.w3.org/2000/svg" class="tickflow" width="`, w, `" height="`, h, `" viewBox="0 0 `, w, ` `, h,
		`" role="img" aria-label="`)
	d.escape(label)
	d.text("\">\n<style>\n", stylesheet, "</style>\n", `<rect class="canvas" width="`, w, `" height="`, h, `" rx="12"/>`, "\n")
	d.text("<g class=\"edges\">\n")
	seen := make([]bool, len(l.Slots))
	for e := range l.Edges {
		d.edge(e, seen)
	}
	d.text("</g>\n<g class=\"nodes\">\n")
	for n := range l.Nodes {
		d.node(graph.ID(n))
	}
	d.text("</g>\n</svg>\n")
	return d.buf.Bytes()
}

func count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return strconv.Itoa(n) + " " + thing
}

// drawing is an SVG document being written.
type drawing struct {
	layout *Layout
	graph  *graph.Graph
	marks  Marks
	buf    bytes.Buffer
}

func (d *drawing) text(parts ...string) {
	for _, part := range parts {
		d.buf.WriteString(part)
	}
}

func (d *drawing) number(n int) { d.buf.WriteString(strconv.Itoa(n)) }

// attr writes an attribute with a whole number.
func (d *drawing) attr(name string, n int) {
	d.text(` `, name, `="`)
	d.number(n)
	d.text(`"`)
}

// escape writes text so that it stands for itself between tags and in attributes. What XML cannot hold becomes U+FFFD.
func (d *drawing) escape(text string) {
	for _, r := range text {
		switch {
		case r == '&':
			d.text("&amp;")
		case r == '<':
			d.text("&lt;")
		case r == '>':
			d.text("&gt;")
		case r == '"':
			d.text("&quot;")
		case r < ' ' && r != '\n' && r != '\t' || r == 0xFFFE || r == 0xFFFF:
			d.text("\uFFFD")
		default:
			d.buf.WriteRune(r)
		}
	}
}
