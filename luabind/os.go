package luabind

import (
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// openOS makes the library os of Lua 5.1. A behaviour can neither end the process nor change its environment.
func (m *vm) openOS() *lua.LTable {
	m.L.Push(m.L.NewFunction(lua.OpenOs))
	m.L.Push(lua.LString(lua.OsLibName))
	m.L.Call(1, 1)
	lib := m.L.CheckTable(-1)
	m.L.Pop(1)
	funcs := map[string]lua.LGFunction{
		"execute": m.execute,
		"exit": func(L *lua.LState) int {
			L.RaiseError("a behaviour cannot end the process: raise an error, or return a failure of type \"infrastructure\"")
			return 0
		},
	}
	for _, name := range []string{"clock", "date", "difftime", "getenv", "remove", "rename", "setlocale", "time", "tmpname"} {
		funcs[name] = lib.RawGetString(name).(*lua.LFunction).GFunction
	}
	funcs["date"] = boundedDate(funcs["date"])
	return m.library("os", funcs, nil)
}

// boundedDate makes os.date refuse a format that could become too long a text: a directive becomes a few dozen bytes.
func boundedDate(date lua.LGFunction) lua.LGFunction {
	const most = 40
	return func(L *lua.LState) int {
		format := L.OptString(1, "%c")
		checkString(L, len(format)+most*strings.Count(format, "%"), "os.date")
		return date(L)
	}
}
