package luabind

import (
	lua "github.com/yuin/gopher-lua"
)

// libraries are the real tables behind what Lua sees of them.
type libraries struct {
	base, table, string, math, coroutine *lua.LTable
	next                                 *lua.LFunction // of ipairs
	raw                                  *lua.LFunction // next, for tables that are not the machine's own
}

// openLibraries opens what can neither leave the machine nor look at it: not io, os, debug, package or channel, and of
// the base library nothing that reads files, loads code, changes environments or prints to the process's output.
func (m *vm) openLibraries() {
	libs := &m.libraries
	for _, l := range []struct {
		name  string
		open  lua.LGFunction
		table **lua.LTable
	}{
		{lua.BaseLibName, lua.OpenBase, &libs.base},
		{lua.TabLibName, lua.OpenTable, &libs.table},
		{lua.StringLibName, lua.OpenString, &libs.string},
		{lua.MathLibName, lua.OpenMath, &libs.math},
		{lua.CoroutineLibName, lua.OpenCoroutine, &libs.coroutine},
	} {
		m.L.Push(m.L.NewFunction(l.open))
		m.L.Push(lua.LString(l.name))
		m.L.Call(1, 1)
		*l.table = m.L.CheckTable(-1)
		m.L.Pop(1)
	}
	for _, name := range []string{
		"_GOPHER_LUA_VERSION", "_printregs", "collectgarbage", "dofile", "getfenv", "load", "loadfile", "loadstring", "module",
		"newproxy", "print", "require", "setfenv",
	} {
		libs.base.RawSetString(name, lua.LNil)
	}
	m.openConcat()
	m.openProtection()
	m.openStrings()
	m.guardTables()
	m.guardCoroutines()
	m.openRandom()
	for name, t := range map[string]*lua.LTable{
		"table": libs.table, "string": libs.string, "math": libs.math, "coroutine": libs.coroutine,
	} {
		libs.base.RawSetString(name, m.seal(t, func(L *lua.LState) int {
			L.RaiseError("the %s library cannot be changed", name)
			return 0
		}))
	}
	m.openPermitted()
}

// openRandom makes math.random draw from the run's numbers, so that a rewound run draws the same.
func (m *vm) openRandom() {
	m.libraries.math.RawSetString("random", m.L.NewFunction(m.random))
	m.libraries.math.RawSetString("randomseed", m.L.NewFunction(func(L *lua.LState) int {
		L.RaiseError("random numbers follow from the run's seed, which a behaviour cannot set")
		return 0
	}))
}
