package engine_test

import (
	"context"
	"fmt"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/syntax"
)

// A Run fires all fireable nodes of a graph together, tick by tick, until no token is left that lets one fire.
func ExampleRun_Tick() {
	file, _ := syntax.Parse(diag.NewSource("merge.tickflow", "[left]-->merge\n[right]-->delay\ndelay-->merge\n"))
	net, _ := graph.Build(file)
	run, err := engine.New(net, nil, engine.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for run.Pending() {
		firings, err := run.Tick(context.Background(), nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, f := range firings {
			fmt.Println("tick", f.Tick, f.Node)
		}
		for _, s := range run.Marking().Slots {
			fmt.Println("  token from", s.Producer, "to", s.Consumer)
		}
	}
	// Output:
	// tick 0 left
	// tick 0 right
	//   token from left to merge
	//   token from right to delay
	// tick 1 delay
	//   token from left to merge
	//   token from delay to merge
	// tick 2 merge
}
