package memory_test

import (
	"context"
	"fmt"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"
	"github.com/tickflow/tickflow/runtime/store/memory"
)

// A Session keeps what fired, and answers it by node and by the timelines that count.
func ExampleSession() {
	ctx := context.Background()
	session := memory.New()
	session.Begin(ctx, store.Past{ID: "run"})
	session.AppendTick(ctx, store.Tick{Firings: []record.Firing{{Tick: 0, Node: "A", K: 1}, {Tick: 0, Node: "B", K: 1}}})
	session.AppendTick(ctx, store.Tick{Firings: []record.Firing{{Tick: 1, Node: "A", K: 2}}})
	for f, err := range session.Firings(ctx, store.Query{Node: "A"}) {
		fmt.Println(f.Tick, f.Node, err)
	}
	// Output:
	// 0 A <nil>
	// 1 A <nil>
}
