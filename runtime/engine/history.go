package engine

import (
	"slices"

	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/value"
)

// push adds a fire to a node's window of two and keeps it for good when an A[k] of the graph names it.
func (r *Run) push(id graph.ID, c *cell, f fire) {
	c.before, c.last = c.last, f
	c.count++
	if c.pinned && slices.Contains(r.pinned[id], int32(c.count)) {
		r.pins[pin{id, int32(c.count)}] = f.value
	}
}

// pinnedOf answers the distinct indices k for which the graph names the node's k-th fire, in order.
func (r *Run) pinnedOf(id graph.ID) []int32 {
	return slices.Compact(slices.Sorted(slices.Values(r.pinned[id])))
}

// latest answers a node's most recent fire of a tick before the one being run.
func (r *Run) latest(id graph.ID) Resolved {
	c := &r.cells[id]
	return Resolved{Value: c.last.value, Exists: c.count > 0}
}

// Window answers a node's last two fires at most, older first.
func (r *Run) Window(id graph.ID) []Fire {
	var fires []Fire
	c := &r.cells[id]
	if c.count > 1 {
		fires = append(fires, Fire{c.before.tick, c.before.value, c.before.status})
	}
	if c.count > 0 {
		fires = append(fires, Fire{c.last.tick, c.last.value, c.last.status})
	}
	return fires
}

// resolveInputs appends what a node's inputs stand for to into.
func (r *Run) resolveInputs(into []Resolved, inputs []graph.Input) []Resolved {
	for i := range inputs {
		in := &inputs[i]
		if in.K == 0 {
			into = append(into, r.latest(in.Producer))
			continue
		}
		v, ok := r.pins[pin{in.Producer, in.K}]
		into = append(into, Resolved{Value: v, Exists: ok, K: int(in.K)})
	}
	return into
}

// failedOf is a shorthand for the status a failure gives its firing.
func failedOf(f *Failure) record.Status {
	switch {
	case f == nil:
		return record.OK
	case f.Type == Infrastructure:
		return record.Aborted
	}
	return record.Failed
}

// identity is the body of a node without one: it echoes the first declared input that exists.
func identity(inputs []Resolved) value.Value {
	for i := range inputs {
		if inputs[i].Exists {
			return inputs[i].Value
		}
	}
	return value.Value{}
}
