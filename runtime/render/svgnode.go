package render

import (
	"strconv"
	"strings"

	"github.com/tickflow/tickflow/runtime/graph"
)

const (
	inset    = 4 // between both outlines of a node without out-edges
	roundBox = 9 // the radius of a box's corners
)

// node draws one node. Its outline tells the join: a box, with a bar on top if it is an AND-join of several producers, and
// slanted sides if it is an OR-join of several. Starts are green, with a triangle before the name, and stadiums if they are
// no such OR-join. A node without out-edges has two outlines; one without a body is not filled.
func (d *drawing) node(n graph.ID) {
	node, box := &d.graph.Nodes[n], &d.layout.Nodes[n]
	shape := shapeOf(d.graph, n)
	and := node.Join == graph.And && len(d.graph.Producers(n)) > 1
	sink := len(d.graph.Out(n)) == 0
	d.text(`<g class="node`)
	for _, class := range []struct {
		name string
		on   bool
	}{
		{" start", node.Start},
		{" and", and},
		{" or", shape == orShape || shape == startOrShape},
		{" sink", sink},
		{" identity", node.Body == ""},
	} {
		if class.on {
			d.text(class.name)
		}
	}
	d.text(d.marks.node(n).classes(), `" data-node="`)
	d.escape(node.Name)
	d.text(`"><title>`)
	d.escape(d.nodeTitle(n))
	d.text(`</title>`)
	d.outline("halo", box.Box, shape, -5)
	d.outline("shape", box.Box, shape, 0)
	if sink {
		d.outline("inner", box.Box, shape, inset)
	}
	if and {
		d.bar(box.Box, corner(d.graph, n, box.Box))
	}
	d.nodeText(n)
	d.text("</g>\n")
}

// outline draws the outline of a node, so far inside of its box.
func (d *drawing) outline(class string, b Box, s shape, inside int) {
	x, y, w, h := b.X+inside, b.Y+inside, b.W-2*inside, b.H-2*inside
	if s == orShape || s == startOrShape {
		d.text(`<path class="`, class, `" d="M`)
		// Parallel slants keep the distance of the outlines even: their ends move less than the sides.
		slant := bevel - inside*2/5
		d.point(x+slant, y)
		d.text("H")
		d.number(x + w - slant)
		d.text("L")
		d.point(x+w, y+h/2)
		d.text("L")
		d.point(x+w-slant, y+h)
		d.text("H")
		d.number(x + slant)
		d.text("L")
		d.point(x, y+h/2)
		d.text(`Z"/>`)
		return
	}
	radius := roundBox - inside
	if s == startShape {
		radius = h / 2
	}
	d.text(`<rect class="`, class, `"`)
	d.attr("x", x)
	d.attr("y", y)
	d.attr("width", w)
	d.attr("height", h)
	d.attr("rx", radius)
	d.text(`/>`)
}

// bar draws the bar of an AND-join, which all its producers arrive at.
func (d *drawing) bar(b Box, corner int) {
	d.text(`<path class="bar" d="M`)
	d.point(b.X+corner-4, b.Y)
	d.text("H")
	d.number(b.X + b.W - corner + 4)
	d.text(`"/>`)
}

func (d *drawing) point(x, y int) {
	d.number(x)
	d.text(" ")
	d.number(y)
}

// nodeText writes the name, line by line, and the body's name below it.
func (d *drawing) nodeText(n graph.ID) {
	node, box := &d.graph.Nodes[n], &d.layout.Nodes[n]
	middle := box.X + box.W/2
	lines := nameLine * len(box.Name)
	if box.Body != "" {
		lines += bodyLine
	}
	y := box.Y + (box.H-lines)/2
	names := middle
	if node.Start {
		width := 0
		for _, line := range box.Name {
			width = max(width, textWidth(line, nameSize))
		}
		names += startGlyph / 2
		d.text(`<path class="go" d="M`)
		d.point(names-width/2-startGlyph+2, y+nameLine*len(box.Name)/2-5)
		d.text(`l9 5l-9 5z"/>`)
	}
	for i, line := range box.Name {
		d.line("name", names, y+nameLine*i+14, line)
	}
	if box.Body != "" {
		d.line("body", middle, y+nameLine*len(box.Name)+12, box.Body)
	}
}

// line writes one line of text around x, on the base line y.
func (d *drawing) line(class string, x, y int, text string) {
	d.text(`<text class="`, class, `"`)
	d.attr("x", x)
	d.attr("y", y)
	d.text(`>`)
	d.escape(text)
	d.text(`</text>`)
}

// mostNames is how many producers a tooltip names.
const mostNames = 8

// nodeTitle answers the tooltip of a node: its full name and what else is known of it, a line each.
func (d *drawing) nodeTitle(n graph.ID) string {
	node := &d.graph.Nodes[n]
	lines := []string{node.Name}
	if node.Start {
		lines = append(lines, "start")
	}
	if node.Body != "" {
		lines = append(lines, "body: "+node.Body)
	}
	if producers := d.graph.Producers(n); len(producers) > 0 {
		before := "after "
		if len(producers) > 1 {
			before = "after all of "
			if node.Join == graph.Or {
				before = "after any of "
			}
		}
		lines = append(lines, before+d.names(producers))
	}
	return strings.Join(lines, "\n")
}

// names lists nodes, the first ones by name.
func (d *drawing) names(nodes []graph.ID) string {
	var names []string
	for _, n := range nodes[:min(len(nodes), mostNames)] {
		names = append(names, d.graph.Nodes[n].Name)
	}
	if more := len(nodes) - mostNames; more > 0 {
		names = append(names, strconv.Itoa(more)+" more")
	}
	return strings.Join(names, ", ")
}
