package luabind

import (
	"strings"

	lua "github.com/yuin/gopher-lua"

	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/graph"
)

// inputsIndex is v.inputs.NAME.
func (m *vm) inputsIndex(L *lua.LState) int {
	m.needCall(L, "a view")
	L.Push(m.input(L, L.CheckString(2)))
	return 1
}

// input answers the table of a declared input, in a guard of any node.
func (m *vm) input(L *lua.LState, name string) lua.LValue {
	w := &m.views
	if w.current != nil {
		for _, e := range w.current.entries {
			if e.name == name {
				return e.front
			}
		}
	}
	for _, e := range w.asked[:w.used] {
		if e.name == name {
			return e.front
		}
	}
	in, ok := m.lookup(name)
	if !ok {
		L.RaiseError("%s", m.unknownInput(name))
	}
	if w.used == len(w.asked) {
		w.asked = append(w.asked, m.newEntry(name))
	}
	e := w.asked[w.used]
	w.used++
	m.rename(e, name)
	e.set(in)
	return e.front
}

// lookup finds an input by name. Few inputs are faster compared than looked up in a large graph.
func (m *vm) lookup(name string) (engine.Resolved, bool) {
	v := m.view
	inputs := v.Inputs()
	if v.InGuard() || len(inputs) > shapeInputs {
		return v.Lookup(name)
	}
	nodes := v.Graph().Nodes
	for i := range inputs {
		if nodes[inputs[i].Producer].Name == name {
			return v.Input(i), true
		}
	}
	return engine.Resolved{}, false
}

// unknownInput says what there is instead of an input that is none.
func (m *vm) unknownInput(name string) string {
	g := m.view.Graph()
	var known []string
	msg := "the graph has no node " + name
	if m.view.InGuard() {
		for i := range g.Nodes {
			known = append(known, g.Nodes[i].Name)
		}
	} else {
		for _, in := range m.view.Inputs() {
			known = append(known, g.Nodes[in.Producer].Name)
		}
		msg = "node " + m.view.Node() + " has no input " + name + ": it declares " + orNone(known)
		if id, ok := g.Lookup(name); ok {
			return msg + "; " + m.howToRead(id, known)
		}
	}
	if name == "value" {
		return msg + "; " + m.whoseValue(known)
	}
	return msg + didYouMean(name, append(known, graph.ViewFields...))
}

// howToRead says what to do for an input that is a node, but none that is declared.
func (m *vm) howToRead(id graph.ID, declared []string) string {
	g, node := m.view.Graph(), m.view.Node()
	name := g.Nodes[id].Name
	switch {
	case g.Reach().Path(id, m.view.ID()):
		return "to read it, write " + node + ".inputs: " + strings.Join(append(declared, name), ", ")
	case id == m.view.ID():
		return "what a node keeps from one firing to the next is in v.state"
	}
	return name + " is not upstream of " + node + ": no path of edges leads from it to " + node
}

// whoseValue says where values are to those who look for one in the view itself.
func (m *vm) whoseValue(known []string) string {
	switch {
	case m.view.InGuard():
		return "what the node has just returned is v.output"
	case len(known) == 0:
		return "a view has no value of its own"
	}
	return "the value of " + known[0] + " is v." + known[0] + ".value"
}

func orNone(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// items is v:items(): an iterator over the inputs that exist, in the order declared.
func (m *vm) items(L *lua.LState) int {
	m.needCall(L, "a view")
	if t, ok := L.Get(1).(*lua.LTable); !ok || kindOf(t) != closed {
		L.RaiseError("v.items is called with a colon: for name, value in v:items() do")
	}
	v, i := m.view, 0
	L.Push(L.NewFunction(func(L *lua.LState) int {
		if m.view != v {
			L.RaiseError("the iterator belongs to an earlier call")
		}
		for inputs := v.Inputs(); i < len(inputs); i++ {
			in := m.declared(i)
			if in.Exists {
				L.Push(lua.LString(v.Graph().Nodes[inputs[i].Producer].Name))
				L.Push(m.toLua(in.Value))
				i++
				return 2
			}
		}
		return 0
	}))
	return 1
}

// declared answers the i-th declared input, in a guard the latest value of its producer.
func (m *vm) declared(i int) engine.Resolved {
	v := m.view
	if !v.InGuard() {
		return v.Input(i)
	}
	in, _ := v.Lookup(v.Graph().Nodes[v.Inputs()[i].Producer].Name)
	return in
}
