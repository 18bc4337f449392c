package runtime_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	tickflow "github.com/tickflow/tickflow/runtime"
	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/engine"
)

func TestDeadlockIsRefusedPromotedOrAllowed(t *testing.T) {
	guard := func(yes bool) tickflow.Guard {
		return func(context.Context, *tickflow.View) (bool, error) { return yes, nil }
	}
	b := &tickflow.Funcs{Guards: map[string]tickflow.Guard{"left": guard(true), "right": guard(false)}}
	p := compile(t, "[B]--|left|-->X\nB--|right|-->Y\nX-->M\nY-->M\n", b)
	_, err := tickflow.New(p, tickflow.Config{})
	var deadlock *tickflow.DeadlockError
	if !errors.As(err, &deadlock) || len(deadlock.Deadlocks) != 1 || deadlock.Deadlocks[0].Node != "M" {
		t.Fatalf("got %v", err)
	}
	if !deadlock.Deadlocks[0].Proved || !strings.Contains(err.Error(), "tick 0: `B` fires (`left` is ") {
		t.Errorf("the error does not tell how it comes to that:\n%v", err)
	}
	r, err := tickflow.New(p, tickflow.Config{AllowDeadlock: true})
	if err != nil {
		t.Fatal(err)
	}
	mustRun(t, r, tickflow.RunOptions{})
	if r.Status() != tickflow.Stuck {
		t.Errorf("allowed: %v", r.Status())
	}
	promoted, err := p.Promote(p.Suggestions()...)
	if err != nil {
		t.Fatal(err)
	}
	repaired, repair, err := p.Repair(t.Context())
	if err != nil || len(repair.Deadlocks) != 1 || repair.Deadlocks[0].Node != "M" {
		t.Fatalf("repaired: %v, %+v", err, repair)
	}
	for name, p := range map[string]*tickflow.Program{"promoted": promoted, "repaired": repaired} {
		if r, err = tickflow.New(p, tickflow.Config{}); err != nil {
			t.Fatal(err)
		}
		mustRun(t, r, tickflow.RunOptions{})
		if r.Status() != tickflow.Idle {
			t.Errorf("%s: %v", name, r.Status())
		}
	}
}

// TestRepairInNoTime repairs a program when there is no time left to decide anything: what is known of it from loading is
// mended even so, and told without a story as ever.
func TestRepairInNoTime(t *testing.T) {
	yes := func(context.Context, *tickflow.View) (bool, error) { return true, nil }
	b := &tickflow.Funcs{Guards: map[string]tickflow.Guard{"left": yes, "right": yes}}
	p := compile(t, "[B]--|left|-->X\nB--|right|-->Y\nX-->N\nN-->M\nY-->M\nM-->B\n", b)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	repaired, repair, err := p.Repair(ctx)
	if err != nil || len(repaired.Deadlocks()) != 0 || len(repair.Deadlocks) == 0 {
		t.Fatalf("repaired: %v, %+v", err, repair)
	}
	for _, d := range repair.Deadlocks {
		if d.Why == "" || d.Story != "" {
			t.Errorf("%s: because %q, with the story\n%s", d.Node, d.Why, d.Story)
		}
	}
}

// TestOnlyWhatIsProvedIsRefused starts a graph that the structural rule objects to although nothing can go wrong, refuses
// one that the rule misses, and refuses to go on with a program where a join would wait for ever from there on.
func TestOnlyWhatIsProvedIsRefused(t *testing.T) {
	maybe := &tickflow.Funcs{Guards: map[string]tickflow.Guard{
		"yes": func(context.Context, *tickflow.View) (bool, error) { return true, nil },
		"no":  func(context.Context, *tickflow.View) (bool, error) { return false, nil },
	}}
	fine := compile(t, "[B]--|yes|-->X\nB--|no|-->Y\nB-->X\nB-->Y\nX-->M\nY-->M\n", maybe)
	if len(fine.Suggestions()) != 1 {
		t.Errorf("the structural rule: %v", fine.Suggestions())
	}
	r, err := tickflow.New(fine, tickflow.Config{})
	if err != nil {
		t.Fatal(err)
	}
	mustRun(t, r, tickflow.RunOptions{})

	var deadlock *tickflow.DeadlockError
	missed := compile(t, "[S]--|no|-->X\nS-->M\nX-->M\n", maybe)
	if _, err := tickflow.New(missed, tickflow.Config{}); !errors.As(err, &deadlock) || len(missed.Suggestions()) != 0 {
		t.Errorf("the rule misses it: %v, got %v", missed.Suggestions(), err)
	}

	r = newRunner(t, "[A]-->M\n[B]-->C\nC-->D\nD-->M\n", nil, tickflow.Config{})
	mustRun(t, r, tickflow.RunOptions{MaxTicks: 1})
	late := compile(t, "[A]-->M\n[B]-->C\nC-->M\nB-->E\nE-->M\n", nil)
	if err := r.Remap(t.Context(), late); !errors.As(err, &deadlock) || deadlock.Deadlocks[0].Node != "M" || !deadlock.Underway {
		t.Errorf("E is never reached after the swap, since B has fired: %v", err)
	}
	if msg := deadlock.Error(); !strings.HasPrefix(msg, "from where the run stands") || !strings.Contains(msg, "`E` never fires from here on") {
		t.Errorf("what is said of a run under way: %s", msg)
	}
	if err := r.Remap(t.Context(), compile(t, "[A]-->M\n[B]-->C\nC-->M\n", nil)); err != nil {
		t.Errorf("nothing is wrong with it: %v", err)
	}
	if mustRun(t, r, tickflow.RunOptions{}); r.Status() != tickflow.Idle {
		t.Errorf("status %v", r.Status())
	}
}

func TestAPromotedProgramKeepsWhatWasFoundInItsText(t *testing.T) {
	p := compile(t, "[A]-->M\nA-->M\n[B]-->M\n", nil)
	promoted, err := p.Promote(tickflow.Suggestion{Node: "M"})
	if err != nil {
		t.Fatal(err)
	}
	for name, p := range map[string]*tickflow.Program{"written": p, "promoted": promoted} {
		parallel := 0
		for _, d := range p.Findings() {
			if d.Code == diag.ParallelEdges {
				parallel++
			}
		}
		if parallel != 1 {
			t.Errorf("%s: %d warnings of the parallel edge, want one", name, parallel)
		}
	}
	if _, err := p.Promote(tickflow.Suggestion{Node: "X"}); err == nil {
		t.Error("a node that does not exist is promoted")
	}
}

func TestFunctionsThatAreNilAreRefused(t *testing.T) {
	bodies := &tickflow.Funcs{Bodies: map[string]tickflow.Body{"a": nil}}
	guards := &tickflow.Funcs{Guards: map[string]tickflow.Guard{"g": nil}}
	for want, b := range map[string]tickflow.Behaviors{
		"body a is nil": bodies, "guard g is nil": tickflow.Layer(nil, tickflow.Layer(guards)),
	} {
		if _, err := tickflow.Compile("graph.tickflow", "[A]\n", b); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
		if err := newRunner(t, "[A]\n", nil, tickflow.Config{}).SetBehaviors(b); err == nil || err.Error() != want {
			t.Errorf("in mid-run: got %v, want %s", err, want)
		}
	}
	var none *tickflow.Funcs
	for _, b := range []tickflow.Behaviors{nil, none, tickflow.Layer(none)} {
		newRunner(t, "[A]\n", b, tickflow.Config{})
	}
}

func TestBehavioursThatLackABodyAreRefusedInMidRun(t *testing.T) {
	r := newRunner(t, "[A]\nA.body: a\n", &tickflow.Funcs{Bodies: map[string]tickflow.Body{
		"a": func(context.Context, *tickflow.View) (tickflow.Value, error) { return tickflow.From(1) },
	}}, tickflow.Config{})
	var nameErr *engine.NameError
	if err := r.SetBehaviors(nil); !errors.As(err, &nameErr) {
		t.Errorf("no behaviours at all: got %v", err)
	}
	mustRun(t, r, tickflow.RunOptions{})
	if got := r.Result().String(); got != "1" {
		t.Errorf("after the refusal: %s", got)
	}
}

func TestNoProgramIsAnError(t *testing.T) {
	const want = "there is no program: it is nil"
	if _, err := tickflow.New(nil, tickflow.Config{}); err == nil || err.Error() != want {
		t.Errorf("New: got %v", err)
	}
	r := newRunner(t, "[A]\n", nil, tickflow.Config{})
	if err := r.Remap(t.Context(), nil); err == nil || err.Error() != want {
		t.Errorf("Remap: got %v", err)
	}
}
