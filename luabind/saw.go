package luabind

import (
	"strings"

	"github.com/tickflow/tickflow/runtime/value"
)

// saw answers what the running call was given, for people: a body's inputs, for a guard the output it was asked about.
func (m *vm) saw() string {
	v := m.view
	if v == nil {
		return ""
	}
	if v.InGuard() {
		return v.Node() + " = " + m.brief(v.Output())
	}
	const most = 8
	var all []string
	for i, in := range v.Inputs() {
		if i == most {
			all = append(all, "…")
			break
		}
		name := v.Graph().Nodes[in.Producer].Name
		if got := v.Input(i); got.Exists {
			all = append(all, name+" = "+m.brief(got.Value))
		} else {
			all = append(all, name+" missing")
		}
	}
	return strings.Join(all, ", ")
}

// brief answers a value in a few characters. It is masked first: of a secret that is cut, half would be shown.
func (m *vm) brief(v value.Value) string {
	const most = 60
	text := []rune(m.host.secrets.hide(v.String()))
	if len(text) > most {
		return string(text[:most-1]) + "…"
	}
	return string(text)
}
