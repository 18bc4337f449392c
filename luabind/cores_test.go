package luabind_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/tickflow/tickflow/luabind"
	"github.com/tickflow/tickflow/runtime/engine"
)

// With one core no two bodies compute at once, but all of them can wait for an answer together.
func TestWaitingHoldsNoCore(t *testing.T) {
	const bodies = 8
	var all sync.WaitGroup
	all.Add(bodies)
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		all.Done()
		all.Wait() // until all have asked
	}))
	defer s.Close()
	p, err := luabind.LoadText(t.Context(), "test.lua", fmt.Sprintf(`local tickflow = require "tickflow"
		tickflow.body("b", function(v)
			print("in") for i = 1, 10000 do end print("out")
			local status = tickflow.http.get(%q).status
			print("in") for i = 1, 10000 do end print("out")
			return status
		end)
		tickflow.guard("g", function() return false end)`, s.URL),
		luabind.Options{Workers: bodies, CPU: 1, Allow: luabind.Permissions{Net: true}})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	var mu sync.Mutex
	computing, most := 0, 0
	r := start(t, fan(bodies), p, engine.Config{Workers: bodies, Log: func(_ int, _, line string) {
		mu.Lock()
		defer mu.Unlock()
		if line == "in" {
			computing++
			most = max(most, computing)
		} else {
			computing--
		}
	}})
	if firings, err := r.Tick(t.Context(), nil); err != nil || len(firings) != bodies || firings[0].Output.String() != "200" {
		t.Fatal(len(firings), err)
	}
	if most != 1 {
		t.Errorf("%d bodies computed at once", most)
	}
}
