package luabind_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tickflow/tickflow/luabind"
	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/value"
)

var _ engine.Behaviors = (*luabind.Pool)(nil)

func TestNames(t *testing.T) {
	p := load(t, `tickflow.body("b", print) tickflow.body("a", function() end) tickflow.guard("a", function() end)`)
	if got := p.Bodies(); !slices.Equal(got, []string{"a", "b"}) {
		t.Error(got)
	}
	if got := p.Guards(); !slices.Equal(got, []string{"a"}) {
		t.Error(got)
	}
	if _, ok := p.Body("c"); ok {
		t.Error("a body that is not registered")
	}
	if _, ok := p.Guard("b"); ok {
		t.Error("a guard that is not registered")
	}
}

// fan is a graph that fires n nodes at once with the body b, and its result.
func fan(n int) (graph string) {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "[N%d]--|g|-->M%d\nN%d.body: b\nM%d.body: b\n", i, i, i, i)
	}
	return text.String()
}

// Many runs on many goroutines share one pool; every call sees its own view, state and random numbers.
func TestConcurrentRuns(t *testing.T) {
	p, err := luabind.LoadText(t.Context(), "test.lua", `local tickflow = require "tickflow"
		tickflow.body("b", function(v)
			v.state.node = v.node
			local sum = v.args.base
			for producer, x in v:items() do sum = sum + x.n end
			if v.tick % 2 == 1 then pcall(error, {}) ; coroutine.wrap(function() coroutine.yield() end)() end
			return {n = sum + 1, node = v.node, list = {v.tick, tickflow.null}}
		end)
		tickflow.guard("g", function(v)
			assert(v.output.node == v.node and v.state.node == v.node and v.output.list[1] == v.tick)
			return true
		end)`, luabind.Options{Workers: 3})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	g := build(t, fan(20))
	var group sync.WaitGroup
	for base := range 8 {
		group.Go(func() {
			r, err := engine.New(g, p, engine.Config{Workers: 4, Args: value.OfObject(value.Member{Key: "base", Value: value.OfInt(base)})})
			if err != nil {
				t.Error(err)
				return
			}
			for tick := range 2 {
				firings, err := r.Tick(t.Context(), nil)
				if err != nil || len(firings) != 20 {
					t.Error(len(firings), err)
					return
				}
				for _, f := range firings {
					want := fmt.Sprintf(`{"list":[%d,null],"n":%d,"node":"%s"}`, tick, base+1+tick*(base+1), f.Node)
					if f.Output.String() != want {
						t.Errorf("got %s, want %s", f.Output, want)
					}
				}
			}
		})
	}
	group.Wait()
}

// A pool serves no more calls at once than it has workers; the others wait for their turn.
func TestWorkers(t *testing.T) {
	var mu sync.Mutex
	running, most := 0, 0
	p, err := luabind.LoadText(t.Context(), "test.lua", `local tickflow = require "tickflow"
		tickflow.body("b", function(v) print("in"); for i = 1, 20000 do end; print("out") end)
		tickflow.guard("g", function(v) return false end)`, luabind.Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	r, err := engine.New(build(t, fan(30)), p, engine.Config{Workers: 8, Log: func(_ int, _, line string) {
		mu.Lock()
		defer mu.Unlock()
		if line == "in" {
			running++
			most = max(most, running)
		} else {
			running--
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if firings, err := r.Tick(t.Context(), nil); err != nil || len(firings) != 30 {
		t.Fatal(len(firings), err)
	}
	if most > 2 {
		t.Errorf("%d calls ran at once", most)
	}
}

// gate is a log that lets a test know when a body has begun and holds it until it may go on.
type gate struct{ begun, goOn chan struct{} }

func newGate() gate { return gate{make(chan struct{}, 8), make(chan struct{})} }

func (g gate) log(int, string, string) {
	g.begun <- struct{}{}
	<-g.goOn
}

func TestWaitingCallIsInterrupted(t *testing.T) {
	p, err := luabind.LoadText(t.Context(), "test.lua",
		`require("tickflow").body("b", function(v) print("begun") return v.node end)`, luabind.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	g := newGate()
	var group sync.WaitGroup
	group.Go(func() {
		if got, err := fires(t, "[A]\nA.body: b", p, engine.Config{Log: g.log}, 1); err != nil || got[0] != `A="A"` {
			t.Error(got, err)
		}
	})
	<-g.begun
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := start(t, "[A]\nA.body: b", p, engine.Config{}).Tick(ctx, nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	close(g.goOn)
	group.Wait()
	if got, err := fires(t, "[A]\nA.body: b", p, engine.Config{}, 1); err != nil || got[0] != `A="A"` {
		t.Error(got, err)
	}
}

// A call that is running when the pool is closed finishes; one that waits, and one that comes later, is refused.
func TestClose(t *testing.T) {
	p, err := luabind.LoadText(t.Context(), "test.lua",
		`require("tickflow").body("b", function(v) print("begun") return v.node end)`, luabind.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	g := newGate()
	var group sync.WaitGroup
	group.Go(func() {
		if got, err := fires(t, "[A]\nA.body: b", p, engine.Config{Log: g.log}, 1); err != nil || got[0] != `A="A"` {
			t.Error(got, err)
		}
	})
	<-g.begun
	group.Go(func() {
		if _, err := fires(t, "[A]\nA.body: b", p, engine.Config{}, 1); !errors.Is(err, luabind.ErrClosed) {
			t.Error(err)
		}
	})
	p.Close()
	p.Close()
	close(g.goOn)
	group.Wait()
	if _, err := fires(t, "[A]\nA.body: b", p, engine.Config{}, 1); !errors.Is(err, luabind.ErrClosed) {
		t.Error(err)
	}
}

// Machines that calls have spoilt are replaced, none is lost, and nothing is left when pools are closed.
func TestNothingIsLost(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 5 {
		p, err := luabind.LoadText(t.Context(), "test.lua", `local tickflow = require "tickflow"
			tickflow.body("b", function(v) if v.tick == 0 and v.args == nil then error("bad") end return 1 end)
			tickflow.guard("g", function(v) return nothing.x end)`, luabind.Options{Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		for range 10 {
			if _, err := fires(t, fan(6), p, engine.Config{Workers: 4}, 1); err == nil {
				t.Fatal("no error")
			}
			if _, err := fires(t, fan(6), p, engine.Config{Workers: 4, Args: value.OfInt(1)}, 1); err == nil {
				t.Fatal("no error")
			}
		}
		if got, err := fires(t, "[A]\nA.body: b", p, engine.Config{Args: value.OfInt(1)}, 1); err != nil || got[0] != "A=1" {
			t.Fatal(got, err)
		}
		p.Close()
	}
	// Goroutines of timers and of the runtime may come and go; those of pools would add up.
	if after := runtime.NumGoroutine(); after > before+2 {
		t.Errorf("%d goroutines before, %d after", before, after)
	}
}

func TestDifferentNamesEachTime(t *testing.T) {
	// Tables have an address, which differs between machines.
	p, err := luabind.LoadText(t.Context(), "test.lua", `local tickflow = require "tickflow"
		tickflow.body("b", function(v) error("spoilt") end)
		tickflow.body(tostring({}), function(v) end)`, luabind.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	_, _ = fires(t, "[A]\nA.body: b", p, engine.Config{}, 1)
	_, err = fires(t, "[A]\nA.body: b", p, engine.Config{}, 1)
	if err == nil || !strings.Contains(err.Error(), "registers other names each time it is run") {
		t.Error(err)
	}
}
