package luabind

import (
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// openStrings gives strings a metatable of their own, since the machine's is the library itself, for all to change, and
// replaces the functions that know no limit.
func (m *vm) openStrings() {
	lib := m.libraries.string
	lib.RawSetString("__index", lua.LNil)
	for name, f := range map[string]lua.LGFunction{
		"find": m.find, "match": m.match, "gmatch": m.gmatch, "gfind": m.gmatch, "gsub": m.gsub,
		"rep": repeat, "format": m.format,
		"upper": mapped("string.upper", strings.ToUpper), "lower": mapped("string.lower", strings.ToLower),
	} {
		lib.RawSetString(name, m.L.NewFunction(f))
	}
	m.libraries.table.RawSetString("concat", m.L.NewFunction(tableConcat))
	mt := m.metatable("string")
	mt.RawSetString("__index", lib)
	m.L.SetMetatable(lua.LString(""), mt)
}

// repeat is string.rep.
func repeat(L *lua.LState) int {
	s, n := L.CheckString(1), L.CheckNumber(2)
	if !(n >= 1) || s == "" {
		L.Push(lua.LString(""))
		return 1
	}
	if float64(n)*float64(len(s)) > maxString {
		checkString(L, maxString+1, "string.rep")
	}
	L.Push(lua.LString(strings.Repeat(s, int(n))))
	return 1
}

// mapped makes a function of strings from one of Go, which writes several bytes for one that is not UTF-8.
func mapped(name string, f func(string) string) lua.LGFunction {
	return func(L *lua.LState) int {
		s := f(L.CheckString(1))
		checkString(L, len(s), name)
		L.Push(lua.LString(s))
		return 1
	}
}

// tableConcat is table.concat.
func tableConcat(L *lua.LState) int {
	t, sep := L.CheckTable(1), L.OptString(2, "")
	first, last := L.OptInt(3, 1), 0
	if L.Get(4) == lua.LNil {
		last = t.Len()
	} else {
		last = L.CheckInt(4)
	}
	var b strings.Builder
	for i := first; i <= last; i++ {
		item := t.RawGetInt(i)
		if !lua.LVCanConvToString(item) {
			L.RaiseError("invalid value (%s) at index %d in table for concat", item.Type(), i)
		}
		text := lua.LVAsString(item)
		checkString(L, b.Len()+len(sep)+len(text), "table.concat")
		if i > first {
			b.WriteString(sep)
		}
		b.WriteString(text)
	}
	L.Push(lua.LString(b.String()))
	return 1
}
