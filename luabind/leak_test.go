package luabind_test

import (
	"runtime"
	"testing"

	"github.com/tickflow/tickflow/runtime/engine"
)

// Calls leave nothing behind in a machine, whatever they use: memory does not grow with their number.
func TestMemoryStays(t *testing.T) {
	p := load(t, `
		tickflow.body("b", function(v)
			v.state.n = v.tick
			v.state["k" .. v.tick % 7] = v.tick
			local co = coroutine.create(function() coroutine.yield() end)
			coroutine.resume(co)
			for producer, x in v:items() do assert(producer) end
			local list = {}
			for i, x in ipairs(v.args.list) do list[i] = x end
			pcall(error, {v.A.value})
			return {text = ("x"):rep(100) .. v.tick, list = list, old = v.A.exists and v.A.value.text or tickflow.null}
		end)
		tickflow.guard("g", function(v)
			return v.output.text ~= nil and v.B.exists ~= nil and v.state.n == v.tick and v.A.value.text == v.output.text
		end)`)
	r := start(t, "[A]--|g|-->A\nA-->B\nA.body: b", p, engine.Config{Args: mustValue(t, `{"list": [1, [2], {"x": 3}]}`)})
	heap := func(ticks int) int64 {
		for range ticks {
			if firings, err := r.Tick(t.Context(), nil); err != nil || len(firings) == 0 {
				t.Fatal(len(firings), err)
			}
		}
		var s runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&s)
		return int64(s.HeapAlloc)
	}
	before := heap(500)
	if grown := heap(5000) - before; grown > 300_000 {
		t.Errorf("%d bytes more after 5,000 ticks", grown)
	}
}
