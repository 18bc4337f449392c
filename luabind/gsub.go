package luabind

import (
	"strings"

	lua "github.com/yuin/gopher-lua"

	"github.com/tickflow/tickflow/luabind/pattern"
)

// gsub is string.gsub.
func (m *vm) gsub(L *lua.LState) int {
	text, pat := L.CheckString(1), L.CheckString(2)
	switch L.Get(3).Type() {
	case lua.LTString, lua.LTNumber, lua.LTTable, lua.LTFunction:
	default:
		L.ArgError(3, "string/function/table expected, got "+L.Get(3).Type().String())
	}
	most := L.OptInt(4, len(text)+1)
	mt := m.matcher(text, pat, true)
	var b strings.Builder
	n, at := 0, 0
	for n < most {
		end, ok, err := mt.At(at)
		if err != nil {
			L.RaiseError("%s", err.Error())
		}
		if ok {
			n++
			replace(L, &b, mt, at, end)
		}
		switch {
		case ok && end > at:
			at = end
		case at < len(text):
			b.WriteByte(text[at])
			at++
		default:
			at++
		}
		if at > len(text) || mt.Anchored() {
			break
		}
	}
	if at < len(text) {
		checkString(L, b.Len()+len(text)-at, "string.gsub")
		b.WriteString(text[at:])
	}
	m.returnMatcher(mt)
	L.Push(lua.LString(b.String()))
	L.Push(number(float64(n)))
	return 2
}

// replace writes what takes the place of a match.
func replace(L *lua.LState, b *strings.Builder, mt *pattern.Matcher, start, end int) {
	var with lua.LValue
	switch by := L.Get(3).(type) {
	case *lua.LTable:
		with = L.GetTable(by, captured(L, mt, 0, start, end))
	case *lua.LFunction:
		L.Push(by)
		L.Call(pushCaptures(L, mt, start, end), 1)
		with = L.Get(-1)
		L.Pop(1)
	default:
		template(L, b, lua.LVAsString(by), mt, start, end)
		return
	}
	if !lua.LVAsBool(with) {
		with = lua.LString(mt.Text(start, end))
	}
	if !lua.LVCanConvToString(with) {
		L.RaiseError("invalid replacement value (a %s)", with.Type())
	}
	write(L, b, lua.LVAsString(with))
}

// template writes a replacement in which %1 stands for a capture, %0 for the match and %% for a percent sign.
func template(L *lua.LState, b *strings.Builder, with string, mt *pattern.Matcher, start, end int) {
	for {
		before, after, more := strings.Cut(with, "%")
		if err := mt.Spend(1); err != nil { // what is captured may be empty: then no size tells how long this goes on
			L.RaiseError("%s", err.Error())
		}
		write(L, b, before)
		if !more {
			return
		}
		if after == "" {
			L.RaiseError("invalid use of '%%' in the replacement: it ends with one")
		}
		switch c := after[0]; {
		case c == '0':
			write(L, b, mt.Text(start, end))
		case '1' <= c && c <= '9':
			write(L, b, lua.LVAsString(captured(L, mt, int(c-'1'), start, end)))
		default:
			write(L, b, after[:1])
		}
		with = after[1:]
	}
}

func write(L *lua.LState, b *strings.Builder, text string) {
	checkString(L, b.Len()+len(text), "string.gsub")
	b.WriteString(text)
}
