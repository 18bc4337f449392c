package runtime_test

import (
	"context"
	"errors"
	"testing"

	tickflow "github.com/tickflow/tickflow/runtime"
	"github.com/tickflow/tickflow/runtime/engine"
)

func TestForgetKeepsWhatMayComeBack(t *testing.T) {
	ctx := context.Background()
	first, second := compile(t, "[A]-->B\n", nil), compile(t, "[A]-->B\nB-->C\n", nil)
	r, err := tickflow.New(first, tickflow.Config{})
	if err != nil {
		t.Fatal(err)
	}
	forgets := func(p *tickflow.Program, want bool) {
		t.Helper()
		if got, err := r.Forget(ctx, p); got != want || err != nil {
			t.Errorf("forgets: %t, %v", got, err)
		}
	}
	forgets(first, false) // it is being run
	held := r.Snapshot()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(r.Checkpoint(ctx, "early"))
	must(r.Remap(ctx, second))
	forgets(first, false) // the checkpoint is of it
	must(r.RollbackTo(ctx, "early"))
	if r.Program() != first {
		t.Error("the checkpoint did not bring its program back")
	}
	must(r.Remap(ctx, second))
	must(r.Checkpoint(ctx, "early"))
	forgets(first, true)
	forgets(first, true)
	var other *engine.GraphError
	if err := r.Restore(ctx, held); !errors.As(err, &other) {
		t.Errorf("a forgotten program came back: %v", err)
	}
	r.Know(first)
	must(r.Restore(ctx, held))
	if r.Program() != first {
		t.Error("a program that is known again did not come back")
	}
	again := compile(t, "[A]-->B\n", nil)
	must(r.Remap(ctx, again))
	forgets(first, true) // another one of the same graph has taken its place
	forgets(again, false)
}

func TestForgetWithinATick(t *testing.T) {
	var r *tickflow.Runner
	p := compile(t, "[A]-->B\n", nil)
	r, err := tickflow.New(p, tickflow.Config{Hooks: tickflow.Hooks{OnTickStart: func(int, []string) error {
		if _, err := r.Forget(context.Background(), p); !errors.Is(err, tickflow.ErrTicking) {
			t.Errorf("%v", err)
		}
		return nil
	}}})
	if err != nil {
		t.Fatal(err)
	}
	mustRun(t, r, tickflow.RunOptions{})
}

func TestBetweenTicksTheProgramMayChange(t *testing.T) {
	ctx := context.Background()
	longer := compile(t, "[A]-->B\nB-->C\nC-->D\n", nil)
	r, err := tickflow.New(compile(t, "[A]-->B\nB-->C\n", nil), tickflow.Config{})
	if err != nil {
		t.Fatal(err)
	}
	var at []int
	stop, err := r.Run(ctx, tickflow.RunOptions{PauseAt: []int{3}, Between: func(ctx context.Context) error {
		if at = append(at, r.Now()); r.Now() == 2 {
			return r.Remap(ctx, longer)
		}
		return nil
	}})
	if stop != tickflow.Paused || err != nil || len(at) != 4 {
		t.Errorf("%v, %v, asked before ticks %v", stop, err, at)
	}
	enough := errors.New("enough")
	if _, err := r.Run(ctx, tickflow.RunOptions{Between: func(context.Context) error { return enough }}); err != enough {
		t.Errorf("Run answers %v", err)
	}
}
