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
	firings := r.firings.take(len(r.fireable))
	calls := r.prepare(firings)
	r.perform(ctx, calls)
	if err := r.discarded(ctx, calls); err != nil {
		r.remember(ctx, calls)
		return nil, err
	}
	r.record(calls)
	if keep != nil {
		if err := keep(ctx, firings); err != nil {
			r.remember(ctx, calls)
			return nil, err
		}
	}
	r.commit(calls, firings)
	return firings, nil
}

// prepare makes a call of every fireable node, which writes into the record of its firing.
func (r *Run) prepare(firings []record.Firing) []call {
	n := len(r.fireable)
	if cap(r.calls) < n {
		r.calls = slices.Grow(r.calls[:0], n)
	}
	calls := r.calls[:n]
	for i, id := range r.fireable {
		calls[i].begin(r, id, &firings[i])
	}
	return calls
}

// discarded answers why the tick cannot be committed, or nil when it can.
func (r *Run) discarded(ctx context.Context, calls []call) error {
	ended := ctx.Err()
	var failed []*CallError
	for i := range calls {
		c := &calls[i]
		if c.over {
			continue
		}
		if c.err == nil && ended == nil {
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

// record completes the records by what was not known before all calls were over.
func (r *Run) record(calls []call) {
	for i := range calls {
		f := calls[i].view.firing
		f.Edges, f.Now = r.recordEdges(&calls[i]), r.time.ms
	}
}

// commit makes a tick part of the run: all fires first, then all production.
func (r *Run) commit(calls []call, firings []record.Firing) {
	for i := range calls {
		v, f := &calls[i].view, &firings[i]
		r.consume(v.cell)
		v.cell.state = f.State
		r.push(v.node, v.cell, fire{f.Output, r.tick, f.Status})
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

// recordEdges says what goes to a firing's out-edges. A node mostly writes what it wrote the time before: then its records
// share one slice.
func (r *Run) recordEdges(c *call) []record.Edge {
	cell := c.view.cell
	plain := !cell.asks && c.view.firing.Status == record.OK
	if plain && cell.wroteTo || cell.wrote != nil && !plain && c.writesAgain(cell.wrote) || len(cell.out) == 0 {
		return cell.wrote
	}
	edges := r.edges.take(len(cell.out))
	for i := range cell.out {
		e := &cell.out[i]
		edges[i] = record.Edge{Consumer: r.cells[e.To].name, Value: c.writes(e)}
		if e.Guard >= 0 {
			edges[i].Guard = r.net.GuardNames[e.Guard]
		}
	}
	cell.wrote, cell.wroteTo = edges, plain
	return edges
}

func (c *call) writesAgain(wrote []record.Edge) bool {
	for i := range c.view.cell.out {
		if wrote[i].Value != c.writes(&c.view.cell.out[i]) {
			return false
		}
	}
	return true
}

// writes answers what goes to an out-edge: True to a plain one, its guard's answer to a guarded one, False to all of them
// after a failure.
func (c *call) writes(e *graph.Edge) bool {
	return c.view.firing.Status == record.OK && (e.Guard < 0 || c.answers[e.Ask])
}

// produce writes the slots behind a firing's out-edges, in text order.
func (r *Run) produce(c *call, edges []record.Edge) {
	out := c.view.cell.out
	for i := range out {
		r.write(out[i].Slot, out[i].To, edges[i].Value)
	}
}
