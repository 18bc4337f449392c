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
// *GraphError when the snapshot belongs to another graph, a *NameError or a *SnapshotError.
func (r *Run) Restored(s *Snapshot, timeline int, net *graph.Graph, behaviors Behaviors) (*Run, error) {
	if s.GraphDigest != net.Digest() {
		return nil, &GraphError{Snapshot: s.GraphDigest, Graph: net.Digest(), Missing: missing(net, s)}
	}
	fresh, err := r.successor(net, behaviors)
	if err != nil {
		return nil, err
	}
	if err := fresh.take(s); err != nil {
		return nil, err
	}
	fresh.timeline = timeline
	fresh.findFireable()
	if fresh.reason = ""; fresh.status.Halted() {
		fresh.status = Idle
	}
	return fresh, nil
}

// take fills an empty run from a snapshot of the same graph.
func (r *Run) take(s *Snapshot) error {
	for i := range s.Nodes {
		n := &s.Nodes[i]
		id, ok := r.net.Lookup(n.Name)
		if !ok {
			return &SnapshotError{Path: "run_state", Msg: "there is no node " + n.Name}
		}
		if n.State.Kind() != value.Object {
			return &SnapshotError{Path: "run_state.state" + value.MemberPath(n.Name), Msg: "should be an object"}
		}
		c := &r.cells[id]
		c.count, c.state = n.Count, n.State
		for _, f := range n.Fires {
			c.before, c.last = c.last, fire{f.Output, f.Tick, f.Status}
		}
	}
	for _, p := range s.Pinned {
		id, ok := r.net.Lookup(p.Node)
		if !ok {
			return &SnapshotError{Path: "run_state.pinned", Msg: "there is no node " + p.Node}
		}
		r.pins[pin{id, int32(p.K)}] = p.Value
	}
	for _, name := range s.Marking.ArmedStarts {
		id, ok := r.net.Lookup(name)
		if !ok || !r.net.Nodes[id].Start {
			return &SnapshotError{Path: "marking.armed_starts", Msg: name + " is not a start"}
		}
		r.cells[id].armed = true
	}
	for _, p := range s.Marking.Slots {
		slot, consumer, ok := r.findSlot(p)
		if !ok {
			return &SnapshotError{Path: "marking.slots", Msg: fmt.Sprintf("there is no edge %s-->%s", p.Producer, p.Consumer)}
		}
		r.place(slot, consumer)
	}
	r.tick, r.args, r.seed = s.Tick, s.Args, s.Seed
	r.status, r.reason = s.Status, s.CancelReason
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
