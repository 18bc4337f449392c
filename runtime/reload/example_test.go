package reload_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"github.com/tickflow/tickflow/luabind"
	tickflow "github.com/tickflow/tickflow/runtime"
	"github.com/tickflow/tickflow/runtime/reload"
)

// loaded is one generation: a program and the machines behind it.
type loaded struct {
	program *tickflow.Program
	pool    *luabind.Pool
	files   []reload.File // what it was read from
}

// load makes a generation. What it has read is answered beside an error too, so that the mended file is noticed.
func load(ctx context.Context, graph, behaviours string) (loaded, error) {
	g := loaded{files: reload.Stamps(graph)}
	reads := func(path string) { g.files = append(g.files, reload.Stamp(path)) }
	var err error
	if g.pool, err = luabind.Load(ctx, behaviours, luabind.Options{Reads: reads}); err != nil {
		return g, err
	}
	if g.program, err = tickflow.Load(graph, g.pool); err != nil {
		g.pool.Close()
	}
	return g, err
}

// A program goes on with what has been saved, while it runs. The goroutine of Watch builds the next generation and
// publishes it; the one that runs takes it between two ticks.
func Example() {
	dir, err := os.MkdirTemp("", "reload")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	graph, behaviours := filepath.Join(dir, "loop.tickflow"), filepath.Join(dir, "loop.lua")
	save := func(path, text string) {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			log.Fatal(err)
		}
	}
	save(graph, "[A]-->B\nB--|again|-->A\nA.join: OR\nA.body: say\n")
	save(behaviours, `local t = require "tickflow"
t.body("say", function(v) return "working" end)
t.guard("again", function(v) return true end)`)

	ctx, end := context.WithCancel(context.Background())
	now, err := load(ctx, graph, behaviours)
	if err != nil {
		log.Fatal(err)
	}
	defer func() { now.pool.Close() }()

	var next atomic.Pointer[loaded]
	var watching sync.WaitGroup
	watching.Go(func() {
		err := reload.Watch(ctx, reload.Options{}, now.files, func(changed []string) []reload.File {
			g, err := load(ctx, graph, behaviours)
			if err != nil {
				fmt.Println("the old generation goes on:", err)
				return g.files
			}
			if skipped := next.Swap(&g); skipped != nil {
				skipped.pool.Close()
			}
			return g.files
		})
		if err != nil {
			log.Print(err)
		}
	})

	runner, err := tickflow.New(now.program, tickflow.Config{DropRecords: true})
	if err != nil {
		log.Fatal(err)
	}
	save(behaviours, `local t = require "tickflow"
t.body("say", function(v) return "done" end)
t.guard("again", function(v) return v.A.value ~= "done" end)`)
	_, err = runner.Run(ctx, tickflow.RunOptions{Between: func(ctx context.Context) error {
		g := next.Swap(nil)
		if g == nil {
			return nil
		}
		if err := runner.Remap(ctx, g.program); err != nil {
			g.pool.Close()
			fmt.Println("the old generation goes on:", err)
			return nil
		}
		before := now
		now = *g
		if free, err := runner.Forget(ctx, before.program); err != nil || !free {
			return err // a checkpoint may bring it back
		}
		before.pool.Close()
		return nil
	}})
	end()
	watching.Wait()
	said, _ := runner.LastOutput("A")
	fmt.Println(runner.Status(), said, err)
	// Output: idle "done" <nil>
}
