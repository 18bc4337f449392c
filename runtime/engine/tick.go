package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/syntax"
	"github.com/tickflow/tickflow/runtime/value"
)

// scratch is memory that every tick uses again.
type scratch struct {
	touched []graph.ID
	inputs  []Resolved
}

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
// its error answered as it is. An error that a body or guard raises discards the tick too, as a *TickError. The run is
// then as before, but results of bodies that had finished are used again when the tick is tried again, unless the
// behaviours have changed.
func (r *Run) Tick(ctx context.Context, keep func(context.Context, []record.Firing) error) ([]record.Firing, error) {
	if r.status.Halted() {
		return nil, nil
	}
	if len(r.fireable) == 0 {
		r.rest()
		return nil, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	calls := r.prepare()
	r.perform(ctx, calls)
	if err := raised(r.tick, calls); err != nil {
		r.remember(calls)
		return nil, err
	}
	firings := r.record(calls)
	if keep != nil {
		if err := keep(ctx, firings); err != nil {
			r.remember(calls)
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

// raised answers why the tick cannot be committed, or nil when it can.
func raised(tick int, calls []call) error {
	var failed []*CallError
	for i := range calls {
		if err := calls[i].err; err != nil {
			failed = append(failed, err)
		}
	}
	if failed == nil {
		return nil
	}
	return &TickError{Tick: tick, Calls: failed}
}

// remember keeps what finished bodies came to for the next try of the tick.
func (r *Run) remember(calls []call) {
	digest := r.behaviors.Digest()
	if r.kept == nil {
		r.kept = map[graph.ID]outcome{}
	}
	for i := range calls {
		c := &calls[i]
		if c.done && r.cells[c.view.node].body != nil {
			r.kept[c.view.node] = outcome{digest, c.view.output, c.view.state, c.failure}
		}
	}
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
			r.status, r.reason = Aborted, fmt.Sprintf("%s failed: %s", firings[i].Node, firings[i].Error)
		}
	}
	r.settle()
	r.tick++
	r.kept = nil
	r.time.settle()
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
	out := r.net.Out(c.view.node)
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
	id := c.view.node
	out := r.net.Out(id)
	for i := range out {
		r.write(out[i].Slot, out[i].To, edges[i].Value)
	}
	if c.failure != nil {
		r.warnUnasked(id, out)
	} else if len(c.answers) > 0 {
		r.verifyGuards(id, c.answers)
	}
}

func (r *Run) warnUnasked(id graph.ID, out []graph.Edge) {
	guarded := slices.ContainsFunc(out, func(e graph.Edge) bool { return e.Guard >= 0 })
	if guarded {
		r.warnOnce("failed-with-guards", id, "%s failed, so its guards were not asked and all its edges wrote False; "+
			"to route on an error, return it as a value and let a guard look at it", r.cells[id].name)
	}
}

// verifyGuards warns when the answers break what is assumed of the node's guards.
func (r *Run) verifyGuards(id graph.ID, answers []bool) {
	yes := 0
	for _, a := range answers {
		if a {
			yes++
		}
	}
	mode := r.net.Nodes[id].Guards
	most := yes > 1 && (mode == syntax.Exclusive || mode == syntax.Xor)
	least := yes == 0 && (mode == syntax.Exhaustive || mode == syntax.Xor)
	if !most && !least {
		return
	}
	var said []string
	for _, e := range r.net.Out(id) {
		if int(e.Ask) == len(said) {
			said = append(said, fmt.Sprintf("%s=%t", r.net.GuardNames[e.Guard], answers[e.Ask]))
		}
	}
	r.warnOnce("guard-mode", id, "the guards of %s are %s, but answered %s at tick %d",
		r.cells[id].name, mode, strings.Join(said, ", "), r.tick)
}

func (r *Run) warnOnce(code string, id graph.ID, format string, args ...any) {
	key := warnedOf{code, id}
	if r.warned[key] {
		return
	}
	r.warned[key] = true
	if r.warn != nil {
		r.warn(Warning{Code: code, Node: r.cells[id].name, Tick: r.tick, Msg: fmt.Sprintf(format, args...)})
	}
}

// outcome is what a finished body came to.
type outcome struct {
	digest  string
	output  value.Value
	state   value.Value
	failure *Failure
}
