package engine

import (
	"fmt"
	"strings"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/value"
)

// RemapError says that a run cannot go on with another graph: these nodes have fired and would become starts.
type RemapError struct{ Nodes []string }

// Error answers a sentence with the nodes.
func (e *RemapError) Error() string {
	if len(e.Nodes) == 1 {
		return e.Nodes[0] + " cannot become a start: it has fired already"
	}
	return strings.Join(e.Nodes, ", ") + " cannot become starts: they have fired already"
}

// Remapped answers a run that goes on from where r stands with another graph and behaviours; r itself must not be used
// any more once it is. Slots present in both graphs keep their tokens, others go; history and state of nodes that are no
// more go too, with a warning, and such a node starts anew if it comes back. A start stays armed; one that is new or has
// never fired is armed. A halted run, unless cancelled, becomes idle. Results kept of a discarded tick stay where body and
// inputs are the same.
//
// Lookup answers the k-th fire of a node from beyond the window, for an A[k] that the old graph did not have; it may be
// nil. What it does not find stays missing, with a warning. Remapped fails with a *RemapError or a *NameError, or with
// what lookup answers.
func (r *Run) Remapped(net *graph.Graph, behaviors Behaviors, lookup func(node string, k int) (value.Value, bool, error)) (*Run, error) {
	fresh, err := r.successor(net, behaviors)
	if err != nil {
		return nil, err
	}
	if err := fresh.arm(r); err != nil {
		return nil, err
	}
	if net.Digest() != r.net.Digest() {
		fresh.graphSince = r.tick
	}
	fresh.inherit(r)
	fresh.keepFrom(r)
	lost, err := fresh.pinFrom(r, lookup)
	if err != nil {
		return nil, err
	}
	fresh.findFireable()
	if fresh.status.Halted() && fresh.status != Cancelled {
		fresh.status, fresh.reason = Idle, ""
	}
	r.warnRemoved(net)
	fresh.warnLost(lost)
	return fresh, nil
}

// arm decides which starts of the new graph are armed.
func (r *Run) arm(old *Run) error {
	var fired []string
	for i := range r.cells {
		if !r.net.Nodes[i].Start {
			continue
		}
		c := &r.cells[i]
		id, ok := old.net.Lookup(c.name)
		if !ok {
			c.armed = true
			continue
		}
		before := &old.cells[id]
		c.armed = before.armed || before.count == 0
		if before.count > 0 && !old.net.Nodes[id].Start {
			fired = append(fired, c.name)
		}
	}
	if fired != nil {
		return &RemapError{Nodes: fired}
	}
	return nil
}

// inherit takes over tokens, window and state of what is in both graphs.
func (r *Run) inherit(old *Run) {
	for i := range old.cells {
		before := &old.cells[i]
		id, ok := r.net.Lookup(before.name)
		if !ok {
			continue
		}
		c := &r.cells[id]
		c.state, c.fires, c.count = before.state, before.fires, before.count
		if before.full == 0 {
			continue
		}
		for j, p := range old.net.Producers(graph.ID(i)) {
			if !old.slots[int(before.first)+j] {
				continue
			}
			if slot, consumer, ok := r.findSlot(SlotPair{before.name, old.cells[p].name}); ok {
				r.place(slot, consumer)
			}
		}
	}
}

// pinFrom finds the values of every A[k] of the new graph that has fired. It answers those that nothing holds any more.
func (r *Run) pinFrom(old *Run, lookup func(node string, k int) (value.Value, bool, error)) (lost []pin, err error) {
	for id := range r.cells {
		c := &r.cells[id]
		if !c.pinned || c.count == 0 {
			continue
		}
		before, _ := old.net.Lookup(c.name) // it is there: only a node of both graphs has fired
		for _, k := range r.pinnedOf(graph.ID(id)) {
			if int(k) > c.count {
				continue
			}
			v, ok := old.pins[pin{before, k}]
			switch {
			case ok:
			case int(k) == c.count:
				v, ok = c.last().value, true
			case int(k) == c.count-1:
				v, ok = c.before().value, true
			case lookup != nil:
				if v, ok, err = lookup(c.name, int(k)); err != nil {
					return nil, fmt.Errorf("reading %s[%d]: %w", c.name, k, err)
				}
			}
			if ok {
				r.pins[pin{graph.ID(id), k}] = v
			} else {
				lost = append(lost, pin{graph.ID(id), k})
			}
		}
	}
	return lost, nil
}

func (r *Run) warnLost(lost []pin) {
	for _, p := range lost {
		r.sendWarning(diag.LostFire, p.node, r.tick, "%s[%d] stays missing: %s has fired %d times, but no record is kept of that fire",
			r.cells[p.node].name, p.k, r.cells[p.node].name, r.cells[p.node].count)
	}
}

func (r *Run) warnRemoved(net *graph.Graph) {
	for i := range r.cells {
		c := &r.cells[i]
		if c.count == 0 {
			continue
		}
		if _, ok := net.Lookup(c.name); !ok {
			r.sendWarning(diag.RemovedHistory, graph.ID(i), r.tick, "node %s is no more: its %d fires and its state are forgotten", c.name, c.count)
		}
	}
}
