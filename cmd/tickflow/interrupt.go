package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// gracePeriod is how long the tick that is running may take once nobody waits for it.
const gracePeriod = 5 * time.Second

// interruptible calls run so that a signal closes its channel and a second one ends its context. The context also ends
// some time after the first signal, unless that was Ctrl-C at a terminal: there a person decides how long to wait. A third
// signal ends the process, as it does outside of run.
func (c *console) interruptible(run func(ctx context.Context, interrupt <-chan struct{}) error) (interrupted bool, err error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	interrupt := make(chan struct{})
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	done, watched := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(watched)
		defer signal.Stop(signals)
		select {
		case s := <-signals:
			interrupted = true
			timeout := c.announce(s)
			close(interrupt)
			select {
			case <-signals:
			case <-timeout:
			case <-done:
			}
			cancel()
		case <-done:
		}
	}()
	err = run(ctx, interrupt)
	close(done)
	<-watched
	return interrupted, err
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
