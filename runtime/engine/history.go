package engine

import (
	"slices"

	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/value"
)

// push adds a fire to a node's window of two and keeps it for good when an A[k] of the graph names it.
func (r *Run) push(id graph.ID, c *cell, f fire) {
	c.count++
	c.fires[c.count&1] = f
	if c.pinned && slices.Contains(r.pinned[id], int32(c.count)) {
		r.pins[pin{id, int32(c.count)}] = f.value
	}
}

// last answers the fire of the node that happened last: the zero fire before the first.
func (c *cell) last() *fire { return &c.fires[c.count&1] }

// before answers the fire before the last one.
func (c *cell) before() *fire { return &c.fires[c.count&1^1] }

// pinnedOf answers the distinct indices k for which the graph names the node's k-th fire, in order.
func (r *Run) pinnedOf(id graph.ID) []int32 {
	return slices.Compact(slices.Sorted(slices.Values(r.pinned[id])))
}

// latest answers a node's most recent fire of a tick before the one being run.
func (r *Run) latest(id graph.ID) Resolved {
	c := &r.cells[id]
	return Resolved{Value: c.last().value, Exists: c.count > 0}
}

// Window answers a node's last two fires at most, older first.
func (r *Run) Window(id graph.ID) []Fire {
	var fires []Fire
	c := &r.cells[id]
	if f := c.before(); c.count > 1 {
		fires = append(fires, Fire{f.tick, f.value, f.status})
	}
	if f := c.last(); c.count > 0 {
		fires = append(fires, Fire{f.tick, f.value, f.status})
	}
	return fires
}

// resolve answers what an input stands for in the tick being run.
func (r *Run) resolve(in *graph.Input) Resolved {
	if in.K == 0 {
		return r.latest(in.Producer)
	}
	v, ok := r.pins[pin{in.Producer, in.K}]
	return Resolved{Value: v, Exists: ok, K: int(in.K)}
}

// recordInputs writes down the inputs that exist. Until the tick is committed history stands still, so that they are what a
// body finds when it looks.
func (r *Run) recordInputs(inputs []graph.Input) []record.Input {
	if len(inputs) == 0 {
		return nil
	}
	room := r.inputs.room(len(inputs))
	n := 0
	for i := range inputs {
		if in := r.resolve(&inputs[i]); in.Exists {
			room[n] = record.Input{Producer: r.cells[inputs[i].Producer].name, K: in.K, Value: in.Value}
			n++
		}
	}
	return r.inputs.take(n)
}

// failedOf is a shorthand for the status a failure gives its firing.
func failedOf(f *Failure) record.Status {
	if f.Type == Infrastructure {
		return record.Aborted
	}
	return record.Failed
}

// identity is the body of a node without one: it echoes the first declared input that exists.
func identity(inputs []record.Input) value.Value {
	if len(inputs) == 0 {
		return value.Value{}
	}
	return inputs[0].Value
}
