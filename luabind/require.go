package luabind

import (
	"slices"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// modules are what require has answered, and the modules that are being loaded, outermost first.
type modules struct {
	tickflow *lua.LTable
	loaded   map[string]lua.LValue
	loading  []string
}

func (m *vm) require(L *lua.LState) int {
	name := L.CheckString(1)
	if name == "tickflow" {
		L.Push(m.modules.tickflow)
		return 1
	}
	if v, ok := m.modules.loaded[name]; ok {
		L.Push(v)
		return 1
	}
	if slices.Contains(m.modules.loading, name) {
		L.RaiseError("module %q requires itself: %s -> %s", name, strings.Join(m.modules.loading, " -> "), name)
	}
	if m.loaded {
		L.RaiseError("module %q was not loaded with the file: require it at the top, outside of functions", name)
	}
	c, err := m.program.module(name)
	if err != nil {
		// The position is the module's own when its text is at fault; where it is required follows in the traceback.
		L.Error(lua.LString(err.Error()), 0)
	}
	m.modules.loading = append(m.modules.loading, name)
	defer func() { m.modules.loading = m.modules.loading[:len(m.modules.loading)-1] }()
	L.Push(m.function(c.proto))
	L.Push(lua.LString(name))
	L.Call(1, 1)
	v := L.Get(-1)
	if v == lua.LNil {
		v = lua.LTrue
	}
	m.modules.loaded[name] = v
	L.Push(v)
	return 1
}
