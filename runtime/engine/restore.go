package engine

import (
	"fmt"
	"slices"

	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/value"
)

// GraphError says that a snapshot belongs to another graph than the one it is to be restored into.
type GraphError struct {
	Snapshot string   // the digest of the snapshot's graph
	Graph    string   // the digest of the run's graph
	Missing  []string // nodes and slots of the snapshot that the graph has not; empty when only other things differ
}

// Error answers a sentence with what is missing.
func (e *GraphError) Error() string {
	s := fmt.Sprintf("the snapshot was taken of another graph (%.8s, this one is %.8s)", e.Snapshot, e.Graph)
	if n := len(e.Missing); n > 3 {
		return fmt.Sprintf("%s: there is no %s, and %d more", s, e.Missing[0], n-1)
	} else if n > 0 {
		return fmt.Sprintf("%s: there is no %s", s, joinOr(e.Missing))
	}
	return s
}

func joinOr(names []string) string {
	s := names[0]
	for i, n := range names[1:] {
		if i == len(names)-2 {
			s += " or " + n
		} else {
			s += ", " + n
		}
	}
	return s
}

// Restored answers a run like r of the given graph and behaviours that stands where the snapshot was taken, on a new
// timeline; r itself must not be used any more once it is. A status that had halted the run becomes idle. It fails with a
// *GraphError when the snapshot belongs to another graph, a *NameError, or a *SnapshotError when no run of the graph can
// have come to what the snapshot says.
func (r *Run) Restored(s *Snapshot, timeline int, net *graph.Graph, behaviors Behaviors) (*Run, error) {
	if s.GraphDigest != net.Digest() {
		return nil, &GraphError{Snapshot: s.GraphDigest, Graph: net.Digest(), Missing: missing(net, s)}
	}
	var d decoding
	d.plausible(s)
	if d.count("timeline", timeline); d.err != nil {
		return nil, d.err
	}
	fresh, err := r.successor(net, behaviors)
	if err != nil {
		return nil, err
	}
	if err := fresh.take(s); err != nil {
		return nil, err
	}
	fresh.timeline = timeline
	if fresh.reason = ""; fresh.status.Halted() {
		fresh.status = Idle
	}
	return fresh, nil
}

// take fills an empty run from a plausible snapshot of the same graph.
func (r *Run) take(s *Snapshot) error {
	for i := range s.Nodes {
		n := &s.Nodes[i]
		id, ok := r.net.Lookup(n.Name)
		if !ok {
			return &SnapshotError{Path: "run_state", Msg: "there is no node " + n.Name}
		}
		c := &r.cells[id]
		c.count, c.state = n.Count, n.State
		for i, f := range n.Fires {
			c.fires[(n.Count-len(n.Fires)+i+1)&1] = fire{f.Output, f.Tick, f.Status}
		}
	}
	if err := r.takePins(s.Pinned); err != nil {
		return err
	}
	if err := r.takeMarking(&s.Marking); err != nil {
		return err
	}
	r.findFireable()
	if !slices.EqualFunc(r.fireable, s.Fireable, func(id graph.ID, name string) bool { return r.cells[id].name == name }) {
		return &SnapshotError{Path: "fireable", Msg: "not what the marking lets fire"}
	}
	r.tick, r.graphSince, r.args, r.seed = s.Tick, s.GraphSince, s.Args, s.Seed
	r.status, r.reason = s.Status, s.CancelReason
	return nil
}

// takePins takes the values of the fires that the graph names: all of them, since one that was left out would be missing
// although it has fired.
func (r *Run) takePins(pins []PinSnapshot) error {
	told := map[pin]bool{}
	for i, p := range pins {
		id, ok := r.net.Lookup(p.Node)
		if !ok || !slices.Contains(r.pinned[id], int32(p.K)) {
			return &SnapshotError{
				Path: "run_state.pinned" + value.ItemPath(i), Msg: fmt.Sprintf("%s[%d] is not an input of the graph", p.Node, p.K),
			}
		}
		at := pin{id, int32(p.K)}
		told[at] = true
		if !p.Lost {
			r.pins[at] = p.Value
		}
	}
	for i := range r.cells {
		for _, k := range r.pinnedOf(graph.ID(i)) {
			if c := &r.cells[i]; int(k) <= c.count && !told[pin{graph.ID(i), k}] {
				return &SnapshotError{
					Path: "run_state.pinned", Msg: fmt.Sprintf("%s[%d] is not there, although %s has fired %d times", c.name, k, c.name, c.count),
				}
			}
		}
	}
	return nil
}

// takeMarking takes tokens and armed starts. A start is armed until it fires.
func (r *Run) takeMarking(m *Marking) error {
	for i, name := range m.ArmedStarts {
		path := "marking.armed_starts" + value.ItemPath(i)
		id, ok := r.net.Lookup(name)
		switch {
		case !ok || !r.net.Nodes[id].Start:
			return &SnapshotError{Path: path, Msg: name + " is not a start"}
		case r.cells[id].count > 0:
			return &SnapshotError{Path: path, Msg: name + " has fired already"}
		case r.cells[id].armed:
			return &SnapshotError{Path: path, Msg: name + " twice"}
		}
		r.cells[id].armed = true
	}
	for i := range r.cells {
		if c := &r.cells[i]; r.net.Nodes[i].Start && c.count == 0 && !c.armed {
			return &SnapshotError{Path: "marking.armed_starts", Msg: c.name + " is not there, although it is a start that has never fired"}
		}
	}
	for i, p := range m.Slots {
		path := "marking.slots" + value.ItemPath(i)
		slot, consumer, ok := r.findSlot(p)
		switch {
		case !ok:
			return &SnapshotError{Path: path, Msg: fmt.Sprintf("there is no edge %s-->%s", p.Producer, p.Consumer)}
		case r.slots[slot]:
			return &SnapshotError{Path: path, Msg: fmt.Sprintf("%s-->%s twice", p.Producer, p.Consumer)}
		}
		r.place(slot, consumer)
	}
	return nil
}

func (r *Run) findSlot(p SlotPair) (slot int32, consumer graph.ID, ok bool) {
	consumer, ok1 := r.net.Lookup(p.Consumer)
	producer, ok2 := r.net.Lookup(p.Producer)
	if !ok1 || !ok2 {
		return 0, 0, false
	}
	i := slices.Index(r.net.Producers(consumer), producer)
	return r.net.FirstSlot(consumer) + int32(i), consumer, i >= 0
}

// place puts a token into a slot outside of a tick.
func (r *Run) place(slot int32, consumer graph.ID) {
	if !r.slots[slot] {
		r.slots[slot] = true
		r.cells[consumer].full++
		r.marked++
	}
}

func missing(net *graph.Graph, s *Snapshot) []string {
	var names []string
	for _, n := range s.Nodes {
		if _, ok := net.Lookup(n.Name); !ok {
			names = append(names, "node "+n.Name)
		}
	}
	for _, p := range s.Marking.Slots {
		consumer, ok := net.Lookup(p.Consumer)
		producer, ok2 := net.Lookup(p.Producer)
		if ok && ok2 && !slices.Contains(net.Producers(consumer), producer) {
			names = append(names, "edge "+p.Producer+"-->"+p.Consumer)
		}
	}
	return names
}
