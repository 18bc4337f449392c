package luabind

import (
	"strings"

	lua "github.com/yuin/gopher-lua"

	"github.com/tickflow/tickflow/luabind/pattern"
)

// matcher answers a matcher for a call of the string library. It comes back with returnMatcher, unless an error is raised.
func (m *vm) matcher(text, pat string, anchored bool) *pattern.Matcher {
	mt := m.spare
	m.spare = nil
	if mt == nil {
		mt = m.newMatcher()
	}
	mt.Use(text, pat, anchored, maxSteps+stepsPerByte*len(text))
	return mt
}

func (m *vm) newMatcher() *pattern.Matcher { return &pattern.Matcher{Stop: m.interrupted} }

func (m *vm) returnMatcher(mt *pattern.Matcher) {
	mt.Use("", "", false, 0)
	m.spare = mt
}

// interrupted answers why the running call must end, or nil.
func (m *vm) interrupted() error {
	select {
	case <-m.ctx.Done():
		return m.ctx.Err()
	default:
		return nil
	}
}

// check raises an error when the running call must end. What computes for long without the machine asks for it now and
// then.
func (m *vm) check(L *lua.LState) {
	if err := m.interrupted(); err != nil {
		L.RaiseError("%s", err.Error())
	}
}

// find is string.find.
func (m *vm) find(L *lua.LState) int {
	text, pat := L.CheckString(1), L.CheckString(2)
	init := startAt(L, len(text))
	if lua.LVAsBool(L.Get(4)) || !strings.ContainsAny(pat, "^$*+?.([%-") {
		i := strings.Index(text[init:], pat)
		if i < 0 {
			L.Push(lua.LNil)
			return 1
		}
		L.Push(number(float64(init + i + 1)))
		L.Push(number(float64(init + i + len(pat))))
		return 2
	}
	mt := m.matcher(text, pat, true)
	start, end, ok := search(L, mt, init)
	n := 1
	if !ok {
		L.Push(lua.LNil)
	} else {
		L.Push(number(float64(start + 1)))
		L.Push(number(float64(end)))
		for i := range mt.Captures() {
			L.Push(captured(L, mt, i, start, end))
		}
		n = 2 + mt.Captures()
	}
	m.returnMatcher(mt)
	return n
}

// match is string.match.
func (m *vm) match(L *lua.LState) int {
	text, pat := L.CheckString(1), L.CheckString(2)
	mt := m.matcher(text, pat, true)
	start, end, ok := search(L, mt, startAt(L, len(text)))
	n := 1
	if !ok {
		L.Push(lua.LNil)
	} else {
		n = pushCaptures(L, mt, start, end)
	}
	m.returnMatcher(mt)
	return n
}

// gmatch is string.gmatch. It looks for the next match when asked for it.
func (m *vm) gmatch(L *lua.LState) int {
	text, pat := L.CheckString(1), L.CheckString(2)
	mt, at := m.newMatcher(), 0
	L.Push(L.NewFunction(func(L *lua.LState) int {
		if at > len(text) {
			return 0
		}
		mt.Use(text, pat, false, maxSteps+stepsPerByte*len(text))
		start, end, ok := search(L, mt, at)
		if !ok {
			at = len(text) + 1
			return 0
		}
		at = end
		if end == start {
			at++
		}
		return pushCaptures(L, mt, start, end)
	}))
	return 1
}

// startAt answers where the third argument says that a search begins, from 0 to the text's length.
func startAt(L *lua.LState, length int) int {
	i := L.OptInt(3, 1)
	if i < 0 {
		i += length + 1
	}
	return min(max(i-1, 0), length)
}

func search(L *lua.LState, mt *pattern.Matcher, init int) (start, end int, ok bool) {
	start, end, ok, err := mt.Find(init)
	if err != nil {
		L.RaiseError("%s", err.Error())
	}
	return start, end, ok
}

// captured answers a capture as Lua sees it.
func captured(L *lua.LState, mt *pattern.Matcher, i, start, end int) lua.LValue {
	text, place, err := mt.Capture(i, start, end)
	if err != nil {
		L.RaiseError("%s", err.Error())
	}
	if place > 0 {
		return number(float64(place))
	}
	return lua.LString(text)
}

// pushCaptures pushes what a match has captured, or the whole when it has captured nothing, and answers how many values.
func pushCaptures(L *lua.LState, mt *pattern.Matcher, start, end int) int {
	n := max(mt.Captures(), 1)
	for i := range n {
		L.Push(captured(L, mt, i, start, end))
	}
	return n
}
