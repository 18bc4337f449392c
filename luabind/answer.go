package luabind

import (
	lua "github.com/yuin/gopher-lua"
)

// oddAnswer says what a guard answered that is neither true, false nor nil, and what that counts as.
func (m *vm) oddAnswer(guard string, answer lua.LValue) string {
	shown := a(answer.Type().String())
	if v, u := m.leaving(answer); u == nil {
		shown = m.brief(v)
	} else if m.entryOf(answer) != nil {
		shown = "an input, a table"
	}
	return "the guard " + guard + " of " + m.view.Node() + " answered " + shown +
		", which counts as yes: only false and nil are no; write a comparison, such as x == \"yes\""
}
