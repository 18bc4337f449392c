package luabind_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	lua "github.com/yuin/gopher-lua"

	"github.com/tickflow/tickflow/luabind"
	"github.com/tickflow/tickflow/runtime/engine"
)

const (
	loopGraph = "[seed]-->A\nA-->B\nB--|below|-->A\nA.join: OR\nA.inputs: B\nA.body: incr\nB.body: echo\n"

	loopBodies = `
		incr = function(v) return (v.B.value or 0) + 1 end
		echo = function(v) return v.A.value end
		below = function(v) return v.B.value < 1e15 end
	`
	loopLua = `local tickflow = require "tickflow"
		local incr, echo, below` + loopBodies + `
		tickflow.body("incr", incr)
		tickflow.body("echo", echo)
		tickflow.guard("below", below)
	`
)

// BenchmarkCounterLoopLua reports the time of one firing of the counter loop with Lua bodies. Its floor is BenchmarkFloorLua.
func BenchmarkCounterLoopLua(b *testing.B) {
	tick := benchRun(b, loopGraph, loopLua, 1)
	b.ReportAllocs()
	for b.Loop() {
		tick()
	}
}

// BenchmarkFloorLua reports the time of one firing of the counter loop without engine, pool and values: the two bodies and
// the guard called on one machine with a context, each call writing its input (value and exists) and the tick into a view
// table that is used again.
func BenchmarkFloorLua(b *testing.B) {
	L := lua.NewState()
	defer L.Close()
	ctx, cancel := context.WithCancel(b.Context())
	defer cancel()
	L.SetContext(ctx)
	if err := L.DoString(loopBodies); err != nil {
		b.Fatal(err)
	}
	incr, echo, below := L.GetGlobal("incr"), L.GetGlobal("echo"), L.GetGlobal("below")
	view, a, input := L.NewTable(), L.NewTable(), L.NewTable()
	view.RawSetString("A", a)
	view.RawSetString("B", input)
	call := func(f lua.LValue, entry *lua.LTable, in lua.LValue, tick int) lua.LValue {
		entry.RawSetString("value", in)
		entry.RawSetString("exists", lua.LTrue)
		view.RawSetString("tick", lua.LNumber(tick))
		L.Push(f)
		L.Push(view)
		if err := L.PCall(1, 1, nil); err != nil {
			b.Fatal(err)
		}
		out := L.Get(-1)
		L.Pop(1)
		return out
	}
	value := lua.LValue(lua.LNumber(0))
	tick := 0
	b.ReportAllocs()
	for b.Loop() {
		// A loop of the counter is two firings; one is reported.
		if tick++; tick%2 == 1 {
			value = call(incr, input, value, tick)
			continue
		}
		value = call(echo, a, value, tick)
		if !lua.LVAsBool(call(below, input, value, tick)) {
			b.Fatal("the guard ended the loop")
		}
	}
}

// BenchmarkOneTokenIn reports the time of one firing in rings of nodes through which one token circles. The large ring is
// shuffled in memory and every node of it has another input.
func BenchmarkOneTokenIn(b *testing.B) {
	for _, body := range []string{"bound", "items"} {
		for _, n := range []int{10, 1_000_000} {
			b.Run(fmt.Sprintf("%s/%d", body, n), func(b *testing.B) {
				tick := benchRun(b, ring(n, body), `local tickflow = require "tickflow"
					tickflow.body("bound", function(x, v) return (x or 0) + 1 end)
					tickflow.body("items", function(v) for _, x in v:items() do return x + 1 end return 1 end)`, 1)
				b.ReportAllocs()
				for b.Loop() {
					tick()
				}
			})
		}
	}
}

// ring is the text of a ring of n nodes with a body that reads the node before. Nodes are numbered in the order they are
// first named, so neighbours in the ring are far apart in memory.
func ring(n int, body string) string {
	order := rand.New(rand.NewPCG(1, 2)).Perm(n)
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "N%d.body: %s\n", i, body)
	}
	fmt.Fprintf(&text, "[N%d]\n", order[0])
	for i, at := range order {
		before := order[(i+n-1)%n]
		fmt.Fprintf(&text, "N%d-->N%d\n", before, at)
		if body == "bound" {
			fmt.Fprintf(&text, "N%d.bind: N%d\n", at, before)
		}
	}
	return text.String()
}

// BenchmarkFanOutLua reports the time of one tick that fires 1,000 bodies: cheap ones and ones that compute for about a
// millisecond, each on one worker and on as many as there are cores, and ones that wait 100 ms for an answer from the
// network, on 256 workers.
func BenchmarkFanOutLua(b *testing.B) {
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-time.After(100 * time.Millisecond) }))
	defer s.Close()
	cores := runtime.GOMAXPROCS(0)
	for _, kind := range []struct {
		name, body string
		workers    []int
	}{
		{"cheap", "return (v.start.value or 0) + 1", []int{1, cores}},
		{"computing", "local x = 0 for i = 1, 10000 do x = x + i % 7 end return x", []int{1, cores}},
		{"waiting", fmt.Sprintf("return tickflow.http.get(%q).status", s.URL), []int{256}},
	} {
		for _, workers := range kind.workers {
			b.Run(fmt.Sprintf("%s/%d", kind.name, workers), func(b *testing.B) {
				tick := benchRun(b, wide(1000), `local tickflow = require "tickflow"
					tickflow.body("count", function(v) return v.tick end)
					tickflow.body("work", function(v) `+kind.body+` end)`, workers)
				tick() // fires the first node only
				b.ReportAllocs()
				for b.Loop() {
					tick()
				}
			})
		}
	}
}

// wide is a graph that fires one node and n others behind it in every tick.
func wide(n int) string {
	var text strings.Builder
	text.WriteString("[start]-->start\nstart.body: count\n")
	for i := range n {
		fmt.Fprintf(&text, "start-->w%d\nw%d.body: work\n", i, i)
	}
	return text.String()
}

func benchRun(b *testing.B, graphText, luaText string, workers int) (tick func()) {
	ctx, cancel := context.WithCancel(b.Context())
	b.Cleanup(cancel)
	p, err := luabind.LoadText(ctx, "bench.lua", luaText, luabind.Options{Workers: workers, Allow: luabind.Permissions{Net: true}})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(p.Close)
	r, err := engine.New(build(b, graphText), p, engine.Config{Workers: workers})
	if err != nil {
		b.Fatal(err)
	}
	return func() {
		if firings, err := r.Tick(ctx, nil); err != nil || len(firings) == 0 {
			b.Fatal(len(firings), err)
		}
	}
}
