package luabind

import (
	"math"

	lua "github.com/yuin/gopher-lua"

	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/value"
)

// entry is one input as Lua sees it: a table with value, exists and k. It is used again by later calls, so Lua gets an
// empty table in front of the fields and can assign none of them.
//
// Numbers and booleans stand in the fields, written when they differ from the call before. Anything bigger is copied when
// it is looked at, and taken out again when the call ends.
type entry struct {
	name     string
	producer graph.ID // of an entry in a shape
	front    *lua.LTable
	shown    lua.LValue // metatable of front during a call; between calls it is one that refuses everything
	fields   *lua.LTable
	big      value.Value // a string, list or object that is copied when it is looked at; else null
	bits     uint64      // of the number or boolean in fields
	kind     value.Kind  // what stands in fields.value: Number, Bool, or Null for nothing
	exists   bool        // what stands in fields.exists
	k        int         // what stands in fields.k, or 0 for nothing
	copied   bool        // fields.value holds a copy made for this call
}

func (m *vm) newEntry(name string) *entry {
	e := &entry{name: name, fields: m.L.CreateTable(0, 3)}
	e.fields.RawSetString("exists", lua.LFalse)
	e.fields.Metatable = m.L.CreateTable(0, 1)
	e.fields.Metatable.(*lua.LTable).RawSetString("__index", m.L.NewFunction(func(L *lua.LState) int {
		L.Push(m.missingField(L, e, L.Get(2)))
		return 1
	}))
	e.front = m.seal(e.fields, func(L *lua.LState) int {
		L.RaiseError("cannot assign %s of input %s: inputs are read-only", L.Get(2).String(), e.name)
		return 0
	})
	e.shown = e.front.Metatable
	for _, op := range misusable {
		e.shown.(*lua.LTable).RawSetString(op, m.views.misuse)
	}
	return e
}

// rename makes the entry stand for another input. Lua may have kept what stood for the one before.
func (m *vm) rename(e *entry, name string) {
	if e.name != name {
		e.name = name
		e.front = m.L.CreateTable(0, 0)
	}
}

// set makes the entry show an input.
func (e *entry) set(in engine.Resolved) {
	e.front.Metatable = e.shown
	if in.Exists != e.exists {
		e.exists = in.Exists
		e.fields.RawSetString("exists", lua.LBool(in.Exists))
	}
	if in.K != e.k {
		e.k = in.K
		e.fields.RawSetString("k", fireIndex(in.K))
	}
	if f, ok := in.Value.Number(); ok {
		if bits := math.Float64bits(f); e.kind != value.Number || e.bits != bits {
			e.kind, e.bits = value.Number, bits
			e.fields.RawSetString("value", number(f))
		}
		return
	}
	if b, ok := in.Value.Bool(); ok {
		e.kind = value.Bool
		e.fields.RawSetString("value", lua.LBool(b))
		return
	}
	e.big = in.Value
	if e.kind != value.Null {
		e.kind = value.Null
		e.fields.RawSetString("value", lua.LNil)
	}
}

func fireIndex(k int) lua.LValue {
	if k == 0 {
		return lua.LNil
	}
	return number(float64(k))
}

// missingField answers a field that does not stand in the table: a value that has not been copied yet, or nil.
func (m *vm) missingField(L *lua.LState, e *entry, key lua.LValue) lua.LValue {
	switch key {
	case lua.LString("value"):
		if e.big.IsNull() {
			return lua.LNil
		}
		e.copied = true
		v := m.toLua(e.big)
		e.fields.RawSetString("value", v)
		return v
	case lua.LString("k"), lua.LString("exists"):
		return lua.LNil
	}
	hint := ""
	if name, ok := key.(lua.LString); ok {
		hint = didYouMean(string(name), []string{"value", "exists"})
		if _, ok := e.big.Get(string(name)); ok && hint == "" {
			hint = "; its value has it: v." + e.name + ".value." + string(name)
		}
	}
	L.RaiseError("input %s has no field %s: it has value, exists and k%s", e.name, key.String(), hint)
	return lua.LNil
}

// clear lets go of what the call held. What Lua has kept of the entry is of no use from now on.
func (e *entry) clear(outdated *lua.LTable) {
	e.front.Metatable = outdated
	if !e.big.IsNull() {
		e.big = value.Value{}
	}
	if e.copied {
		e.copied = false
		e.fields.RawSetString("value", lua.LNil)
	}
}
