package luabind

import (
	"math"

	lua "github.com/yuin/gopher-lua"
)

// guardTables makes the functions that reach below metatables see the contents of sealed tables and leave them unchanged.
func (m *vm) guardTables() {
	libs := &m.libraries
	libs.raw = libs.base.RawGetString("next").(*lua.LFunction)
	libs.next = m.L.NewFunction(nextItem)
	libs.base.RawSetString("pairs", m.L.NewFunction(m.pairs))
	libs.base.RawSetString("ipairs", m.L.NewFunction(m.ipairs))
	libs.base.RawSetString("setmetatable", m.tableFirst(libs.base, "setmetatable"))
	libs.table.RawSetString("sort", m.L.NewFunction(m.sort))
	libs.table.RawSetString("insert", m.L.NewFunction(bounded(libs.table.RawGetString("insert").(*lua.LFunction).GFunction)))
	libs.base.RawSetString("unpack", m.L.NewFunction(unpack))
	for name, t := range map[string]*lua.LTable{
		"next": libs.base, "rawget": libs.base, "unpack": libs.base,
		"concat": libs.table, "getn": libs.table, "maxn": libs.table,
	} {
		t.RawSetString(name, m.reading(t, name))
	}
	for name, t := range map[string]*lua.LTable{
		"rawset": libs.base, "insert": libs.table, "remove": libs.table, "sort": libs.table,
	} {
		t.RawSetString(name, m.writing(t, name))
	}
}

// sealedArg answers the first argument when it is a table that must not be changed. A view's fields cannot even be listed.
func sealedArg(L *lua.LState) (t *lua.LTable, ok bool) {
	t, ok = L.Get(1).(*lua.LTable)
	if !ok || t.Metatable == lua.LNil {
		return nil, false
	}
	switch kindOf(t) {
	case closed:
		L.RaiseError("a view cannot be iterated or changed: read its fields by name, or go over the inputs with v:items()")
	case sealed:
		return t, true
	}
	return nil, false
}

// reading makes a library function see the contents of a sealed first argument.
func (m *vm) reading(lib *lua.LTable, name string) *lua.LFunction {
	f := lib.RawGetString(name).(*lua.LFunction).GFunction
	return m.L.NewFunction(func(L *lua.LState) int {
		if t, ok := sealedArg(L); ok {
			L.Replace(1, m.contents(L, t))
		}
		return f(L)
	})
}

// writing makes a library function refuse a sealed first argument, unless it is _G while the file is being loaded.
func (m *vm) writing(lib *lua.LTable, name string) *lua.LFunction {
	f := lib.RawGetString(name).(*lua.LFunction).GFunction
	return m.L.NewFunction(func(L *lua.LState) int {
		if t, ok := sealedArg(L); ok {
			if t != m.globals.env || m.loaded {
				L.RaiseError("%s of a read-only table", name)
			}
			L.Replace(1, m.globals.contents)
		}
		return f(L)
	})
}

// tableFirst makes a library function insist on a table: the machine would give all numbers, say, a metatable.
func (m *vm) tableFirst(lib *lua.LTable, name string) *lua.LFunction {
	f := lib.RawGetString(name).(*lua.LFunction).GFunction
	return m.L.NewFunction(func(L *lua.LState) int {
		L.CheckTable(1)
		return f(L)
	})
}

// bounded makes a library function refuse to add to a list that is full: the machine would lose count of the items.
func bounded(f lua.LGFunction) lua.LGFunction {
	return func(L *lua.LState) int {
		if L.CheckTable(1).Len() >= maxList-1 {
			L.RaiseError("a list of %d items, the limit for lists", maxList-1)
		}
		return f(L)
	}
}

func (m *vm) pairs(L *lua.LState) int {
	if t, ok := sealedArg(L); ok {
		contents, last := m.contents(L, t), lua.LNil
		L.Push(L.NewFunction(func(L *lua.LState) int {
			key, v := contents.Next(last)
			last = key
			L.Push(key)
			L.Push(v)
			return 2
		}))
		return 1
	}
	L.Push(m.libraries.raw)
	L.Push(L.CheckTable(1))
	L.Push(lua.LNil)
	return 3
}

func (m *vm) ipairs(L *lua.LState) int {
	t := lua.LValue(L.CheckTable(1))
	if s, ok := sealedArg(L); ok {
		contents := m.contents(L, s)
		L.Push(L.NewFunction(func(L *lua.LState) int { return pushItem(L, contents, L.CheckInt(2)+1) }))
	} else {
		L.Push(m.libraries.next)
	}
	L.Push(t)
	L.Push(lua.LNumber(0))
	return 3
}

// unpack answers the items of a table from one index to another. The machine's own loses count beyond the integers.
func unpack(L *lua.LState) int {
	t := L.CheckTable(1)
	first, last := L.OptNumber(2, 1), lua.LNumber(0)
	if L.Get(3) == lua.LNil {
		last = lua.LNumber(t.Len())
	} else {
		last = L.CheckNumber(3)
	}
	n := math.Floor(float64(last-first)) + 1
	switch {
	case !(n >= 1):
		return 0
	case n > registersMax:
		L.RaiseError("too many results to unpack")
	}
	for i := range int(n) {
		L.Push(t.RawGetInt(int(first) + i))
	}
	return int(n)
}

func nextItem(L *lua.LState) int { return pushItem(L, L.CheckTable(1), L.CheckInt(2)+1) }

func pushItem(L *lua.LState, t *lua.LTable, i int) int {
	v := t.RawGetInt(i)
	if v == lua.LNil {
		return 0
	}
	L.Push(lua.LNumber(i))
	L.Push(v)
	return 2
}
