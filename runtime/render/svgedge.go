package render

import "github.com/tickflow/tickflow/runtime/graph"

// edge draws the line of an edge with its arrow, the small diamond it starts with if it has a guard, the label of the guard,
// and the token of its slot unless another edge has drawn that.
func (d *drawing) edge(i int, seen []bool) {
	edge, path := &d.graph.Edges()[i], &d.layout.Edges[i]
	from, to := d.graph.Nodes[edge.From].Name, d.graph.Nodes[edge.To].Name
	d.text(`<g class="edge`)
	if path.Back {
		d.text(" back")
	}
	if edge.Guard >= 0 {
		d.text(" guarded")
	}
	d.text(`" data-from="`)
	d.escape(from)
	d.text(`" data-to="`)
	d.escape(to)
	if edge.Guard >= 0 {
		d.text(`" data-guard="`)
		d.escape(d.graph.GuardNames[edge.Guard])
	}
	d.text(`"><title>`)
	d.escape(from + edgeArrow(d.graph, edge) + to)
	d.text(`</title><path class="line" d="`)
	d.path(path.Path)
	d.text(`"/>`)
	d.arrow(path.Path)
	if edge.Guard >= 0 {
		d.gate(path.Path)
		d.guard(path)
	}
	if !seen[edge.Slot] {
		seen[edge.Slot] = true
		d.slot(edge.Slot)
	}
	d.text("</g>\n")
}

func edgeArrow(g *graph.Graph, e *graph.Edge) string {
	if e.Guard < 0 {
		return " --> "
	}
	return " --|" + g.GuardNames[e.Guard] + "|--> "
}

const (
	arrowLength = 8
	gateReach   = 5 // half a diamond
)

// path writes the commands of a line, short of the arrow.
func (d *drawing) path(points []Point) {
	at := points[0]
	d.text("M")
	d.point(at.X, at.Y)
	for i := 1; i < len(points); i += 3 {
		a, b, to := points[i], points[i+1], points[i+2]
		straight := a == at && b == to
		if i+3 >= len(points) {
			to = toward(to, at, arrowLength-2)
		}
		switch {
		case straight && to.X == at.X:
			d.text("V")
			d.number(to.Y)
		case straight && to.Y == at.Y:
			d.text("H")
			d.number(to.X)
		default:
			d.text("C")
			for k, p := range [3]Point{a, b, to} {
				if k > 0 {
					d.text(" ")
				}
				d.point(p.X, p.Y)
			}
		}
		at = points[i+2]
	}
}

// toward answers the point so far from the end of a piece that is level or upright, or upright there, to its other end.
func toward(end, other Point, distance int) Point {
	switch {
	case end.Y < other.Y:
		end.Y += distance
	case end.Y > other.Y:
		end.Y -= distance
	case end.X < other.X:
		end.X += distance
	case end.X > other.X:
		end.X -= distance
	}
	return end
}

// arrow draws the tip of an edge, which ends level or upright.
func (d *drawing) arrow(points []Point) {
	tip := points[len(points)-1]
	d.text(`<path class="head" d="M`)
	d.point(tip.X, tip.Y)
	switch foot := toward(tip, points[len(points)-4], arrowLength); {
	case foot.Y < tip.Y:
		d.text(`l-4 -8h8z"/>`)
	case foot.X < tip.X:
		d.text(`l-8 -4v8z"/>`)
	default:
		d.text(`l8 -4v8z"/>`)
	}
}

// gate draws the diamond at the start of an edge with a guard.
func (d *drawing) gate(points []Point) {
	at := toward(points[0], points[3], gateReach+1)
	d.text(`<path class="gate" d="M`)
	d.point(at.X, at.Y-gateReach)
	d.text(`l5 5l-5 5l-5 -5z"/>`)
}

// guard draws the label of an edge.
func (d *drawing) guard(path *EdgePath) {
	b := path.LabelBox
	d.text(`<rect class="label"`)
	d.attr("x", b.X)
	d.attr("y", b.Y)
	d.attr("width", b.W)
	d.attr("height", b.H)
	d.attr("rx", b.H/2)
	d.text(`/>`)
	d.line("guard", b.X+b.W/2, b.Y+b.H/2+4, path.Label)
}

// slot draws the token of a slot, which is hidden while the slot is False.
func (d *drawing) slot(slot int32) {
	class := "slot"
	if d.marks.slot(slot) {
		class = "slot token"
	}
	at := d.layout.Slots[slot]
	d.text(`<circle class="`, class, `" data-slot="`)
	d.number(int(slot))
	d.text(`"`)
	d.attr("cx", at.X)
	d.attr("cy", at.Y)
	d.text(` r="5"/>`)
}
