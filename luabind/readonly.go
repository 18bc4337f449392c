package luabind

import (
	lua "github.com/yuin/gopher-lua"

	"github.com/tickflow/tickflow/runtime/value"
)

// readOnly are the tables by which Lua reads values that it must not change: the run's input, and a node's state in a
// guard. They are copied only as far as they are looked at, and end with the call.
type readOnly struct {
	mt     *lua.LTable
	shown  map[*lua.LTable]*shown
	tables map[extent]*lua.LTable // so that a part looked at twice is one table
}

// extent tells values apart by where they are in memory: the address of the first item or member, and how many there are.
type extent struct {
	first any
	n     int
}

// shown is what a read-only table shows.
type shown struct {
	value  value.Value
	root   string      // how messages call the whole: "v.args"
	weight int         // of the value, once it has been asked for
	copied *lua.LTable // the items or members, once something has iterated over them
}

func (m *vm) openReadOnly() {
	mt := m.metatable(sealed)
	mt.RawSetString("__index", m.L.NewFunction(m.readOnlyIndex))
	mt.RawSetString("__len", m.L.NewFunction(m.readOnlyLen))
	mt.RawSetString("__newindex", m.L.NewFunction(func(L *lua.LState) int {
		L.RaiseError("%s is read-only", m.showing(L).root)
		return 0
	}))
	m.readOnly.mt = mt
}

// show answers a value as Lua may read it.
func (m *vm) show(v value.Value, root string) lua.LValue {
	id := extent{n: v.Len()}
	switch v.Kind() {
	case value.List:
		if items := v.Items(); len(items) > 0 {
			id.first = &items[0]
		}
	case value.Object:
		if members := v.Members(); len(members) > 0 {
			id.first = &members[0]
		}
	default:
		return m.scalar(v)
	}
	if t := m.readOnly.tables[id]; t != nil && id.n > 0 {
		return t
	}
	if m.readOnly.shown == nil {
		m.readOnly.shown, m.readOnly.tables = map[*lua.LTable]*shown{}, map[extent]*lua.LTable{}
	}
	t := m.L.CreateTable(0, 0)
	t.Metatable = m.readOnly.mt
	m.readOnly.shown[t], m.readOnly.tables[id] = &shown{value: v, root: root}, t
	return t
}

// hideAll ends the call's read-only tables.
func (m *vm) hideAll() {
	if m.readOnly.shown != nil {
		m.readOnly.shown, m.readOnly.tables = nil, nil
	}
}

// showing answers what the first argument, a read-only table, shows.
func (m *vm) showing(L *lua.LState) *shown {
	t, _ := L.Get(1).(*lua.LTable)
	return m.shownBy(L, t)
}

func (m *vm) shownBy(L *lua.LState, t *lua.LTable) *shown {
	s := m.readOnly.shown[t]
	if s == nil {
		L.RaiseError("the table belongs to an earlier call")
	}
	return s
}

func (m *vm) readOnlyIndex(L *lua.LState) int {
	s := m.showing(L)
	switch key := L.Get(2).(type) {
	case lua.LString:
		if member, ok := s.value.Get(string(key)); ok {
			L.Push(m.show(member, s.root))
			return 1
		}
	case lua.LNumber:
		items := s.value.Items()
		if i := int(key); lua.LNumber(i) == key && 1 <= i && i <= len(items) {
			L.Push(m.show(items[i-1], s.root))
			return 1
		}
	}
	L.Push(lua.LNil)
	return 1
}

func (m *vm) readOnlyLen(L *lua.LState) int {
	L.Push(number(float64(len(m.showing(L).value.Items()))))
	return 1
}

// shallow answers the parts of a read-only table in an ordinary one, which must not reach Lua.
func (m *vm) shallow(L *lua.LState, t *lua.LTable) *lua.LTable {
	s := m.shownBy(L, t)
	if s.copied == nil {
		s.copied = m.L.CreateTable(len(s.value.Items()), len(s.value.Members()))
		for _, item := range s.value.Items() {
			s.copied.Append(m.show(item, s.root))
		}
		for _, member := range s.value.Members() {
			s.copied.RawSetString(member.Key, m.show(member.Value, s.root))
		}
	}
	return s.copied
}

// readOnly takes a read-only table that Lua hands back for what it shows.
func (r *reader) readOnly(t *lua.LTable) (value.Value, *misfit) {
	s := r.m.readOnly.shown[t]
	if s == nil {
		return value.Value{}, refuse("a table that belongs to an earlier call")
	}
	if len(r.outside) > 0 && len(r.outside)+s.value.Depth() > value.MaxDepth {
		return value.Value{}, refuse("tables nested more than %d deep", value.MaxDepth)
	}
	if s.weight == 0 {
		s.weight = weight(s.value)
	}
	if len(r.outside) > 0 && !r.grow(s.weight) {
		return value.Value{}, tooBig()
	}
	if r.secrets != nil {
		return r.secrets.hideIn(s.value), nil
	}
	return s.value, nil
}
