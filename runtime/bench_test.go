package runtime_test

import (
	"context"
	"testing"

	"github.com/tickflow/tickflow/luabind"
	tickflow "github.com/tickflow/tickflow/runtime"
	"github.com/tickflow/tickflow/runtime/value"
)

// counterLoop never ends, so that a benchmark may run it for as long as it likes.
const counterLoop = "[seed]-->A\nA-->B\nB--|again|-->A\nA.join: OR\nA.body: incr\nB.body: echo\nA.inputs: B\n"

// lapTicks is how many ticks a benchmark runs before it starts over with a fresh run, so that what it measures is the
// cost of a firing with its record kept, not that of a history without end.
const lapTicks = 10_000

func benchmarkLoop(b *testing.B, behaviors tickflow.Behaviors) {
	p := compile(b, counterLoop, behaviors)
	r, err := tickflow.New(p, tickflow.Config{})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if r.Now() == lapTicks {
			if r, err = tickflow.New(p, tickflow.Config{}); err != nil {
				b.Fatal(err)
			}
		}
		if _, err := r.Tick(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRunnerLoopGo reports the time of one firing of the counter loop with Go bodies, with all that a Runner does around
// the engine: recorded in the default store, observed by nobody.
func BenchmarkRunnerLoopGo(b *testing.B) {
	benchmarkLoop(b, &tickflow.Funcs{
		Bodies: map[string]tickflow.Body{
			"incr": func(_ context.Context, v *tickflow.View) (tickflow.Value, error) {
				f, _ := v.Input(0).Value.Number()
				return value.OfNumber(f + 1), nil
			},
			"echo": func(_ context.Context, v *tickflow.View) (tickflow.Value, error) { return v.Input(0).Value, nil },
		},
		Guards: map[string]tickflow.Guard{
			"again": func(_ context.Context, v *tickflow.View) (bool, error) {
				f, _ := v.Output().Number()
				return f >= 0, nil
			},
		},
	})
}

// BenchmarkRunnerLoopLua reports the same with Lua bodies.
func BenchmarkRunnerLoopLua(b *testing.B) {
	pool, err := luabind.LoadText(b.Context(), "loop.lua", `
local tickflow = require "tickflow"
tickflow.body("incr", function(v) return (v.B.value or 0) + 1 end)
tickflow.body("echo", function(v) return v.A.value end)
tickflow.guard("again", function(v) return v.B.value >= 0 end)
`, luabind.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer pool.Close()
	benchmarkLoop(b, pool)
}
