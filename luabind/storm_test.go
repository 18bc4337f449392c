package luabind_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tickflow/tickflow/luabind"
	"github.com/tickflow/tickflow/runtime/engine"
)

// outOfTime is the other error of what computes for a while: so many at once may keep it from its limit for too long.
const outOfTime = "|the time limit for a call"

// storm is what goes on at once in TestStorm, with the error of each.
var storm = []hostile{
	{"while true do end", "the time limit for a call"},
	{"while true do pcall(function() while true do end end) end", "the time limit for a call"},
	{"table.sort({3, 2, 1}, function() while true do end end)", "the time limit for a call"},
	{"local s = 'x' while true do s = s .. s end", tooBig + outOfTime},
	{"return ('x'):rep(1e10)", tooBig + outOfTime},
	{"return ('a'):rep(2000):match('.*.*.*b')", steps + outOfTime},
	{"local function f() return 1 + f() end return f()", "stack overflow" + outOfTime},
	{"string.rep = nil", "the string library cannot be changed"},
	{"x = 1", "cannot assign the global x"},
	{"return io.open('/etc/passwd')", "--allow io"},
	{"local f, g f = coroutine.wrap(function() g() end) g = coroutine.wrap(function() f() end) f()", notSuspended},
	{"coroutine.wrap(function() return setmetatable({}, {__index = function() coroutine.yield() end}).x end)()", outOfMetamethod},
	{"return (('x'):rep(2^16):gsub('x(y?)', ('%1'):rep(2^22)))", steps + outOfTime},
	{"local t = {} for i = 1, 1e5 do t[i] = i end while true do table.sort(t, math.max) end", "the time limit for a call"},
	{"error(nil)", "an error without a value was raised"},
	{"local t = {} t.t = t return t", "a table that contains itself"},
}

// Hostile and honest bodies run side by side, 32 at once, in one tick and in several runs. Every hostile one gets its own
// error, every honest one its result, and in the end nothing is left.
func TestStorm(t *testing.T) {
	before := runtime.NumGoroutine()
	memory := heap()
	var lua, mixed, honest strings.Builder
	lua.WriteString(`local tickflow = require "tickflow"
		tickflow.body("honest", function(v)
			local sum = 0
			for digit in (("7"):rep(50)):gmatch("%d") do sum = sum + digit end
			v.state.sum = (v.state.sum or 0) + sum
			return {node = v.node, sum = v.state.sum, text = ("<%s>"):format(v.node):gsub("%d", "%0%0")}
		end)
	`)
	for i, c := range storm {
		fmt.Fprintf(&lua, "tickflow.body('bad%d', function(v) %s\nend)\n", i, c.code)
		fmt.Fprintf(&mixed, "[bad%d]\nbad%d.body: bad%d\n", i, i, i)
	}
	for i := range 60 {
		fmt.Fprintf(&mixed, "[N%d]\nN%d.body: honest\n", i, i)
		fmt.Fprintf(&honest, "[N%d]-->N%d\nN%d.body: honest\n", i, i, i)
	}
	p, err := luabind.LoadText(t.Context(), "test.lua", lua.String(), luabind.Options{Workers: 32, CallTimeout: 2 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range 2 {
		r := start(t, mixed.String(), p, engine.Config{Workers: 32})
		group.Go(func() { stormTick(t, r) })
	}
	for range 2 {
		r := start(t, honest.String(), p, engine.Config{Workers: 4})
		group.Go(func() {
			for tick := range 20 {
				firings, err := r.Tick(t.Context(), nil)
				if err != nil {
					t.Error(err)
					return
				}
				for i, f := range firings {
					if want := fmt.Sprintf(`"sum":%d,`, 350*(tick+1)); f.Node != fmt.Sprintf("N%d", i) || !strings.Contains(f.Output.String(), want) {
						t.Errorf("tick %d: %s = %s", tick, f.Node, f.Output)
					}
				}
			}
		})
	}
	group.Wait()
	p.Close()
	nothingLeft(t, before, memory)
}

// nothingLeft compares with the goroutines and the memory of before. A few goroutines may be about to end.
func nothingLeft(t *testing.T, goroutines int, memory int64) {
	t.Helper()
	if after := runtime.NumGoroutine(); after > goroutines+4 {
		t.Errorf("%d goroutines before, %d after", goroutines, after)
	}
	if grown := heap() - memory; grown > 16<<20 {
		t.Errorf("%d bytes more", grown)
	}
}

// stormTick runs a tick of hostile and honest bodies and looks at the error of each.
func stormTick(t *testing.T, r *engine.Run) {
	_, err := r.Tick(t.Context(), nil)
	var tick *engine.TickError
	if !errors.As(err, &tick) {
		t.Error(err)
		return
	}
	if len(tick.Calls) != len(storm) {
		t.Errorf("%d bodies raised errors, not %d: %v", len(tick.Calls), len(storm), err)
	}
	for _, call := range tick.Calls {
		var i int
		if _, err := fmt.Sscanf(call.Node, "bad%d", &i); err != nil {
			t.Errorf("%v", call)
			continue
		}
		storm[i].judge(t, call)
	}
}

// When memory runs out, what runs is stopped, what rests is closed, and after that all is as before.
func TestMemoryRunsOut(t *testing.T) {
	goroutines, before := runtime.NumGoroutine(), heap()
	p, err := luabind.LoadText(t.Context(), "test.lua", `local tickflow = require "tickflow"
		local kept = {}
		tickflow.body("keep", function(v) for i = 1, 5e4 do kept[#kept + 1] = {i} end return #kept end)
		tickflow.body("grow", function(v) local t = {} while true do t[#t + 1] = {} end end)
		tickflow.body("honest", function(v) return v.node end)`, luabind.Options{Workers: 8, MaxMemory: before + 80<<20})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if _, err := fires(t, "[A]\nA.body: keep\n[B]\nB.body: keep", p, engine.Config{Workers: 2}, 1); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		_, err := fires(t, "[A]\nA.body: grow\n[B]\nB.body: grow", p, engine.Config{Workers: 2}, 1)
		if !errors.Is(err, luabind.ErrMaxMemory) {
			t.Error(err)
		}
		if got, err := fires(t, "[A]\nA.body: honest", p, engine.Config{}, 1); err != nil || got[0] != `A="A"` {
			t.Error(got, err)
		}
	}
	nothingLeft(t, goroutines, before)
}

// However many calls take memory at once, together they take little more than there is, and none has to wait for ever.
func TestMemoryOfManyRunsOut(t *testing.T) {
	goroutines, before := runtime.NumGoroutine(), heap()
	p, err := luabind.LoadText(t.Context(), "test.lua", `local tickflow = require "tickflow"
		tickflow.body("grow", function(v) local t = {} while true do t[#t + 1] = {} end end)
		tickflow.body("honest", function(v) return v.node end)`, luabind.Options{MaxMemory: before + 64<<20})
	if err != nil {
		t.Fatal(err)
	}
	var graph strings.Builder
	for i := range 40 {
		fmt.Fprintf(&graph, "[N%d]\nN%d.body: grow\n", i, i)
	}
	var was, is runtime.MemStats
	runtime.ReadMemStats(&was)
	_, err = start(t, graph.String(), p, engine.Config{Workers: 32}).Tick(t.Context(), nil)
	runtime.ReadMemStats(&is)
	if !errors.Is(err, luabind.ErrMaxMemory) {
		t.Error(err)
	}
	if grown := int64(is.HeapSys - was.HeapSys); grown > 2<<30 { // on a busy machine the watch may look late, but look it does
		t.Errorf("the process has grown by %d bytes", grown)
	}
	if got, err := fires(t, "[A]\nA.body: honest", p, engine.Config{}, 1); err != nil || got[0] != `A="A"` {
		t.Error(got, err)
	}
	p.Close()
	nothingLeft(t, goroutines, before)
}
