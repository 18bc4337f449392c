package render_test

import (
	"bytes"
	"fmt"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/render"
	"github.com/tickflow/tickflow/runtime/syntax"
)

func ExampleMermaid() {
	file, _ := syntax.Parse(diag.NewSource("review.tickflow", `
[draft]-->review
review--|rejected|-->draft
review--|approved|-->publish
draft.join: OR
`))
	g, _ := graph.Build(file)
	fmt.Print(render.Mermaid(g))
	// Output:
	// graph TD
	//     draft([draft])
	//     review[review]
	//     publish[publish]
	//     draft --> review
	//     review -->|rejected| draft
	//     review -->|approved| publish
}

// A Layout tells where everything is drawn; SVG draws it, here with a token and the nodes it makes fireable.
func ExampleArrange() {
	file, _ := syntax.Parse(diag.NewSource("copy.tickflow", "[read]-->write\n"))
	g, _ := graph.Build(file)
	layout := render.Arrange(g)
	for n := range layout.Nodes {
		fmt.Println(g.Nodes[n].Name, "in layer", layout.Nodes[n].Layer)
	}
	marks := render.Marks{Nodes: []render.Mark{render.Fired, render.Fireable}, Slots: []bool{true}}
	svg := layout.SVG(render.Options{Marks: marks})
	fmt.Println(bytes.Count(svg, []byte(`class="slot token"`)), "token")
	// Output:
	// read in layer 0
	// write in layer 1
	// 1 token
}
