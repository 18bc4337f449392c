package luabind

import (
	"strings"
)

// passes answers what the running body or guard is called with, as messages show it: "(fetch, v)".
func (m *vm) passes() (args []string, show string) {
	v := m.view
	if b := v.Bind(); b != nil && !b.Named && !v.InGuard() {
		for _, i := range b.Inputs {
			args = append(args, v.Graph().Nodes[v.Inputs()[i].Producer].Name)
		}
	}
	args = append(args, "v")
	return args, "(" + strings.Join(args, ", ") + ")"
}

// entered reports whether the function that was running is the behaviour that was called, not one that it calls.
func (s *scene) entered() bool {
	return s.m.view != nil && s.fn != nil && frameNumber(s.call, "Idx") == 0
}

// notPassed says why a parameter is nil.
func (s *scene) notPassed(param int) string {
	if !s.entered() {
		return ""
	}
	args, show := s.m.passes()
	node := s.m.view.Node()
	switch {
	case param < len(args):
		return s.noValue(args[param-1])
	case param > len(args) && s.m.view.InGuard():
		return "a guard gets " + show
	case param > len(args) && len(args) == 1:
		return "the body gets " + show + ", since " + node + " binds no inputs"
	case param > len(args):
		return "`" + node + ".bind` passes " + show
	}
	return ""
}

// order hints at a body that takes what it gets in another order: one that starts with the view, while its node binds
// inputs by position. The parameter is one that an error is about, or 0.
func (s *scene) order(param int) string {
	if param == 0 || !s.entered() || s.fn.Proto.NumParameters == 0 {
		return ""
	}
	args, show := s.m.passes()
	first := s.fn.Proto.DbgLocals[0].Name
	if len(args) == 1 || first != "v" && first != "view" {
		return ""
	}
	return "`" + s.m.view.Node() + ".bind` passes " + show + ": the view is the last parameter"
}
