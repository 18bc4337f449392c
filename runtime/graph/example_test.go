package graph_test

import (
	"fmt"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/syntax"
)

// Build turns a parsed text into a net of nodes, slots and edges, with every default filled in.
func ExampleBuild() {
	f, _ := syntax.Parse(diag.NewSource("count.tickflow", "[seed]-->count\ncount--|again|-->count\ncount.join: OR\n"))
	g, found := graph.Build(f)
	fmt.Println("findings:", len(found))
	for i, n := range g.Nodes {
		fmt.Println(n.Name, n.Join, "start:", n.Start)
		for _, e := range g.Out(graph.ID(i)) {
			fmt.Println("  writes slot", e.Slot, "of", g.Nodes[e.To].Name)
		}
	}
	// Output:
	// findings: 0
	// seed AND start: true
	//   writes slot 0 of count
	// count OR start: false
	//   writes slot 1 of count
}

// A Reach answers questions about paths.
func ExampleGraph_Reach() {
	f, _ := syntax.Parse(diag.NewSource("path.tickflow", "[a]-->b-->c\n"))
	g, _ := graph.Build(f)
	a, _ := g.Lookup("a")
	c, _ := g.Lookup("c")
	reach := g.Reach()
	fmt.Println(reach.Path(a, c), reach.Path(c, a), reach.Path(a, a))
	// Output: true false false
}
