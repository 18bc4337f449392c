package proof_test

import (
	"context"
	"fmt"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/proof"
	"github.com/tickflow/tickflow/runtime/syntax"
)

func ExampleRun() {
	file, _ := syntax.Parse(diag.NewSource("order.tickflow", `
[order]--|express|-->courier
order-->pack
courier-->ship
pack-->ship
`))
	g, _ := graph.Build(file)
	report := proof.Run(context.Background(), g, proof.Options{})
	for i := range report.Joins {
		fmt.Print(report.Explain(&report.Joins[i]))
	}
	// Output:
	// `ship` can wait for ever: `pack` has reached it, but `courier` never will
	//   `ship` fires once both `courier` and `pack` have reached it
	//   tick 0: `order` fires (`express` is false) and reaches `pack`
	//   tick 1: `pack` fires and reaches `ship`
	//   `courier` was not reached, because at tick 0 the guard `express` of `order` was false
	//   after that, nothing that leads to `ship` is left to fire, so it waits for ever
	//   if it should go on with whichever comes first, say `ship.join: OR`; if it must wait for all that do come, see `tickflow explain starved-join`
}

func ExampleReport_Repair() {
	file, _ := syntax.Parse(diag.NewSource("twice.tickflow", `
[S]-->A
A-->J
A-->B-->C-->J
J.join: OR
[S]-->K
J-->M
K-->M
`))
	g, _ := graph.Build(file)
	ctx := context.Background()
	fix := proof.Run(ctx, g, proof.Options{}).Repair(ctx, proof.Options{})
	for _, id := range fix.Joins {
		fmt.Println(g.Nodes[id].Name)
	}
	for _, note := range fix.Notes() {
		fmt.Println(note)
	}
	// Output:
	// M
	// `M` can then fire more than once in a run, and so can what comes after
	// `M` then no longer waits for all that comes: where that must be, see `tickflow explain starved-join`
}
