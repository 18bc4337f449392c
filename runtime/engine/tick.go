package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/record"
)

// scratch is memory that every tick uses again.
type scratch struct {
	touched []graph.ID
	inputs  []Resolved
}

// errNoMoreTicks is the answer to a tick that a snapshot could not count.
var errNoMoreTicks = errors.New("the run has come to the last tick that can be counted")

// TickError says why a tick was discarded: the calls that raised an error, in node order. The run is as it was before.
type TickError struct {
	Tick  int
	Calls []*CallError
}

// Error answers the first call's error and how many more there are.
func (e *TickError) Error() string {
	s := fmt.Sprintf("tick %d discarded: %v", e.Tick, e.Calls[0])
	if n := len(e.Calls) - 1; n > 0 {
		var nodes []string
		for _, c := range e.Calls[1:] {
			nodes = append(nodes, c.Node)
		}
		s += fmt.Sprintf(" (and %d more: %s)", n, strings.Join(nodes, ", "))
	}
	return s
}

// Unwrap answers the errors of the calls.
func (e *TickError) Unwrap() []error {
	errs := make([]error, len(e.Calls))
	for i, c := range e.Calls {
		errs[i] = c
	}
	return errs
}

// Tick fires every fireable node once, together, and answers their firings in node order; the caller may keep them.
// A run that has halted, or has nothing fireable, answers none: then its clock stands still and its status is settled.
//
// Keep, unless nil, is handed the firings before they become part of the run; when it fails, the tick is discarded and
// its error answered as it is. An error that a body or guard raises discards the tick too, as a *TickError, and so does
// the end of the context, as the context's error (and a *TickError when bodies raised errors over it). The run is then as
// before, but results of bodies that had finished are used again when the tick is tried again, unless the behaviours have
// changed.
func (r *Run) Tick(ctx context.Context, keep func(context.Context, []record.Firing) error) ([]record.Firing, error) {
	if r.status.Halted() {
		return nil, nil
	}
	if len(r.fireable) == 0 {
		r.rest()
		return nil, nil
	}
	if r.tick >= mostCount {
		return nil, errNoMoreTicks
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	calls := r.prepare()
	r.perform(ctx, calls)
	if err := r.discarded(ctx, calls); err != nil {
		r.remember(ctx, calls)
		return nil, err
	}
	firings := r.record(calls)
	if keep != nil {
		if err := keep(ctx, firings); err != nil {
			r.remember(ctx, calls)
			return nil, err
		}
	}
	r.commit(calls, firings)
	return firings, nil
}

// prepare resolves the inputs of every fireable node.
func (r *Run) prepare() []call {
	n := len(r.fireable)
	if cap(r.calls) < n {
		r.calls = slices.Grow(r.calls[:0], n)
	}
	calls := r.calls[:n]
	buffer := r.scratch.inputs[:0]
	for i, id := range r.fireable {
		buffer = r.resolveInputs(buffer, r.cells[id].inputs)
		calls[i].begin(r, id)
	}
	// Cut the buffer up only now: growing may have moved it.
	at := 0
	for i := range calls {
		n := len(r.cells[calls[i].view.node].inputs)
		calls[i].view.inputs = buffer[at : at+n : at+n]
		at += n
	}
	r.scratch.inputs = buffer
	return calls
}

// discarded answers why the tick cannot be committed, or nil when it can.
func (r *Run) discarded(ctx context.Context, calls []call) error {
	ended := ctx.Err()
	var failed []*CallError
	for i := range calls {
		c := &calls[i]
		if c.err == nil && !c.over && ended == nil {
			c.err = c.exited(r)
		}
		if c.err != nil {
			failed = append(failed, c.err)
		}
	}
	switch {
	case failed == nil:
		return ended
	case ended == nil:
		return &TickError{Tick: r.tick, Calls: failed}
	}
	// What the calls raised need not say that it was for the context.
	return fmt.Errorf("%w: %w", ended, &TickError{Tick: r.tick, Calls: failed})
}

// record writes down what the calls came to, without touching the run.
func (r *Run) record(calls []call) []record.Firing {
	firings := r.firings.take(len(calls))
	now := r.time.ms
	for i := range calls {
		c, f := &calls[i], &firings[i]
		cell := &r.cells[c.view.node]
		f.Timeline, f.Tick, f.Node, f.K = r.timeline, r.tick, cell.name, cell.count+1
		f.Inputs, f.Edges = r.recordInputs(&c.view), r.recordEdges(c)
		f.Output, f.State, f.Now = c.view.output, c.view.state, now
		if c.failure != nil {
			f.Status, f.Error = failedOf(c.failure), c.failure.Message
		}
	}
	return firings
}

// commit makes a tick part of the run: all fires first, then all production.
func (r *Run) commit(calls []call, firings []record.Firing) {
	for i := range calls {
		c := &calls[i]
		cell := &r.cells[c.view.node]
		r.consume(cell)
		cell.state = c.view.state
		r.push(c.view.node, cell, fire{c.view.output, r.tick, firings[i].Status})
	}
	r.status, r.reason = Running, ""
	for i := range calls {
		r.produce(&calls[i], firings[i].Edges)
		if firings[i].Status == record.Aborted && r.status != Aborted {
			r.status, r.reason = Aborted, abortedBy(&firings[i])
		}
	}
	r.settle()
	r.tick++
	r.kept = nil
	r.time.settle()
	// Only now, since whoever takes the warnings may look at the run, or panic.
	r.review(calls, firings[0].Tick)
	for i := range calls {
		calls[i].end()
	}
}

func (r *Run) recordInputs(v *View) []record.Input {
	n := 0
	for i := range v.inputs {
		if v.inputs[i].Exists {
			n++
		}
	}
	inputs := r.inputs.take(n)
	n = 0
	for i := range v.inputs {
		if in := &v.inputs[i]; in.Exists {
			inputs[n] = record.Input{Producer: r.cells[r.cells[v.node].inputs[i].Producer].name, K: in.K, Value: in.Value}
			n++
		}
	}
	return inputs
}

// recordEdges says what goes to a firing's out-edges: True to a plain one, its guard's answer to a guarded one, False to
// all of them after a failure.
func (r *Run) recordEdges(c *call) []record.Edge {
	out := r.cells[c.view.node].out
	edges := r.edges.take(len(out))
	for i := range out {
		e, w := &out[i], &edges[i]
		w.Consumer = r.cells[e.To].name
		w.Value = c.failure == nil
		if e.Guard >= 0 {
			w.Guard = r.net.GuardNames[e.Guard]
			w.Value = w.Value && c.answers[e.Ask]
		}
	}
	return edges
}

// produce writes the slots behind a firing's out-edges, in text order.
func (r *Run) produce(c *call, edges []record.Edge) {
	out := r.cells[c.view.node].out
	for i := range out {
		r.write(out[i].Slot, out[i].To, edges[i].Value)
	}
}
