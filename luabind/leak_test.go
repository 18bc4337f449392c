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

// A short text that a body cut out of a long one does not keep the long one in memory.
func TestPartsOfLongStrings(t *testing.T) {
	p := load(t, `tickflow.body("b", function(v)
		local long = ("x"):rep(2^20) .. v.tick
		v.state[long:sub(-3)] = long:match("^x")
		return {long:sub(1, 1), {[long:sub(2, 3)] = 1}}
	end)`)
	r := start(t, "[A]-->A\nA.join: OR\nA.body: b", p, engine.Config{})
	before := heap()
	for range 100 {
		if firings, err := r.Tick(t.Context(), nil); err != nil || len(firings) == 0 {
			t.Fatal(len(firings), err)
		}
	}
	if grown := heap() - before; grown > 8<<20 {
		t.Errorf("%d bytes more after 100 ticks", grown)
	}
	runtime.KeepAlive(r)
}
