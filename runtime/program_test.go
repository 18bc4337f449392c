package runtime_test

import (
	"context"
	"errors"
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
	if !errors.As(err, &deadlock) || len(deadlock.Suggestions) != 1 || deadlock.Suggestions[0].Node != "M" {
		t.Fatalf("got %v", err)
	}
	r, err := tickflow.New(p, tickflow.Config{AllowDeadlock: true})
	if err != nil {
		t.Fatal(err)
	}
	mustRun(t, r, tickflow.RunOptions{})
	if r.Status() != tickflow.Stuck {
		t.Errorf("allowed: %v", r.Status())
	}
	promoted, err := p.Promote(deadlock.Suggestions...)
	if err != nil {
		t.Fatal(err)
	}
	if r, err = tickflow.New(promoted, tickflow.Config{}); err != nil {
		t.Fatal(err)
	}
	mustRun(t, r, tickflow.RunOptions{})
	if r.Status() != tickflow.Idle {
		t.Errorf("promoted: %v", r.Status())
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
