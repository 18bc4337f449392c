package check_test

import (
	"fmt"

	"github.com/tickflow/tickflow/runtime/check"
	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/syntax"
)

const review = `[submit]-->review
review--|approved|-->publish
review--|rejected|-->revise
publish-->done
revise-->done
submit.body: submit
review.body: review
publish.body: publish
revise.body: revise
`

// Run lists what is wrong with a graph, each finding with its place, a hint, and where possible a fix.
func ExampleRun() {
	f, _ := syntax.Parse(diag.NewSource("review.tickflow", review))
	g, _ := graph.Build(f)
	for _, d := range check.Run(g, nil) {
		fmt.Println(d)
		for _, fix := range d.Fixes {
			fmt.Println("fix:", fix.Title)
		}
	}
	// Output:
	// review.tickflow:4:11: error: `done` waits for both `publish` and `revise`, but they lie on different branches of `review`, of which only one is taken [structural-deadlock] (let it fire on whichever comes: `done.join: OR`)
	// fix: make `done` an OR-join
}

// Promote makes the joins that Structural objects to fire on any token.
func ExamplePromote() {
	f, _ := syntax.Parse(diag.NewSource("review.tickflow", review))
	g, _ := graph.Build(f)
	suggestions := check.Structural(g)
	for _, s := range suggestions {
		fmt.Println(g.Nodes[s.Node].Name, "because of", g.Nodes[s.Splitter].Name)
	}
	promoted := check.Promote(g, suggestions...)
	done, _ := promoted.Lookup("done")
	fmt.Println("join:", promoted.Nodes[done].Join)
	fmt.Println("suggestions left:", len(check.Structural(promoted)))
	// Output:
	// done because of review
	// join: OR
	// suggestions left: 0
}
