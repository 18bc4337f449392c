package luabind

import (
	"slices"

	lua "github.com/yuin/gopher-lua"

	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/graph"
)

// views are the tables that bodies and guards get as their view.
type views struct {
	index   *lua.LTable    // metatable of what stands behind a view: it looks up what is not in there
	assign  *lua.LFunction // what views do when they are assigned to
	bare    *shape         // the view without inputs
	open    *lua.LTable    // the view of the running call when nothing is kept for it
	inputs  *lua.LTable    // v.inputs of the running call
	items   *lua.LFunction // v.items
	misuse  *lua.LFunction // what inputs do when they are computed with
	past    *lua.LTable    // metatable of views and inputs of earlier calls
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
	w.misuse = m.L.NewFunction(m.misuse)
	empty := m.L.CreateTable(0, 0)
	empty.Metatable = w.index
	w.bare = &shape{view: m.newView(empty)}
	w.bare.shown = w.bare.view.Metatable
	w.past = m.pastMetatable()
	mt := m.metatable(closed)
	mt.RawSetString("__index", m.L.NewFunction(m.inputsIndex))
	mt.RawSetString("__newindex", m.L.NewFunction(func(L *lua.LState) int {
		L.RaiseError("inputs are read-only")
		return 0
	}))
	w.inputs = m.L.CreateTable(0, 0)
	w.inputs.Metatable = mt
}

// pastMetatable makes the metatable of views and inputs that belong to no call any more.
func (m *vm) pastMetatable() *lua.LTable {
	refuse := m.L.NewFunction(func(L *lua.LState) int {
		L.RaiseError("the view or input belongs to an earlier call")
		return 0
	})
	mt := m.metatable(closed)
	for _, event := range append([]string{"__index", "__newindex"}, misusable...) {
		mt.RawSetString(event, refuse)
	}
	return mt
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
		// Another one each time: what bodies have kept of the one before does not become the view of another node.
		w.open = m.L.CreateTable(0, 0)
		w.open.Metatable = w.bare.shown
		return w.open
	}
	w.current.view.Metatable = w.current.shown
	return w.current.view
}

// closeView lets go of what the running call's view held.
func (m *vm) closeView() {
	w := &m.views
	if w.current != nil {
		for _, e := range w.current.entries {
			e.clear(w.past)
		}
		w.current.view.Metatable = w.past
		w.current = nil
	} else {
		w.open.Metatable = w.past
		w.open = nil
	}
	if w.used > 0 {
		for _, e := range w.asked[:w.used] {
			e.clear(w.past)
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
	if lv, ok := m.viewField(L, string(name)); ok {
		L.Push(lv)
	} else if lv, ok := m.bound(L, string(name)); ok {
		L.Push(lv)
	} else {
		L.Push(m.input(L, string(name)))
	}
	return 1
}

func (m *vm) viewField(L *lua.LState, name string) (lua.LValue, bool) {
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
		if !v.InGuard() {
			if _, ok := m.lookup(name); ok {
				L.RaiseError("v.output is for guards: the input output is v.inputs.output.value")
			}
			L.RaiseError("v.output is for guards, which look at what the body has returned: " +
				"a body returns its output, and keeps what it must know the next time in v.state")
		}
		return L.GetField(m.input(L, v.Node()), "value"), true
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
	t, ok := L.Get(3).(*lua.LTable)
	if !ok {
		L.RaiseError("v.state is a table and cannot become a %s", L.Get(3).Type())
	}
	m.state = t
	return 0
}

// needCall refuses what makes sense in a body or guard only.
func (m *vm) needCall(L *lua.LState, what string) {
	if m.view == nil {
		L.RaiseError("%s is of use in a body or guard only, while it is called", what)
	}
}
