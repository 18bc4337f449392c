package render

import "github.com/tickflow/tickflow/runtime/graph"

// Mark is what a drawing shows of a node in a run: any of the flags below.
type Mark uint8

// The flags of a Mark. A node may have several, such as one that has fired and is fireable again.
const (
	Fired    Mark = 1 << iota // it fired in the last tick
	Fireable                  // it fires in the next tick
	Waiting                   // some of its slots are True, but not enough
	Failed                    // its last firing failed
)

var markClasses = [...]string{" fired", " fireable", " waiting", " failed"}

// classes answers the flags as classes of an element, each with a blank before it.
func (m Mark) classes() string {
	text := ""
	for i, class := range markClasses {
		if m&(1<<i) != 0 {
			text += class
		}
	}
	return text
}

// Marks show where a run stands. Either slice may be nil or shorter than the graph: what it leaves out is not marked.
type Marks struct {
	Nodes []Mark // by graph.ID
	Slots []bool // by slot: a token is drawn in it
}

func (m *Marks) node(n graph.ID) Mark {
	if int(n) < len(m.Nodes) {
		return m.Nodes[n]
	}
	return 0
}

func (m *Marks) slot(s int32) bool { return int(s) < len(m.Slots) && m.Slots[s] }
