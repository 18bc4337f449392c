package luabind

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// wait lets time go by in a test whose clock is its own.
func pass(d time.Duration) {
	<-time.After(d)
	synctest.Wait()
}

func TestWatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWatch(30*time.Second, 0)
		defer w.close()
		var c, other callContext
		w.add(&c)
		w.add(&other)
		for range 3 {
			c.begin(t.Context())
			w.wake()
			pass(29 * time.Second)
			other.begin(t.Context())
			w.wake()
			if c.Err() != nil {
				t.Fatal("stopped before its time:", c.Err())
			}
			pass(1100 * time.Millisecond)
			if c.Err() != ErrCallTimeout || other.Err() != nil {
				t.Fatal("after its time:", c.Err(), other.Err())
			}
			<-c.Done()
			c.end()
			other.end()
			pass(time.Second)
			if !w.asleep.Load() {
				t.Error("awake while nothing runs")
			}
		}
	})
}

// A call that begins when another one is to be stopped is not stopped in its place.
func TestWatchStopsTheRightCall(t *testing.T) {
	var c callContext
	c.begin(t.Context())
	seen := c.progress.Load()
	c.end()
	c.begin(t.Context())
	c.stop(seen, overTime)
	if c.Err() != nil {
		t.Error(c.Err())
	}
	c.stop(c.progress.Load(), overMemory)
	if c.Err() != ErrMaxMemory {
		t.Error(c.Err())
	}
}

// A call that is held up waits before its next instruction, and goes on or ends as the watch decides.
func TestHeldUp(t *testing.T) {
	for _, stopped := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			var c callContext
			c.begin(t.Context())
			hold := make(chan struct{})
			seen := c.holdUp(c.progress.Load(), &hold)
			over := make(chan error)
			go func() {
				c.Done()
				over <- c.Err()
			}()
			synctest.Wait()
			select {
			case <-over:
				t.Fatal("it has gone on")
			default:
			}
			if stopped {
				c.stop(seen, overMemory)
			} else {
				c.release(seen)
			}
			close(hold)
			if err := <-over; stopped != (err == ErrMaxMemory) || !stopped && err != nil {
				t.Error(stopped, err)
			}
		})
	}
}

// What a call waits for ends with the call, whichever comes first.
func TestWaitEnds(t *testing.T) {
	for _, before := range []bool{true, false} {
		var c callContext
		c.begin(t.Context())
		stop := func() { c.stop(c.progress.Load(), overTime) }
		if before {
			stop()
		}
		c.wait(func(ctx context.Context) {
			if !before {
				stop()
			}
			<-ctx.Done()
		})
		if c.Err() != ErrCallTimeout {
			t.Error(c.Err())
		}
	}
}

func TestOptionsDefaults(t *testing.T) {
	h := newHost(Options{})
	defer h.close()
	if h.watch.timeout != 30*time.Second || h.watch.memory != 2<<30 || h.cores != nil || h.web != nil || h.secrets != nil {
		t.Errorf("%+v", h)
	}
	none := newHost(Options{MaxMemory: -1, CallTimeout: time.Millisecond})
	defer none.close()
	if none.watch.memory != 0 || none.watch.every != time.Millisecond {
		t.Errorf("%+v", none.watch)
	}
}

// BenchmarkWatch reports what being watched costs a call.
func BenchmarkWatch(b *testing.B) {
	w := newWatch(30*time.Second, 2<<30)
	defer w.close()
	var c callContext
	w.add(&c)
	for b.Loop() {
		c.begin(b.Context())
		w.wake()
		c.end()
	}
}

// BenchmarkFloorWatch reports the same without anything that others look at.
func BenchmarkFloorWatch(b *testing.B) {
	var c callContext
	for b.Loop() {
		ctx := b.Context()
		c.Context, c.done = ctx, ctx.Done()
		c.Context, c.done = nil, nil
	}
}
