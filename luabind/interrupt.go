package luabind

import (
	"context"
	"sync/atomic"
	"time"
)

// callContext is the context of the running call as the machine sees it. The machine asks for Done before every
// instruction, so the run's channel is looked up once a call, and what else ends a call is a bit that the watch sets.
type callContext struct {
	context.Context // the run's
	done            <-chan struct{}

	// progress is the number of the call times 8, plus what it is doing. The machine counts it up; only to say that a
	// call is over time or over memory, or to hold it up, does the watch change it.
	progress atomic.Uint64
	hold     atomic.Pointer[chan struct{}]      // closed when a call that is held up may go on
	waiting  atomic.Pointer[context.CancelFunc] // ends what the call waits for, or nil while it computes
}

// What a call is doing.
const (
	resting uint64 = iota
	running
	overTime
	overMemory

	held    = running | 4 // until the watch knows whether there is memory
	doing   = 7           // the bits that say it
	special = 6           // those that are set in none but resting and running
)

var ended = func() <-chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

// Done answers a channel that is closed when the call must end.
func (c *callContext) Done() <-chan struct{} {
	if c.progress.Load()&special == 0 {
		return c.done
	}
	return c.stay()
}

// stay waits while the call is held up.
func (c *callContext) stay() <-chan struct{} {
	for c.progress.Load()&doing == held {
		select {
		case <-*c.hold.Load():
		case <-c.done:
			return c.done
		}
	}
	if c.progress.Load()&overTime != 0 {
		return ended
	}
	return c.done
}

// holdUp makes the call wait that was seen with some progress, before its next instruction. It answers the progress that
// it has then.
func (c *callContext) holdUp(seen uint64, until *chan struct{}) uint64 {
	c.hold.Store(until)
	c.progress.CompareAndSwap(seen, seen|held)
	return seen | held
}

// release lets a call go on that is held up.
func (c *callContext) release(seen uint64) { c.progress.CompareAndSwap(seen, seen&^doing|running) }

// Err answers why the call must end, or nil.
func (c *callContext) Err() error {
	switch c.progress.Load() & doing {
	case overTime:
		return ErrCallTimeout
	case overMemory:
		return ErrMaxMemory
	}
	return c.Context.Err()
}

// Deadline answers that there is none: the watch keeps the time.
func (c *callContext) Deadline() (time.Time, bool) { return time.Time{}, false }

// begin starts a call.
func (c *callContext) begin(ctx context.Context) {
	c.Context, c.done = ctx, ctx.Done()
	c.progress.Store((c.progress.Load() | doing) + 1 + running)
}

// end ends it.
func (c *callContext) end() {
	c.progress.Store(c.progress.Load() &^ doing)
	c.Context, c.done = nil, nil
}

// stop makes the call end that was seen with some progress, unless it has ended.
func (c *callContext) stop(seen, why uint64) {
	if !c.progress.CompareAndSwap(seen, seen&^doing|why) {
		return
	}
	if cancel := c.waiting.Load(); cancel != nil {
		(*cancel)()
	}
}

// wait runs what takes time without computing. Its context ends when the call must.
func (c *callContext) wait(f func(ctx context.Context)) {
	ctx, cancel := context.WithCancel(c.Context)
	defer cancel()
	c.waiting.Store(&cancel)
	defer c.waiting.Store(nil)
	if c.progress.Load()&overTime != 0 { // stopped before there was something to cancel
		cancel()
	}
	f(ctx)
}
