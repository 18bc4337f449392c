package luabind

import (
	"strings"

	lua "github.com/yuin/gopher-lua"

	"github.com/tickflow/tickflow/runtime/diag"
)

// globals are what a behaviours file sees as _G. They can be assigned while it is loaded and are frozen from then on.
type globals struct {
	env      *lua.LTable // _G: empty, so that every assignment is noticed
	contents *lua.LTable
}

func (m *vm) openGlobals() {
	contents := m.libraries.base
	env := m.seal(contents, m.assignGlobal)
	m.globals = globals{env, contents}
	contents.RawSetString("_G", env)
	for name, f := range map[string]lua.LGFunction{
		"print": m.print, "require": m.require, "load": m.load, "loadstring": m.load,
	} {
		contents.RawSetString(name, m.L.NewFunction(f))
	}
	m.L.Env = env
}

func (m *vm) assignGlobal(L *lua.LState) int {
	if m.loaded {
		L.RaiseError("cannot assign the global %s: globals are frozen once the file is loaded; "+
			"use a local, or v.state for what must last", L.Get(2).String())
	}
	L.RawSet(m.globals.contents, L.Get(2), L.Get(3))
	return 0
}

// load is both load and loadstring: it compiles a string, or what a function answers piece by piece.
func (m *vm) load(L *lua.LState) int {
	var text string
	if f, ok := L.Get(1).(*lua.LFunction); ok {
		var pieces strings.Builder
		for {
			L.Push(f)
			L.Call(0, 1)
			piece := lua.LVAsString(L.Get(-1))
			L.Pop(1)
			if piece == "" {
				break
			}
			pieces.WriteString(piece)
			if pieces.Len() > maxLoaded {
				break
			}
		}
		text = pieces.String()
	} else {
		text = L.CheckString(1)
	}
	if len(text) > maxLoaded {
		L.RaiseError("the text has more than %s, the limit for Lua texts that are loaded in a call", size(maxLoaded))
	}
	proto, err := compile(diag.NewSource(L.OptString(2, "(loaded text)"), text))
	if err != nil {
		L.Push(lua.LNil)
		L.Push(lua.LString(err.Error()))
		return 2
	}
	L.Push(m.function(proto))
	return 1
}
