package check_test

import (
	"context"
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
	for _, d := range check.Run(context.Background(), g, nil, check.Options{}).Findings {
		fmt.Println(d)
		for _, fix := range d.Fixes {
			fmt.Println("fix:", fix.Title)
		}
	}
	// Output:
	// review.tickflow:4:11: error: `done` can wait for ever: `publish` has reached it, but `revise` never will [starved-join] (if it should go on with whichever comes first, say `done.join: OR`)
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
