package luabind

import (
	lua "github.com/yuin/gopher-lua"
)

// What getmetatable answers for tables that are the machine's own; it also keeps their metatables from being replaced.
const (
	sealed = lua.LString("read-only") // contents can be read and iterated, not changed
	closed = lua.LString("view")      // fields can be read by name only
	list   = lua.LString("array")     // an ordinary table that counts as a list also when it is empty
	object = lua.LString("object")    // an ordinary table that counts as an object
	sign   = lua.LString("tickflow")  // no table: null or a failure
)

// marks are the metatables and values by which the machine knows what a table or userdata is.
type marks struct {
	null    *lua.LUserData // stands for null inside tables
	list    *lua.LTable
	object  *lua.LTable
	failure *lua.LTable
}

func (m *vm) openMarks() {
	m.marks.list, m.marks.object = m.metatable(list), m.metatable(object)
	m.marks.failure = m.metatable(sign)
	m.marks.failure.RawSetString("__tostring", m.L.NewFunction(func(L *lua.LState) int {
		L.Push(lua.LString("failure: " + L.CheckUserData(1).Value.(error).Error()))
		return 1
	}))
	null := m.metatable(sign)
	null.RawSetString("__tostring", m.L.NewFunction(func(L *lua.LState) int {
		L.Push(lua.LString("null"))
		return 1
	}))
	m.marks.null = m.L.NewUserData()
	m.marks.null.Metatable = null
}

// metatable makes a metatable that Lua can neither see nor replace.
func (m *vm) metatable(kind lua.LString) *lua.LTable {
	mt := m.L.CreateTable(0, 4)
	mt.RawSetString("__metatable", kind)
	return mt
}

// seal makes an empty table that shows the contents of another one and refuses every assignment with a message.
func (m *vm) seal(contents *lua.LTable, refuse lua.LGFunction) *lua.LTable {
	mt := m.metatable(sealed)
	mt.RawSetString("__index", contents)
	mt.RawSetString("__newindex", m.L.NewFunction(refuse))
	t := m.L.CreateTable(0, 0)
	t.Metatable = mt
	return t
}

// kindOf answers what getmetatable says of a table when it is one of the machine's own, else "".
func kindOf(t *lua.LTable) lua.LString {
	if mt, ok := t.Metatable.(*lua.LTable); ok {
		if kind, ok := mt.RawGetString("__metatable").(lua.LString); ok {
			return kind
		}
	}
	return ""
}

// contents answers the table that holds what a sealed table shows. It must not reach Lua.
func (m *vm) contents(L *lua.LState, t *lua.LTable) *lua.LTable {
	if t.Metatable == m.readOnly.mt {
		return m.shallow(L, t)
	}
	if inner, ok := t.Metatable.(*lua.LTable).RawGetString("__index").(*lua.LTable); ok {
		return inner
	}
	return t
}
