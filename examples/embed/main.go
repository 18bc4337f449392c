// Command embed runs a graph from a Go program, with a body in Go beside those in Lua.
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/tickflow/tickflow/luabind"
	tickflow "github.com/tickflow/tickflow/runtime"
)

func main() {
	if err := run(context.Background()); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context) error {
	pool, err := luabind.Load(ctx, "embed.lua", luabind.Options{})
	if err != nil {
		return err
	}
	defer pool.Close()

	funcs := &tickflow.Funcs{Bodies: map[string]tickflow.Body{"stock": stock}}
	program, err := tickflow.Load("embed.tickflow", tickflow.Layer(funcs, pool))
	if err != nil {
		return err
	}
	runner, err := tickflow.New(program, tickflow.Config{
		Args:  map[string]any{"item": "lamps", "count": 8},
		Hooks: tickflow.Hooks{OnFire: printFiring},
	})
	if err != nil {
		return err
	}
	if _, err := runner.Run(ctx, tickflow.RunOptions{}); err != nil {
		return err
	}
	fmt.Println("result:", runner.Result())
	return nil
}

var shelf = map[string]int{"lamps": 5}

// stock is a body like those in Lua: it gets a view of its node and answers the node's output.
func stock(_ context.Context, v *tickflow.View) (tickflow.Value, error) {
	item, _ := v.Args().Get("item")
	name, _ := item.Str()
	return tickflow.From(shelf[name])
}

func printFiring(f *tickflow.Firing) error {
	fmt.Printf("tick %d: %s -> %s\n", f.Tick, f.Node, f.Output)
	return nil
}
