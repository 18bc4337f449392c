package render_test

import (
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
