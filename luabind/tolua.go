package luabind

import (
	lua "github.com/yuin/gopher-lua"

	"github.com/tickflow/tickflow/runtime/value"
)

// smallNumbers are the numbers that need no memory of their own; machines may share them, since numbers never change.
var smallNumbers = func() (all [256]lua.LValue) {
	for i := range all {
		all[i] = lua.LNumber(i)
	}
	return all
}()

func number(f float64) lua.LValue {
	if i := int(f); uint(i) < uint(len(smallNumbers)) && float64(i) == f && (i != 0 || 1/f > 0) {
		return smallNumbers[i]
	}
	return lua.LNumber(f)
}

// toLua copies a value for Lua: null becomes nil, and tickflow.null inside lists and objects.
func (m *vm) toLua(v value.Value) lua.LValue {
	if v.IsNull() {
		return lua.LNil
	}
	return m.nested(v)
}

func (m *vm) nested(v value.Value) lua.LValue {
	switch v.Kind() {
	case value.List:
		t := m.newList(v.Len())
		for _, item := range v.Items() {
			t.Append(m.nested(item))
		}
		return t
	case value.Object:
		t := m.L.CreateTable(0, v.Len())
		for _, member := range v.Members() {
			t.RawSetString(member.Key, m.nested(member.Value))
		}
		return t
	}
	return m.scalar(v)
}

// scalar is nested for anything but lists and objects.
func (m *vm) scalar(v value.Value) lua.LValue {
	switch v.Kind() {
	case value.Number:
		f, _ := v.Number()
		return number(f)
	case value.String:
		s, _ := v.Str()
		return lua.LString(s)
	case value.Bool:
		b, _ := v.Bool()
		return lua.LBool(b)
	}
	return m.marks.null
}

// newList makes a table that counts as a list also while it is empty.
func (m *vm) newList(capacity int) *lua.LTable {
	t := m.L.CreateTable(capacity, 0)
	t.Metatable = m.marks.list
	return t
}
