//go:build unix

package main

import (
	"context"
	"errors"
	"io"
	"os"
	"syscall"
	"testing"
	"time"
)

func TestASignalThatNobodyWaitsBehindEndsALoopingTick(t *testing.T) {
	for _, tt := range []struct {
		signal syscall.Signal
		live   bool // at a terminal
	}{{syscall.SIGTERM, false}, {syscall.SIGTERM, true}, {syscall.SIGINT, false}} {
		c := &console{err: &lines{w: io.Discard}, live: tt.live, grace: time.Millisecond}
		interrupted, err := c.interruptible(func(ctx context.Context, interrupt <-chan struct{}) error {
			if err := syscall.Kill(os.Getpid(), tt.signal); err != nil {
				return err
			}
			<-interrupt
			<-ctx.Done() // what a body that loops comes to
			return ctx.Err()
		})
		if !interrupted || !errors.Is(err, context.Canceled) {
			t.Errorf("%v, at a terminal %t: interrupted %t, %v", tt.signal, tt.live, interrupted, err)
		}
	}
}

func TestCtrlCAtATerminalWaitsForTheTick(t *testing.T) {
	c := &console{err: &lines{w: io.Discard}, live: true}
	if c.announce(os.Interrupt) != nil {
		t.Error("the tick is given up although a person waits for it")
	}
}
