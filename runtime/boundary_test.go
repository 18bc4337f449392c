package runtime_test

import (
	"context"
	"errors"
	"fmt"
	goruntime "runtime"
	"slices"
	"sync"
	"testing"

	tickflow "github.com/tickflow/tickflow/runtime"
	"github.com/tickflow/tickflow/runtime/value"
)

// meddle tries everything that would change a run, and answers what was not refused with ErrTicking.
func meddle(r *tickflow.Runner, p *tickflow.Program, start *tickflow.Snapshot) []string {
	ctx := context.Background()
	var done []string
	for name, do := range map[string]func() error{
		"Tick":         func() error { _, err := r.Tick(ctx); return err },
		"Run":          func() error { _, err := r.Run(ctx, tickflow.RunOptions{}); return err },
		"Remap":        func() error { return r.Remap(ctx, p) },
		"Restore":      func() error { return r.Restore(ctx, start) },
		"RollbackTo":   func() error { return r.RollbackTo(ctx, "start") },
		"SetBehaviors": func() error { return r.SetBehaviors(loopFuncs()) },
		"Reset":        r.Reset,
	} {
		if err := do(); !errors.Is(err, tickflow.ErrTicking) {
			done = append(done, fmt.Sprint(name, ": ", err))
		}
	}
	slices.Sort(done)
	return done
}

func TestNobodyTakesARunElsewhereInTheMiddleOfATick(t *testing.T) {
	var r *tickflow.Runner
	var start *tickflow.Snapshot
	p := compile(t, "[seed]-->A\n", nil)
	try := func(who string) {
		if done := meddle(r, p, start); len(done) > 0 {
			t.Errorf("%s: not refused: %v", who, done)
		}
	}
	meddling := loopFuncs()
	echo, below := meddling.Bodies["echo"], meddling.Guards["below3"]
	meddling.Bodies["echo"] = func(ctx context.Context, v *tickflow.View) (tickflow.Value, error) {
		try("a body")
		return echo(ctx, v)
	}
	meddling.Guards["below3"] = func(ctx context.Context, v *tickflow.View) (bool, error) {
		try("a guard")
		return below(ctx, v)
	}
	r = newRunner(t, loop, meddling, tickflow.Config{Hooks: tickflow.Hooks{
		OnTickStart: func(int, []string) error { try("OnTickStart"); return nil },
		OnFire:      func(*tickflow.Firing) error { try("OnFire"); return nil },
		OnTickEnd:   func(int, []tickflow.Firing) error { try("OnTickEnd"); return nil },
	}})
	if err := r.Checkpoint(t.Context(), "start"); err != nil {
		t.Fatal(err)
	}
	start = r.Snapshot()
	mustRun(t, r, tickflow.RunOptions{})
	if got := story(t, r, tickflow.AuditOptions{}); got != straightStory {
		t.Errorf("got %s", got)
	}
	if done := meddle(r, p, start); len(done) != 7 {
		t.Errorf("between ticks only these are not refused: %v", done)
	}
}

func TestCancelFromWithinATickEndsTheRunAfterIt(t *testing.T) {
	fails := func(message string) tickflow.Body {
		return func(context.Context, *tickflow.View) (tickflow.Value, error) {
			return tickflow.Value{}, tickflow.FailRun(message)
		}
	}
	var r *tickflow.Runner
	cancels := func(_ context.Context, v *tickflow.View) (tickflow.Value, error) {
		r.Cancel("by " + v.Node())
		if r.Status() != tickflow.Cancelled {
			t.Errorf("within the tick the status is %v", r.Status())
		}
		r.Cancel("again")
		return value.OfInt(1), nil
	}
	raises := func(context.Context, *tickflow.View) (tickflow.Value, error) {
		r.Cancel("by B")
		return tickflow.Value{}, errors.New("oh")
	}
	hook := tickflow.Hooks{OnTickEnd: func(tick int, _ []tickflow.Firing) error {
		if tick == 1 {
			r.Cancel("by a hook")
		}
		return nil
	}}
	tests := []struct {
		name  string
		body  tickflow.Body // of B, which fires in tick 1
		hooks tickflow.Hooks
		want  string
	}{
		{"a body", cancels, tickflow.Hooks{}, "cancelled: by B at 2"},
		{"a hook", nil, hook, "cancelled: by a hook at 2"},
		{"a body in a tick that is discarded", raises, tickflow.Hooks{}, "cancelled: by B at 1"},
		{"a hook of a tick that aborts the run", fails("no"), hook, "aborted: B failed: no at 2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text, b := "[A]-->B-->C\n", &tickflow.Funcs{}
			if tt.body != nil {
				text, b = text+"B.body: b\n", &tickflow.Funcs{Bodies: map[string]tickflow.Body{"b": tt.body}}
			}
			r = newRunner(t, text, b, tickflow.Config{Hooks: tt.hooks})
			_, _ = r.Run(t.Context(), tickflow.RunOptions{}) // the status says how it went
			if got := fmt.Sprintf("%v: %s at %d", r.Status(), r.Reason(), r.Now()); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			if s := r.Snapshot(); s.Status != r.Status() || s.CancelReason != r.Reason() {
				t.Errorf("the snapshot says %v: %s", s.Status, s.CancelReason)
			}
			// What was asked of the run that has halted is not asked of the one that goes on.
			if err := r.Reset(); err != nil || r.Status() != tickflow.Idle {
				t.Errorf("after a reset: %v, %v", r.Status(), err)
			}
		})
	}
}

func TestCancelFromOtherGoroutines(t *testing.T) {
	endless := &tickflow.Funcs{Guards: map[string]tickflow.Guard{
		"again": func(context.Context, *tickflow.View) (bool, error) { return true, nil },
	}}
	begun := make(chan struct{})
	var once sync.Once
	r := newRunner(t, "[A]--|again|-->A\nA.join: OR\n", endless, tickflow.Config{DropRecords: true, Hooks: tickflow.Hooks{
		OnTickStart: func(int, []string) error { once.Do(func() { close(begun) }); return nil },
	}})
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			<-begun
			r.Cancel("enough")
		})
	}
	mustRun(t, r, tickflow.RunOptions{})
	group.Wait()
	if r.Status() != tickflow.Cancelled || r.Reason() != "enough" || r.IsIdle() || !r.IsTerminal() {
		t.Errorf("%v: %s", r.Status(), r.Reason())
	}
}

func TestATickWhoseGoroutineEndsCanBeTriedAgain(t *testing.T) {
	ends := true
	b := loopFuncs()
	incr := b.Bodies["incr"]
	b.Bodies["incr"] = func(ctx context.Context, v *tickflow.View) (tickflow.Value, error) {
		if ends {
			ends = false
			goruntime.Goexit()
		}
		return incr(ctx, v)
	}
	r := newRunner(t, loop, b, tickflow.Config{})
	var group sync.WaitGroup
	group.Go(func() {
		_, err := r.Run(t.Context(), tickflow.RunOptions{})
		t.Errorf("the goroutine goes on with %v", err)
	})
	group.Wait()
	if r.Now() != 1 {
		t.Errorf("the run stands at tick %d", r.Now())
	}
	mustRun(t, r, tickflow.RunOptions{})
	if got := story(t, r, tickflow.AuditOptions{}); got != straightStory {
		t.Errorf("got %s", got)
	}
}
