package view

import (
	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/render"
)

func graphJSONOf(g *graph.Graph) graphJSON {
	layout := render.Arrange(g)
	out := graphJSON{
		Name: g.Source.Name, Nodes: make([]nodeJSON, len(g.Nodes)), Edges: make([]edgeJSON, len(g.Edges())),
		SVG: string(layout.SVG(render.Options{})),
	}
	for i := range g.Nodes {
		node, box := &g.Nodes[i], layout.Nodes[i].Box
		n := nodeJSON{
			Name: node.Name, Start: node.Start, Or: node.Join == graph.Or, Body: node.Body,
			Producers: ids(g.Producers(graph.ID(i))), Inputs: make([][2]int32, len(node.Inputs)),
			Box: [4]int{box.X, box.Y, box.W, box.H},
		}
		for j, in := range node.Inputs {
			n.Inputs[j] = [2]int32{int32(in.Producer), in.K}
		}
		out.Nodes[i] = n
	}
	for i, e := range g.Edges() {
		out.Edges[i] = edgeJSON{From: int32(e.From), To: int32(e.To), Slot: e.Slot}
		if e.Guard >= 0 {
			out.Edges[i].Guard = g.GuardNames[e.Guard]
		}
	}
	return out
}

func ids(nodes []graph.ID) []int32 {
	out := make([]int32, len(nodes))
	for i, n := range nodes {
		out[i] = int32(n)
	}
	return out
}

func findingsJSON(g *graph.Graph, found diag.List) []findingJSON {
	out := []findingJSON{}
	for i := range found {
		d := &found[i]
		f := findingJSON{Severity: d.Severity.String(), Code: string(d.Code), Msg: d.Msg}
		if d.Source != nil && d.Span.End <= len(d.Source.Text) {
			f.Line = d.Source.Position(d.Span.Start).Line
			if id, ok := g.Lookup(d.Source.Text[d.Span.Start:d.Span.End]); ok {
				node := int32(id)
				f.Node = &node
			}
		}
		out = append(out, f)
	}
	return out
}
