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
// An error that a body or guard raises discards the tick: it is answered as a *TickError and the run is as before. Results
// of bodies that had finished are used again when the tick is tried again, unless the behaviours have changed.
func (r *Run) Tick(ctx context.Context) ([]record.Firing, error) {
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
	if err := r.discard(calls); err != nil {
		return nil, err
	}
	return r.commit(calls), nil
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

// discard answers why the tick cannot be committed, or nil when it can. Finished results are kept for the next try.
func (r *Run) discard(calls []call) error {
	var failed []*CallError
	for i := range calls {
		if err := calls[i].err; err != nil {
			failed = append(failed, err)
		}
	}
	if failed == nil {
		return nil
	}
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
	return &TickError{Tick: r.tick, Calls: failed}
}

// commit makes a tick that raised no error part of the run.
func (r *Run) commit(calls []call) []record.Firing {
	firings := r.firings.take(len(calls))
	now := r.time.settle()
	for i := range calls {
		c := &calls[i]
		id := c.view.node
		cell := &r.cells[id]
		r.consume(cell)
		cell.state = c.view.state
		r.push(id, cell, fire{c.view.output, r.tick, failedOf(c.failure)})
		f := &firings[i]
		f.Timeline, f.Tick, f.Node, f.K = r.timeline, r.tick, cell.name, cell.count
		f.Inputs, f.Output, f.State = r.recordInputs(&c.view), c.view.output, c.view.state
		f.Status, f.Now = cell.last.status, now
		if c.failure != nil {
			f.Error = c.failure.Message
		}
	}
	r.status = Running
	for i := range calls {
		firings[i].Edges = r.produce(&calls[i])
		if firings[i].Status == record.Aborted && r.status != Aborted {
			r.status, r.reason = Aborted, fmt.Sprintf("%s failed: %s", firings[i].Node, firings[i].Error)
		}
	}
	r.settle()
	r.tick++
	r.kept = nil
	for i := range calls {
		calls[i].end()
	}
	return firings
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

// produce writes a firing's out-edges: a plain edge True, a guarded one its guard's answer, all False after a failure.
func (r *Run) produce(c *call) []record.Edge {
	id := c.view.node
	out := r.net.Out(id)
	written := r.edges.take(len(out))
	for i := range out {
		e, w := &out[i], &written[i]
		w.Consumer = r.cells[e.To].name
		w.Value = c.failure == nil
		if e.Guard >= 0 {
			w.Guard = r.net.GuardNames[e.Guard]
			w.Value = w.Value && c.answers[e.Ask]
		}
		r.write(e.Slot, e.To, w.Value)
	}
	if c.failure != nil {
		r.warnUnasked(id, out)
	} else if len(c.answers) > 0 {
		r.verifyGuards(id, c.answers)
	}
	return written
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
