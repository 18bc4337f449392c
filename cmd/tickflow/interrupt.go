package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// gracePeriod is how long the tick that is running may take once nobody waits for it.
const gracePeriod = 5 * time.Second

// interruption is what signals do to one run, from before its first tick until all about it has been written. The first
// stops it at the next tick boundary. The second gives up the tick that is running; so does time, unless the first was
// Ctrl-C at a terminal, where a person decides how long to wait. What the run came to is still written. The third ends
// the process.
type interruption struct {
	c        *console
	ctx      context.Context // of the ticks
	giveUp   context.CancelFunc
	boundary chan struct{} // closed when the run should stop before its next tick
	halting  sync.Once
	came     atomic.Bool // a signal came while the run was ticking
	phase    atomic.Int32
	signals  chan os.Signal
	done     chan struct{}
	ended    chan struct{}
}

// The phases of a run from the command line.
const (
	ticking = iota
	resting // nothing is being run: the command waits for a save
	keeping // its file is being written
	telling // nothing can be lost any more but what goes to the streams
)

// heed starts to mind signals. The owner must call end.
func (c *console) heed() *interruption {
	i := &interruption{
		c: c, boundary: make(chan struct{}), signals: make(chan os.Signal, 3),
		done: make(chan struct{}), ended: make(chan struct{}),
	}
	i.ctx, i.giveUp = context.WithCancel(context.Background())
	signal.Notify(i.signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // as it is below nohup
		signal.Notify(i.signals, syscall.SIGHUP)
	}
	go i.mind()
	return i
}

// halt stops the run at the next tick boundary.
func (i *interruption) halt() { i.halting.Do(func() { close(i.boundary) }) }

// end leaves signals to do what they do by themselves.
func (i *interruption) end() {
	signal.Stop(i.signals)
	close(i.done)
	<-i.ended
	i.giveUp()
}

func (i *interruption) mind() {
	defer close(i.ended)
	var timeout <-chan time.Time
	for n := 1; ; {
		select {
		case s := <-i.signals:
			switch {
			case n == 1 && i.phase.Load() == telling, n > 2:
				quit()
			case n == 1:
				timeout = i.first(s)
			default:
				i.giveUp()
			}
			n++
		case <-timeout:
			i.giveUp()
		case <-i.done:
			return
		}
	}
}

// first carries out a first signal, and answers what ends the patience with the tick that is running.
func (i *interruption) first(s os.Signal) <-chan time.Time {
	if i.phase.Load() == keeping {
		io.WriteString(i.c.err, "interrupted: the run is over and is being written\n")
		return nil
	}
	i.came.Store(true)
	if i.phase.Load() == resting {
		i.halt()
		return nil
	}
	timeout := i.c.announce(s)
	i.halt()
	return timeout
}

// announce says what a first signal does, and answers what ends the patience with the tick that is running.
func (c *console) announce(s os.Signal) <-chan time.Time {
	if s == os.Interrupt && c.live {
		io.WriteString(c.err, "interrupted: the tick that is running may finish; interrupt again to give it up\n")
		return nil
	}
	fmt.Fprintf(c.err, "interrupted: the tick that is running may finish within %v; a second signal gives it up at once\n", c.grace)
	return time.After(c.grace)
}

// quit ends the process without waiting for anything.
func quit() {
	removeUnfinished()
	os.Exit(exitInterrupted)
}
