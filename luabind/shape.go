package luabind

import (
	lua "github.com/yuin/gopher-lua"

	"github.com/tickflow/tickflow/runtime/graph"
)

// Building the tables of a view costs as much as several calls, so views are kept and used again: by nodes whose inputs
// have the same names, and by guards of the node that alone is such an input. A graph of a million nodes must not keep a
// million of them; there is a fixed number of places, and nodes that find theirs taken have their inputs looked up one by
// one when they are read.
const (
	shapePlaces = 256
	shapeInputs = 16 // a view of more inputs is not kept
)

// shape is a view that is kept: its inputs are there to be read without calling back.
type shape struct {
	view    *lua.LTable
	shown   lua.LValue // metatable of view during a call
	entries []*entry
}

// place is where a shape can be.
type place struct {
	shape *shape
	rival graph.ID // who asked last and found no shape of its own, plus one; 0 when the shape was used since
}

// shape answers the view kept for inputs, or nil. One is built for those who ask twice in a row.
func (w *views) shape(m *vm, g *graph.Graph, inputs []graph.Input) *shape {
	n := len(inputs)
	if n == 0 {
		return w.bare
	}
	if n > shapeInputs {
		return nil
	}
	first := inputs[0].Producer
	at := &w.places[uint32(int(first)*31+int(inputs[n-1].Producer)*17+n)%shapePlaces]
	if at.shape != nil && at.shape.fits(g, inputs) {
		at.rival = 0
		return at.shape
	}
	if at.rival != first+1 {
		at.rival = first + 1
		return nil
	}
	at.rival = 0
	at.shape = m.newShape(g, inputs)
	return at.shape
}

func (s *shape) fits(g *graph.Graph, inputs []graph.Input) bool {
	if len(s.entries) != len(inputs) {
		return false
	}
	for i, e := range s.entries {
		if e.producer != inputs[i].Producer || e.name != g.Nodes[e.producer].Name {
			return false
		}
	}
	return true
}

func (m *vm) newShape(g *graph.Graph, inputs []graph.Input) *shape {
	s := &shape{}
	fields := m.L.CreateTable(0, len(inputs))
	for _, in := range inputs {
		name := g.Nodes[in.Producer].Name
		e := m.newEntry(name)
		e.producer = in.Producer
		s.entries = append(s.entries, e)
		if !isViewField(name) {
			fields.RawSetString(name, e.front)
		}
	}
	fields.Metatable = m.views.index
	s.view = m.newView(fields)
	s.shown = s.view.Metatable
	return s
}
