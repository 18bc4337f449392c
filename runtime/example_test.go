package runtime_test

import (
	"context"
	"fmt"
	"log"

	"github.com/tickflow/tickflow/luabind"

	tickflow "github.com/tickflow/tickflow/runtime"
	"github.com/tickflow/tickflow/runtime/store"
	"github.com/tickflow/tickflow/runtime/store/memory"
)

// A graph with behaviours in Lua: text to program, program to run, run to result.
func Example() {
	ctx := context.Background()
	pool, err := luabind.LoadText(ctx, "greet.lua", `
		local tickflow = require "tickflow"
		tickflow.body("name", function(v) return v.args end)
		tickflow.body("greet", function(v) return "hello " .. v.name.value end)
	`, luabind.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer pool.Close()

	program, err := tickflow.Compile("greet.tickflow", `
		[name]-->greet
		name.body: name
		greet.body: greet
	`, pool)
	if err != nil {
		log.Fatal(err)
	}
	runner, err := tickflow.New(program, tickflow.Config{Args: "world"})
	if err != nil {
		log.Fatal(err)
	}
	if _, err := runner.Run(ctx, tickflow.RunOptions{}); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s after %d ticks: %s\n", runner.Status(), runner.Now(), runner.Result())
	// Output: idle after 2 ticks: "hello world"
}

// Behaviours further to the left come first, so a test puts a stand-in before a body that calls out.
func ExampleLayer() {
	service := &tickflow.Funcs{Bodies: map[string]tickflow.Body{
		"ask": func(context.Context, *tickflow.View) (tickflow.Value, error) {
			return tickflow.Value{}, tickflow.FailRun("no network")
		},
		"shout": func(_ context.Context, v *tickflow.View) (tickflow.Value, error) {
			word, _ := v.Value("ask").Str()
			return tickflow.From(word + "!")
		},
	}}
	standIn := &tickflow.Funcs{Bodies: map[string]tickflow.Body{
		"ask": func(context.Context, *tickflow.View) (tickflow.Value, error) { return tickflow.From("yes") },
	}}
	graph := "[ask]-->shout\nask.body: ask\nshout.body: shout\n"
	program, err := tickflow.Compile("ask.tickflow", graph, tickflow.Layer(standIn, service))
	if err != nil {
		log.Fatal(err)
	}
	runner, err := tickflow.New(program, tickflow.Config{})
	if err != nil {
		log.Fatal(err)
	}
	if _, err := runner.Run(context.Background(), tickflow.RunOptions{}); err != nil {
		log.Fatal(err)
	}
	fmt.Println(runner.Result())
	// Output: "yes!"
}

// A join whose producers exclude one another can wait for ever; promoted to OR it fires on whichever comes.
func ExampleProgram_Promote() {
	always := func(yes bool) tickflow.Guard {
		return func(context.Context, *tickflow.View) (bool, error) { return yes, nil }
	}
	guards := &tickflow.Funcs{Guards: map[string]tickflow.Guard{"left": always(true), "right": always(false)}}
	graph := "[fork]--|left|-->a\nfork--|right|-->b\na-->merge\nb-->merge\n"
	program, err := tickflow.Compile("fork.tickflow", graph, guards)
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range program.Suggestions() {
		fmt.Println(s)
	}
	program, err = program.Promote(program.Suggestions()...)
	if err != nil {
		log.Fatal(err)
	}
	runner, err := tickflow.New(program, tickflow.Config{})
	if err != nil {
		log.Fatal(err)
	}
	if _, err := runner.Run(context.Background(), tickflow.RunOptions{}); err != nil {
		log.Fatal(err)
	}
	fmt.Println(runner.Status())
	// Output:
	// merge waits for both a and b, but fork takes only one of the ways that lead there
	// idle
}

// A rollback takes the run back to a checkpoint. What it abandons stays in the audit, as superseded.
func ExampleRunner_RollbackTo() {
	funcs := &tickflow.Funcs{
		Bodies: map[string]tickflow.Body{"count": func(_ context.Context, v *tickflow.View) (tickflow.Value, error) {
			n, _ := v.Value("count").Number()
			return tickflow.From(n + 1)
		}},
		Guards: map[string]tickflow.Guard{"below3": func(_ context.Context, v *tickflow.View) (bool, error) {
			n, _ := v.Output().Number()
			return n < 3, nil
		}},
	}
	program, err := tickflow.Compile("count.tickflow", "[count]--|below3|-->count\ncount.body: count\n", funcs)
	if err != nil {
		log.Fatal(err)
	}
	runner, err := tickflow.New(program, tickflow.Config{})
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	if _, err := runner.Run(ctx, tickflow.RunOptions{PauseAt: []int{1}}); err != nil {
		log.Fatal(err)
	}
	if err := runner.Checkpoint(ctx, "counted to 1"); err != nil {
		log.Fatal(err)
	}
	if _, err := runner.Run(ctx, tickflow.RunOptions{}); err != nil {
		log.Fatal(err)
	}
	if err := runner.RollbackTo(ctx, "counted to 1"); err != nil {
		log.Fatal(err)
	}
	live, err := runner.Audit(ctx, tickflow.AuditOptions{})
	if err != nil {
		log.Fatal(err)
	}
	all, err := runner.Audit(ctx, tickflow.AuditOptions{Superseded: true})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("tick %d is next; %d firing on the live path, %d in all\n", runner.Now(), len(live), len(all))
	// Output: tick 1 is next; 1 firing on the live path, 3 in all
}

// A session in a store outlives its process: the next one goes on with Resume, looks at any tick, or forks a run from it.
func ExampleResume() {
	ctx := context.Background()
	program, err := tickflow.Compile("count.tickflow", "[A]-->B\nB-->A\nA.join: OR\nA.body: count\n", &tickflow.Funcs{
		Bodies: map[string]tickflow.Body{"count": func(_ context.Context, v *tickflow.View) (tickflow.Value, error) {
			return tickflow.From(v.Tick())
		}},
	})
	if err != nil {
		log.Fatal(err)
	}
	sessions := &memory.Store{} // or sqlite.Open, or jsonfile.Open
	session, err := sessions.Open(ctx, "monday")
	if err != nil {
		log.Fatal(err)
	}
	runner, err := tickflow.New(program, tickflow.Config{Store: session})
	if err != nil {
		log.Fatal(err)
	}
	runner.Run(ctx, tickflow.RunOptions{MaxTicks: 4})
	session.Close()

	session, err = sessions.Open(ctx, "monday")
	if err != nil {
		log.Fatal(err)
	}
	defer session.Close()
	runner, err = tickflow.Resume(ctx, program, tickflow.Config{Store: session})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("goes on at tick", runner.Now())
	past, err := tickflow.LoadSnapshot(ctx, session, store.Boundary{Tick: 2})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("before tick", past.Tick, "it was about to fire", past.Fireable)
	// Output:
	// goes on at tick 4
	// before tick 2 it was about to fire [A]
}
