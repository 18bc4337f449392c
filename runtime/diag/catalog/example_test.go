package catalog_test

import (
	"fmt"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/diag/catalog"
)

func ExampleEntry_Text() {
	e, _ := catalog.Lookup(diag.BadArrow)
	fmt.Print(e.Title, "\n\n", e.Text())
	// Output:
	// an arrow written in another way than --> or --|guard|-->
	//
	// There are two arrows: `-->` passes a token on always, `--|guard|-->` when the guard says so; `-->|guard|` is mermaid's way to write the latter. Thick, dotted and backward arrows would suggest meanings that there are not.
	//
	// Example:
	//
	//     [A]->B
	//
	// Mended:
	//
	//     [A]-->B
}

func ExampleEntry_Markdown() {
	e, _ := catalog.Lookup(diag.EmptyGraph)
	fmt.Print(e.Markdown())
	// Output:
	// **no line names a node** (error)
	//
	// A graph needs at least one node, which a start, an edge or an attribute names. A file of comments alone was perhaps saved too early, or is not the one that was meant.
	//
	// Example:
	//
	// ```tickflow
	// # to be written
	// ```
	//
	// Mended:
	//
	// ```tickflow
	// [A]-->B
	// ```
	//
	// [Documentation](https://pkg.go.dev/github.com/tickflow/tickflow/runtime/diag#EmptyGraph)
}
