package engine

import (
	"context"
	"errors"
	"fmt"
	"path"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/value"
)

// call is one node's body and guards in one tick. Calls of a tick share nothing that they write.
type call struct {
	view    View
	answers []bool // of the node's distinct guards, in text order
	done    bool   // the body has finished
	over    bool   // everything has: a call that is not over was not begun, or its goroutine has ended
	err     *CallError
}

// CallError is an error raised by a body or guard, with the node it ran for.
type CallError struct {
	Node string
	Kind string // "body" or "guard"
	Name string
	Tick int
	Err  error
}

// Error answers where and what.
func (e *CallError) Error() string {
	return fmt.Sprintf("%s %s of node %s: %v", e.Kind, e.Name, e.Node, e.Err)
}

// Unwrap answers what was raised.
func (e *CallError) Unwrap() error { return e.Err }

// PanicError is a panic of a Go body or guard.
type PanicError struct {
	Value any
	Place string // where it began, as "file.go:12", or "" when that cannot be told
	Stack []byte
}

// Error answers the panic's value and place.
func (e *PanicError) Error() string {
	s := fmt.Sprintf("panic: %v", e.Value)
	if e.Place != "" {
		s += " (" + e.Place + ")"
	}
	return s
}

// panicPlace answers where the panic that is being recovered from began: in the first function below the runtime's own.
func panicPlace() string {
	var callers [32]uintptr
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers[:])])
	for panicking := false; ; {
		f, more := frames.Next()
		inRuntime := strings.HasPrefix(f.Function, "runtime.")
		if panicking && !inRuntime {
			return fmt.Sprintf("%s:%d", path.Base(f.File), f.Line)
		}
		panicking = panicking || inRuntime
		if !more {
			return ""
		}
	}
}

// begin makes a call ready that may have been another one before. The record gets what is known of the firing already.
func (c *call) begin(r *Run, id graph.ID, f *record.Firing) {
	v, cell := &c.view, &r.cells[id]
	v.run, v.cell, v.firing, v.node, v.guard = r, cell, f, id, noGuard
	c.done, c.over, c.answers = false, false, c.answers[:0]
	if c.err != nil {
		c.err = nil
	}
	c.drop()
	f.Timeline, f.Tick, f.Node, f.K = r.timeline, r.tick, cell.name, cell.count+1
	f.Inputs, f.State = r.recordInputs(cell.inputs), cell.state
}

// end lets go of what the call held, so that it is not kept alive until the next one.
func (c *call) end() {
	c.view.firing = nil
	c.drop()
}

// drop forgets what few calls have: clearing it where nothing is would cost while memory is being collected.
func (c *call) drop() {
	c.view.forgetRandom()
	if c.view.odd != nil {
		c.view.odd = nil
	}
}

// perform runs the calls of one tick: a single one right here, more on as many goroutines as there are workers. A worker
// starts the next one before it gets to work, so that cheap bodies are done before many have started. Once the context
// has ended no further call is begun.
func (r *Run) perform(ctx context.Context, calls []call) {
	if len(calls) == 1 || r.workers == 1 {
		for i := range calls {
			if i > 0 && ctx.Err() != nil {
				return
			}
			r.call(ctx, &calls[i])
		}
		return
	}
	var (
		next, started atomic.Int64
		group         sync.WaitGroup
		work          func()
	)
	work = func() {
		for {
			i := int(next.Add(1)) - 1
			if i >= len(calls) || ctx.Err() != nil {
				return
			}
			if i+1 < len(calls) && started.Load() < int64(r.workers) && started.Add(1) <= int64(r.workers) {
				group.Go(work)
			}
			r.call(ctx, &calls[i])
		}
	}
	defer group.Wait() // also when a body ends this goroutine
	started.Add(1)
	work()
}

// call runs the body of one node, then asks its guards.
func (r *Run) call(ctx context.Context, c *call) {
	defer c.recover(r)
	if !c.recall(r) {
		if err := c.runBody(ctx); err != nil {
			c.err = c.raised(r, err)
			return
		}
	}
	c.done = true
	if c.view.firing.Status == record.OK {
		if err := c.askGuards(ctx, r); err != nil {
			c.err = c.raised(r, err)
			return
		}
	}
	c.over = true
}

// askGuards asks each of the node's distinct guards once, in text order.
func (c *call) askGuards(ctx context.Context, r *Run) error {
	if !c.view.cell.asks {
		return nil
	}
	out := c.view.cell.out
	for i := range out {
		e := &out[i]
		if int(e.Ask) != len(c.answers) {
			continue // a plain edge, or a guard that has been asked
		}
		c.view.guard = e.Guard
		yes, err := r.guards[e.Guard](ctx, &c.view)
		if err != nil {
			return err
		}
		c.view.forgetRandom()
		c.answers = append(c.answers, yes)
	}
	return nil
}

// raised says which function raised an error: the guard that was being asked, or the body.
func (c *call) raised(r *Run, err error) *CallError {
	e := &CallError{Node: c.view.Node(), Kind: "body", Name: r.net.Nodes[c.view.node].Body, Tick: r.tick, Err: err}
	if c.view.InGuard() {
		e.Kind, e.Name = "guard", c.view.guardName()
	}
	return e
}

var errExited = errors.New("its goroutine ended before it returned")

// exited is the error of a call that neither returned nor panicked.
func (c *call) exited(r *Run) *CallError { return c.raised(r, errExited) }

// runBody leaves what the body came to in the record.
func (c *call) runBody(ctx context.Context) error {
	f, body := c.view.firing, c.view.cell.body
	if body == nil {
		f.Output = identity(f.Inputs)
		return nil
	}
	output, err := body(ctx, &c.view)
	c.view.forgetRandom()
	if err != nil {
		failure, err := failureIn(err)
		if err != nil {
			return err
		}
		output, f.Status, f.Error = value.Value{}, failedOf(failure), failure.Message
	}
	if output.Depth() > value.MaxDepth || f.State.Depth() > value.MaxDepth {
		return tooDeep(output, f.State)
	}
	// Only now does the view show the output: a body sees none.
	f.Output = output
	return nil
}

// errNilFailure is what a nil *Failure returned as an error comes to.
var errNilFailure = errors.New("it answered a nil *Failure as its error: neither a failure nor none")

// failureIn answers the failure that an error of a body is, with the error's whole text, or the error itself when it is
// none. An error that joins a failure with others is none: something went wrong besides.
func failureIn(err error) (*Failure, error) {
	for e := err; e != nil; e = errors.Unwrap(e) {
		f, ok := e.(*Failure)
		switch {
		case !ok:
			continue
		case f == nil:
			return nil, errNilFailure
		}
		return &Failure{Message: strings.ToValidUTF8(err.Error(), "\ufffd"), Type: f.Type}, nil
	}
	return nil, err
}

// tooDeep refuses an output or a state that no snapshot could hold.
func tooDeep(output, state value.Value) error {
	part := "state"
	if output.Depth() > value.MaxDepth {
		part = "output"
	}
	return &value.PathError{Path: part, Msg: fmt.Sprintf("nested more than %d deep", value.MaxDepth)}
}

// recover makes an error of a panic of the body or of a guard.
func (c *call) recover(r *Run) {
	if p := recover(); p != nil {
		c.err = c.raised(r, &PanicError{Value: p, Place: panicPlace(), Stack: debug.Stack()})
	}
}
