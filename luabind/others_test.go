package luabind_test

import (
	"testing"

	lua "github.com/yuin/gopher-lua"

	"github.com/tickflow/tickflow/runtime/engine"
)

// A program that embeds behaviours can have Lua states of its own, with libraries as gopher-lua has them.
func TestStatesOfOthers(t *testing.T) {
	p := load(t, `tickflow.body("b", function(v) return ("x"):rep(3) .. #{1, 2} end)`)
	own := lua.NewState()
	defer own.Close()
	for range 2 {
		if err := own.DoString(`
			local list = {}
			for i = 1, 100000 do list[i] = i end
			list[5000000] = "far"
			assert(#list == 100000 and list[5000000] == "far")
			string.own = function(s) return s .. "!" end
			assert(("x"):own() == "x!" and os.time() > 0 and io.open ~= nil)
			global = (global or 0) + 1
			local n = 0
			for _ in pairs(list) do n = n + 1 end
			assert(n == 100001)`); err != nil {
			t.Fatal(err)
		}
		got, err := fires(t, "[A]\nA.body: b", p, engine.Config{}, 1)
		if err != nil || got[0] != `A="xxx2"` {
			t.Error(got, err)
		}
	}
	if own.GetGlobal("global") != lua.LNumber(2) {
		t.Error(own.GetGlobal("global"))
	}
}
