package luabind

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// watch ends calls that take too long, and all calls of a pool when the process uses too much memory. It looks at the
// machines now and then, so that a call costs no timer, and sleeps while nothing runs.
type watch struct {
	timeout time.Duration
	memory  uint64 // 0 for no limit
	every   time.Duration

	asleep atomic.Bool
	rouse  chan struct{}
	quit   chan struct{}
	gone   chan struct{}

	mu      sync.Mutex
	calls   []*watched
	relieve func() // lets go of memory that nobody uses, or nil
}

// watched is what is known of the calls of one machine.
type watched struct {
	ctx      *callContext
	progress uint64
	since    time.Time // when that progress was seen first
}

const slowestWatch = 25 * time.Millisecond

func newWatch(timeout time.Duration, memory uint64) *watch {
	w := &watch{
		timeout: timeout, memory: memory, every: min(max(timeout/16, time.Millisecond), slowestWatch),
		rouse: make(chan struct{}, 1), quit: make(chan struct{}), gone: make(chan struct{}),
	}
	w.asleep.Store(true)
	go w.run()
	return w
}

// close ends the watch and waits for it.
func (w *watch) close() {
	close(w.quit)
	<-w.gone
}

func (w *watch) add(c *callContext) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.calls = append(w.calls, &watched{ctx: c})
}

func (w *watch) setRelief(relieve func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.relieve = relieve
}

func (w *watch) remove(c *callContext) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.calls = slices.DeleteFunc(w.calls, func(m *watched) bool { return m.ctx == c })
}

// wake makes sure that the watch is awake. Every call asks for it once it has begun.
func (w *watch) wake() {
	if w.asleep.Load() && w.asleep.CompareAndSwap(true, false) {
		w.rouse <- struct{}{}
	}
}

func (w *watch) run() {
	defer close(w.gone)
	ticks := time.NewTicker(time.Hour)
	defer ticks.Stop()
	for {
		select {
		case <-w.quit:
			return
		case <-w.rouse:
			ticks.Reset(w.every)
		}
		for busy := true; busy; {
			select {
			case <-w.quit:
				return
			case <-ticks.C:
			}
			busy = w.look(time.Now())
			if !busy {
				w.asleep.Store(true)
				// A call may have begun that still saw the watch awake.
				busy = w.look(time.Now()) && w.asleep.CompareAndSwap(true, false)
			}
		}
		ticks.Reset(time.Hour)
	}
}

// look ends the calls that must end. It answers false when nothing runs and nothing has run since it looked last.
func (w *watch) look(now time.Time) (busy bool) {
	w.mu.Lock()
	for _, m := range w.calls {
		progress := m.ctx.progress.Load()
		switch {
		case progress != m.progress:
			m.progress, m.since, busy = progress, now, true
		case progress&doing != resting:
			busy = true
			if progress&doing == running && now.Sub(m.since) >= w.timeout {
				m.ctx.stop(progress, overTime)
			}
		}
	}
	w.mu.Unlock()
	if busy && w.memory > 0 && heapSize() > w.memory {
		w.free()
	}
	return busy
}

// free gets memory back: what is garbage, and machines that rest; when that is not enough, from the calls that run. What
// begins meanwhile is spared, and so is everything while a call is still on its way to end for its memory.
func (w *watch) free() {
	w.mu.Lock()
	relieve := w.relieve
	var stopping bool
	suspects := map[*callContext]uint64{}
	for _, m := range w.calls {
		progress := m.ctx.progress.Load()
		stopping = stopping || progress&doing == overMemory
		if progress&doing == running {
			suspects[m.ctx] = progress
		}
	}
	w.mu.Unlock()
	if stopping {
		return
	}
	if relieve != nil {
		relieve()
	}
	runtime.GC()
	if heapSize() > w.memory {
		for c, seen := range suspects {
			c.stop(seen, overMemory)
		}
	}
}
