package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// interruptible calls run so that Ctrl-C (or SIGTERM) closes its channel, and a second one ends its context. A third one
// ends the process, as it does outside of run.
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
		case <-signals:
		case <-done:
			return
		}
		interrupted = true
		io.WriteString(c.err, "interrupted: the tick that is running may finish; interrupt again to give it up\n")
		close(interrupt)
		select {
		case <-signals:
			cancel()
		case <-done:
		}
	}()
	err = run(ctx, interrupt)
	close(done)
	<-watched
	return interrupted, err
}
