package engine

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/value"
)

// call is one node's body and guards in one tick. Calls of a tick share nothing that they write.
type call struct {
	view    View
	failure *Failure
	answers []bool // of the node's distinct guards, in text order
	done    bool   // the body has finished
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
	Stack []byte
}

// Error answers the panic's value.
func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v", e.Value) }

func (c *call) begin(r *Run, id graph.ID) {
	c.view.run, c.view.node, c.view.state = r, id, r.cells[id].state
	c.failure, c.answers, c.done, c.err = nil, c.answers[:0], false, nil
}

// end lets go of what the call held, so that it is not kept alive until the node fires again.
func (c *call) end() { c.view = View{} }

// perform runs the calls of one tick: a single one right here, more on as many goroutines as there are workers. A worker
// starts the next one before it gets to work, so that cheap bodies are done before many have started.
func (r *Run) perform(ctx context.Context, calls []call) {
	if len(calls) == 1 || r.workers == 1 {
		for i := range calls {
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
			if i >= len(calls) {
				return
			}
			if i+1 < len(calls) && started.Load() < int64(r.workers) && started.Add(1) <= int64(r.workers) {
				group.Go(work)
			}
			r.call(ctx, &calls[i])
		}
	}
	started.Add(1)
	work()
	group.Wait()
}

// call runs the body of one node, then asks its guards.
func (r *Run) call(ctx context.Context, c *call) {
	if !c.recall(r) {
		if err := c.runBody(ctx, r.cells[c.view.node].body); err != nil {
			c.err = &CallError{Node: c.view.Node(), Kind: "body", Name: r.net.Nodes[c.view.node].Body, Tick: r.tick, Err: err}
			return
		}
	}
	c.done = true
	if c.failure != nil {
		return
	}
	out := r.net.Out(c.view.node)
	for i := range out {
		e := &out[i]
		if int(e.Ask) != len(c.answers) {
			continue // a plain edge, or a guard that has been asked
		}
		name := r.net.GuardNames[e.Guard]
		yes, err := c.ask(ctx, name, r.guards[e.Guard])
		if err != nil {
			c.err = &CallError{Node: c.view.Node(), Kind: "guard", Name: name, Tick: r.tick, Err: err}
			return
		}
		c.answers = append(c.answers, yes)
	}
}

// recall takes the result that the body came to when this tick was tried before.
func (c *call) recall(r *Run) bool {
	if r.kept == nil {
		return false
	}
	o, ok := r.kept[c.view.node]
	if !ok || o.digest != r.behaviors.Digest() {
		return false
	}
	c.view.output, c.view.state, c.failure = o.output, o.state, o.failure
	return true
}

func (c *call) runBody(ctx context.Context, body Body) (err error) {
	if body == nil {
		c.view.output = identity(c.view.inputs)
		return nil
	}
	defer c.recover(&err)
	// The output appears in the view only once the body is done: a body sees none.
	output, err := body(ctx, &c.view)
	c.view.random = nil
	if err == nil {
		c.view.output = output
		return nil
	}
	if errors.As(err, &c.failure) {
		c.view.output = value.Value{}
		return nil
	}
	return err
}

func (c *call) ask(ctx context.Context, name string, guard Guard) (yes bool, err error) {
	defer c.recover(&err)
	c.view.guard = name
	yes, err = guard(ctx, &c.view)
	c.view.guard, c.view.random = "", nil
	return yes, err
}

func (c *call) recover(err *error) {
	if p := recover(); p != nil {
		*err = &PanicError{Value: p, Stack: debug.Stack()}
	}
}

// tickTime is the one time of a tick, asked for at most once however often the tick is tried.
type tickTime struct {
	mu    sync.Mutex
	known bool
	ms    int64 // 0 while nobody has asked
}

func (r *Run) now() int64 {
	r.time.mu.Lock()
	defer r.time.mu.Unlock()
	if !r.time.known {
		r.time.known = true
		if r.clock != nil {
			r.time.ms = r.clock(r.tick)
		}
	}
	return r.time.ms
}

// settle makes ready for the next tick.
func (t *tickTime) settle() { t.known, t.ms = false, 0 }
