package luabind

import (
	"math"

	lua "github.com/yuin/gopher-lua"

	"github.com/tickflow/tickflow/runtime/value"
)

// now is tickflow.now(): milliseconds since 1970, the same all through a tick.
func (m *vm) now(L *lua.LState) int {
	m.needCall(L, "tickflow.now")
	L.Push(lua.LNumber(m.view.Now()))
	return 1
}

// key is tickflow.key(): the firing's idempotency key.
func (m *vm) key(L *lua.LState) int {
	m.needCall(L, "tickflow.key")
	L.Push(lua.LString(m.view.Key()))
	return 1
}

// random is tickflow.random and math.random: without arguments a number in [0, 1), with m an integer from 1 to m, with m
// and n an integer from m to n.
func (m *vm) random(L *lua.LState) int {
	m.needCall(L, "a random number")
	if L.GetTop() == 0 {
		L.Push(lua.LNumber(m.view.Random()))
		return 1
	}
	low, high := 1.0, float64(L.CheckNumber(1))
	if L.GetTop() > 1 {
		low, high = high, float64(L.CheckNumber(2))
	}
	low, high = math.Floor(low), math.Floor(high)
	if !(low <= high && high-low < value.MaxInt) {
		L.RaiseError("no integers from %g to %g", low, high)
	}
	L.Push(number(low + math.Floor(m.view.Random()*(high-low+1))))
	return 1
}
