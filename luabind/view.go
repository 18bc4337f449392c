package luabind

import (
	"slices"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/graph"
)

// views are the tables that bodies and guards get as their view.
type views struct {
	index   *lua.LTable    // metatable of what stands behind a view: it looks up what is not in there
	assign  *lua.LFunction // what views do when they are assigned to
	bare    *shape         // the view without inputs
	open    *lua.LTable    // the view for which nothing is kept
	inputs  *lua.LTable    // v.inputs of the running call
	items   *lua.LFunction // v.items
	places  [shapePlaces]place
	own     [1]graph.Input // a guard's own node as if it were an input
	current *shape         // what the running call uses, or nil
	asked   []*entry       // for inputs that are not in a shape; the first used have been set in this call
	used    int
}

// entriesKept is how many entries outside of shapes a machine keeps for the next call.
const entriesKept = 64

func isViewField(name string) bool { return slices.Contains(graph.ViewFields, name) }

func (m *vm) openViews() {
	m.openReadOnly()
	w := &m.views
	w.index = m.L.CreateTable(0, 1)
	w.index.RawSetString("__index", m.L.NewFunction(m.viewIndex))
	w.assign = m.L.NewFunction(m.viewAssign)
	w.items = m.L.NewFunction(m.items)
	empty := m.L.CreateTable(0, 0)
	empty.Metatable = w.index
	w.open = m.newView(empty)
	w.bare = &shape{view: w.open}
	mt := m.metatable(closed)
	mt.RawSetString("__index", m.L.NewFunction(m.inputsIndex))
	mt.RawSetString("__newindex", m.L.NewFunction(func(L *lua.LState) int {
		L.RaiseError("inputs are read-only")
		return 0
	}))
	w.inputs = m.L.CreateTable(0, 0)
	w.inputs.Metatable = mt
}

// newView makes a view on fields: an empty table, so that every assignment is noticed.
func (m *vm) newView(fields *lua.LTable) *lua.LTable {
	mt := m.metatable(closed)
	mt.RawSetString("__index", fields)
	mt.RawSetString("__newindex", m.views.assign)
	t := m.L.CreateTable(0, 0)
	t.Metatable = mt
	return t
}

// openView answers the running call's view.
func (m *vm) openView() *lua.LTable {
	w, v := &m.views, m.view
	g := v.Graph()
	if v.InGuard() {
		w.own[0].Producer = v.ID()
		w.current = w.shape(m, g, w.own[:])
		if w.current != nil {
			w.current.entries[0].set(engine.Resolved{Value: v.Output(), Exists: true})
		}
	} else {
		w.current = w.shape(m, g, v.Inputs())
		if w.current != nil {
			for i, e := range w.current.entries {
				e.set(v.Input(i))
			}
		}
	}
	if w.current == nil {
		return w.open
	}
	return w.current.view
}

// closeView lets go of what the running call's view held.
func (m *vm) closeView() {
	w := &m.views
	if w.current != nil {
		for _, e := range w.current.entries {
			e.clear()
		}
		w.current = nil
	}
	if w.used > 0 {
		for _, e := range w.asked[:w.used] {
			e.clear()
		}
		w.used = 0
		if len(w.asked) > entriesKept {
			w.asked = slices.Clone(w.asked[:entriesKept])
		}
	}
}

// viewIndex answers a field of the view that does not stand in its table.
func (m *vm) viewIndex(L *lua.LState) int {
	m.needCall(L, "a view")
	name, ok := L.Get(2).(lua.LString)
	if !ok {
		L.RaiseError("a view has no field [%s]: inputs are read by name", L.Get(2).String())
	}
	if lv, ok := m.viewField(string(name)); ok {
		L.Push(lv)
	} else if lv, ok := m.bound(L, string(name)); ok {
		L.Push(lv)
	} else {
		L.Push(m.input(L, string(name)))
	}
	return 1
}

func (m *vm) viewField(name string) (lua.LValue, bool) {
	v := m.view
	switch name {
	case "state":
		return m.nodeState(), true
	case "node":
		return lua.LString(v.Node()), true
	case "tick":
		return number(float64(v.Tick())), true
	case "args":
		if v.Args().IsNull() {
			return lua.LNil, true
		}
		return m.show(v.Args(), "v.args"), true
	case "output":
		return m.toLua(v.Output()), true
	case "inputs":
		return m.views.inputs, true
	case "items":
		return m.views.items, true
	}
	return nil, false
}

func (m *vm) viewAssign(L *lua.LState) int {
	m.needCall(L, "a view")
	key := L.Get(2).String()
	if key != "state" {
		L.RaiseError("cannot assign v.%s: a body returns its output, and keeps what must last in v.state", key)
	}
	if m.view.InGuard() {
		L.RaiseError("v.state is read-only in guards")
	}
	m.state = L.CheckTable(3)
	return 0
}

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
	e.name = name
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
		if _, ok := g.Lookup(name); ok {
			return msg + "; to read it, write " + m.view.Node() + ".inputs: " + strings.Join(append(known, name), ", ")
		}
	}
	if near := diag.Closest(name, append(known, graph.ViewFields...)); near != "" {
		msg += " (did you mean " + near + "?)"
	}
	return msg
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

// needCall refuses what makes sense in a body or guard only.
func (m *vm) needCall(L *lua.LState, what string) {
	if m.view == nil {
		L.RaiseError("%s is of use in a body or guard only, while it is called", what)
	}
}
