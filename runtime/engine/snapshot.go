package engine

import (
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/value"
)

// Format is the number of the snapshot format that this package writes, and the only one it reads.
const Format = 1

// Snapshot is everything a run needs to go on from a tick boundary: restored into a fresh Run of the same graph it
// continues exactly. It is immutable and may be shared.
type Snapshot struct {
	GraphDigest  string
	Timeline     int
	Tick         int
	GraphSince   int // the tick before which the graph was last exchanged for another, or 0
	Marking      Marking
	Nodes        []NodeSnapshot // those that have fired, in node order
	Pinned       []PinSnapshot  // the values of every A[k] in the graph that has fired, in node order
	Seed         uint64
	Args         value.Value
	Status       Status
	CancelReason string   // why it has halted, or ""
	Fireable     []string // what the next tick fires, in node order

	// KeepRecords says that the run keeps its firings. Records and Timelines hold them, of every timeline, in a full dump
	// of the run; a plain snapshot has none. Restoring ignores all three.
	KeepRecords bool
	Records     []record.Firing
	Timelines   []record.Timeline
}

// NodeSnapshot is what is remembered of one node.
type NodeSnapshot struct {
	Name  string
	Count int    // how often it has fired
	Fires []Fire // its last two fires at most, older first
	State value.Value
}

// Fire is one fire in a node's window.
type Fire struct {
	Tick   int
	Output value.Value
	Status record.Status
}

// PinSnapshot is the value that A[k] stands for. Lost says that nobody knows it any more: the graph that names A[k] came
// when that fire was out of the window already and no record of it was kept, so that the input is missing.
type PinSnapshot struct {
	Node  string
	K     int
	Value value.Value // null for one that is lost
	Lost  bool
}

// Snapshot answers the run as it stands. It costs as much as the nodes that have fired and the slots there are.
func (r *Run) Snapshot() *Snapshot {
	s := &Snapshot{
		GraphDigest: r.net.Digest(), Timeline: r.timeline, Tick: r.tick, GraphSince: r.graphSince, Marking: r.Marking(),
		Seed: r.seed, Args: r.args, Status: r.status, CancelReason: r.reason,
	}
	for i := range r.cells {
		c := &r.cells[i]
		if c.count == 0 {
			continue
		}
		s.Nodes = append(s.Nodes, NodeSnapshot{Name: c.name, Count: c.count, Fires: r.Window(graph.ID(i)), State: c.state})
		for _, k := range r.pinnedOf(graph.ID(i)) {
			if int(k) <= c.count {
				v, ok := r.pins[pin{graph.ID(i), k}]
				s.Pinned = append(s.Pinned, PinSnapshot{Node: c.name, K: int(k), Value: v, Lost: !ok})
			}
		}
	}
	for _, id := range r.Fireable() {
		s.Fireable = append(s.Fireable, r.cells[id].name)
	}
	return s
}
