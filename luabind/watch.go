package luabind

import (
	"context"
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

	shut atomic.Pointer[chan struct{}] // closed when calls may begin again, nil while they may
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
	stopping := false
	w.mu.Lock()
	for _, m := range w.calls {
		progress := m.ctx.progress.Load()
		stopping = stopping || progress&doing == overMemory
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
	if stopping {
		return true
	}
	w.open()
	if busy && w.memory > 0 && heapSize() > w.memory {
		w.free()
	}
	return busy || w.shut.Load() != nil
}

// free gets memory back: what is garbage, and machines that rest; when that is not enough, from the calls that run. They
// are held up meanwhile, since collecting takes time in which they would go on taking memory. Calls that are about to begin
// wait until those that are stopped have ended.
func (w *watch) free() {
	hold := make(chan struct{})
	defer close(hold)
	w.mu.Lock()
	relieve := w.relieve
	suspects := map[*callContext]uint64{}
	for _, m := range w.calls {
		if progress := m.ctx.progress.Load(); progress&doing == running {
			suspects[m.ctx] = m.ctx.holdUp(progress, &hold)
		}
	}
	w.mu.Unlock()
	if relieve != nil {
		relieve()
	}
	runtime.GC()
	short := heapSize() > w.memory
	if short && w.shut.Load() == nil {
		shut := make(chan struct{})
		w.shut.Store(&shut)
	}
	for c, seen := range suspects {
		if short {
			c.stop(seen, overMemory)
		} else {
			c.release(seen)
		}
	}
}

// admit waits while calls that are stopped for the memory they take have not ended.
func (w *watch) admit(ctx context.Context) {
	if shut := w.shut.Load(); shut != nil {
		select {
		case <-*shut:
		case <-ctx.Done():
		}
	}
}

// open lets calls begin again.
func (w *watch) open() {
	if shut := w.shut.Swap(nil); shut != nil {
		close(*shut)
	}
}
