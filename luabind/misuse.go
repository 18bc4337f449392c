package luabind

import (
	lua "github.com/yuin/gopher-lua"
)

// misusable are the operators that an input could be mistaken to have, because its value has them.
var misusable = []string{"__add", "__sub", "__mul", "__div", "__mod", "__pow", "__unm", "__concat", "__lt", "__le", "__call"}

// entryOf answers the input of the running call that a table stands for, or nil.
func (m *vm) entryOf(lv lua.LValue) *entry {
	w := &m.views
	if w.current != nil {
		for _, e := range w.current.entries {
			if lv == e.front {
				return e
			}
		}
	}
	for _, e := range w.asked[:w.used] {
		if lv == e.front {
			return e
		}
	}
	return nil
}

// misuse is what an input does when it is computed with: it says where its value is.
func (m *vm) misuse(L *lua.LState) int {
	e := m.entryOf(L.Get(1))
	if e == nil {
		e = m.entryOf(L.Get(2))
	}
	if e == nil {
		L.RaiseError("the input belongs to an earlier call")
	}
	L.RaiseError("%s", misused(e))
	return 0
}

func misused(e *entry) string {
	return "v." + e.name + " is an input, a table: its value is v." + e.name + ".value"
}
