package engine_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/value"
)

func TestNothingOfADiscardedTickIsSeenWhenItIsTriedAgain(t *testing.T) {
	faults := map[string]engine.Guard{
		"error": func(_ context.Context, v *engine.View) (bool, error) { return v.Random() < 0, errors.New("no") },
		"panic": func(_ context.Context, v *engine.View) (bool, error) { panic(fmt.Sprint(v.Random())) },
	}
	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			draw := func(_ context.Context, v *engine.View) (value.Value, error) {
				if !v.Output().IsNull() || v.InGuard() {
					t.Errorf("a body sees the output %s, as a guard: %t", v.Output(), v.InGuard())
				}
				v.Set("seen", value.OfBool(true))
				return value.OfNumber(v.Random()), nil
			}
			b := table{bodies: map[string]engine.Body{"draw": draw}, guards: map[string]engine.Guard{"g": fault}, digest: "old"}
			r := begin(t, "[A]--|g|-->B\nA.body: draw\n", b, engine.Config{})
			before := snapshotOf(r)
			if _, err := r.Tick(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "guard g of node A") {
				t.Fatalf("got %v, want the guard's error", err)
			}
			if after := snapshotOf(r); after != before {
				t.Errorf("the run has changed:\n%s\n%s", before, after)
			}
			var answered float64
			mended := table{bodies: b.bodies, digest: "new", guards: map[string]engine.Guard{
				"g": func(_ context.Context, v *engine.View) (bool, error) { answered = v.Random(); return true, nil },
			}}
			if err := r.SetBehaviors(mended); err != nil {
				t.Fatal(err)
			}
			again := tick(t, r)[0]

			fresh := begin(t, "[A]--|g|-->B\nA.body: draw\n", mended, engine.Config{})
			retried := answered
			if first := tick(t, fresh)[0]; !value.Equal(first.Output, again.Output) || answered != retried {
				t.Errorf("the body draws %s and the guard %v, at first they draw %s and %v", again.Output, retried, first.Output, answered)
			}
		})
	}
}

func TestWhatIsTooDeepForASnapshotIsRefused(t *testing.T) {
	nested := func(levels int) value.Value {
		var v value.Value
		for range levels {
			v = value.OfList(v)
		}
		return v
	}
	const most = value.MaxDepth
	tests := []struct {
		output, state int // levels
		want          string
	}{
		{most, most, ""},
		{most + 1, 1, "body deep of node A: output: nested more than 200 deep"},
		{1, most + 1, "body deep of node A: state: nested more than 200 deep"},
	}
	for _, tt := range tests {
		b := table{bodies: map[string]engine.Body{"deep": func(_ context.Context, v *engine.View) (value.Value, error) {
			v.Set("s", nested(tt.state-1))
			return nested(tt.output), nil
		}}}
		r := begin(t, "[A]-->B\nB.inputs: A[1]\nA.body: deep\n", b, engine.Config{})
		_, err := r.Tick(t.Context(), nil)
		switch {
		case tt.want != "":
			if err == nil || !strings.HasSuffix(err.Error(), tt.want) {
				t.Errorf("%+v: got %v", tt, err)
			}
			continue
		case err != nil:
			t.Errorf("%+v: %v", tt, err)
		}
		var s engine.Snapshot
		if err := s.UnmarshalJSON(r.Snapshot().AppendJSON(nil)); err != nil {
			t.Fatalf("the snapshot cannot be read: %v", err)
		}
	}
}

func TestABodyThatEndsItsGoroutineDiscardsTheTick(t *testing.T) {
	for text, want := range map[string]string{
		"A.body: wait\nB.body: exit\n":      "body exit of node B",
		"A.body: wait\nB--|exit|-->C\n":     "guard exit of node B",
		"A.body: wait\nB-->C\nB.body: exit": "body exit of node B",
	} {
		begun := make(chan struct{})
		exit := func() { close(begun); runtime.Goexit() }
		b := table{
			bodies: map[string]engine.Body{
				"exit": func(context.Context, *engine.View) (value.Value, error) { exit(); return value.Value{}, nil },
				// A is called by the goroutine that calls Tick; it waits so that B gets another one.
				"wait": func(context.Context, *engine.View) (value.Value, error) { <-begun; return value.Value{}, nil },
			},
			guards: map[string]engine.Guard{"exit": func(context.Context, *engine.View) (bool, error) { exit(); return true, nil }},
		}
		r := begin(t, "[A]\n[B]\n"+text, b, engine.Config{Workers: 2})
		if _, err := r.Tick(t.Context(), nil); err == nil || !strings.Contains(err.Error(), want+": its goroutine ended") {
			t.Errorf("got %v, want the end of the %s", err, want)
		}
		if r.Now() != 0 || len(r.Fireable()) != 2 {
			t.Errorf("the run has moved to tick %d", r.Now())
		}
	}
}

func TestTheEndOfTheContextDiscardsTheTick(t *testing.T) {
	var ran []string
	var end context.CancelFunc
	note := func(v *engine.View) { ran = append(ran, v.Node()) }
	b := table{bodies: map[string]engine.Body{
		"fine": func(_ context.Context, v *engine.View) (value.Value, error) { note(v); return value.OfInt(1), nil },
		// It takes the end of its context for a failure of the service it calls.
		"call": func(ctx context.Context, v *engine.View) (value.Value, error) {
			note(v)
			end()
			if ctx.Err() != nil {
				return value.Value{}, &engine.Failure{Message: "no answer"}
			}
			return value.OfInt(2), nil
		},
	}}
	r := begin(t, "[A]\n[B]\n[C]\nA.body: fine\nB.body: call\nC.body: fine\n", b, engine.Config{})
	ctx, cancel := context.WithCancel(t.Context())
	end = cancel
	before := snapshotOf(r)
	if firings, err := r.Tick(ctx, nil); !errors.Is(err, context.Canceled) || firings != nil {
		t.Fatalf("got %v, %v, want context.Canceled", firings, err)
	}
	if after := snapshotOf(r); after != before {
		t.Errorf("the run has changed:\n%s\n%s", before, after)
	}
	end = func() {}
	if got := tick(t, r)[1].Output.String(); got != "2" {
		t.Errorf("B fires with %s, want what it answers to a context that lasts", got)
	}
	// C was not begun in the first try, A's result was kept, B's failure was not.
	if diff := cmp.Diff([]string{"A", "B", "B", "C"}, ran); diff != "" {
		t.Errorf("bodies run (-want +got):\n%s", diff)
	}
}

func TestErrorsOfBodiesWhoseContextEndsTellOfBoth(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	b := table{bodies: map[string]engine.Body{"call": func(context.Context, *engine.View) (value.Value, error) {
		cancel()
		return value.Value{}, errors.New("connection closed")
	}}}
	r := begin(t, "[A]\nA.body: call\n", b, engine.Config{})
	_, err := r.Tick(ctx, nil)
	var tickErr *engine.TickError
	if !errors.Is(err, context.Canceled) || !errors.As(err, &tickErr) {
		t.Errorf("got %v", err)
	}
}

func TestWarningsComeWhenTheTickIsCommitted(t *testing.T) {
	b := table{guards: map[string]engine.Guard{"yes": answers(true), "sure": answers(true)}}
	var r *engine.Run
	r = begin(t, "[A]--|yes|-->B\nA--|sure|-->C\nD-->C\n[D]\nC.join: OR\n", b, engine.Config{Warn: func(w engine.Warning) {
		if w.Tick != 0 || r.Now() != 1 || len(r.Fireable()) != 2 {
			t.Errorf("a warning of tick %d at %d with %d fireable", w.Tick, r.Now(), len(r.Fireable()))
		}
		panic("a log that is full")
	}})
	func() {
		defer func() { _ = recover() }()
		_, _ = r.Tick(t.Context(), nil)
	}()
	firings := tick(t, r)
	if len(firings) != 2 || firings[0].Tick != 1 || firings[1].Node != "C" {
		t.Errorf("after the panic %d nodes fire", len(firings))
	}
}

func TestARestoreDoesNotWarnOfTheSameAgain(t *testing.T) {
	b := table{guards: map[string]engine.Guard{"yes": answers(true), "sure": answers(true)}}
	const text = "[A]--|yes|-->A\nA--|sure|-->B\nA.join: OR\n"
	warnings := 0
	r := begin(t, text, b, engine.Config{Warn: func(engine.Warning) { warnings++ }})
	start := r.Snapshot()
	tick(t, r)
	r, err := r.Restored(start, 1, r.Graph(), b)
	if err != nil {
		t.Fatal(err)
	}
	tick(t, r)
	if warnings != 1 {
		t.Errorf("%d warnings, want one", warnings)
	}
	// Another graph is another matter: what it declares of its guards may be new.
	if r, err = r.Remapped(build(t, text+"A.guards: exclusive\n"), b, nil); err != nil {
		t.Fatal(err)
	}
	tick(t, r)
	if warnings != 2 {
		t.Errorf("%d warnings, want one a graph", warnings)
	}
}

func TestAClockThatPanicsIsAskedAgain(t *testing.T) {
	asked := 0
	b := table{bodies: map[string]engine.Body{"now": func(_ context.Context, v *engine.View) (value.Value, error) {
		return value.OfInt(int(v.Now())), nil
	}}}
	r := begin(t, "[A]\nA.body: now\n", b, engine.Config{Now: func(int) int64 {
		if asked++; asked == 1 {
			panic("no time")
		}
		return 7
	}})
	if _, err := r.Tick(t.Context(), nil); err == nil {
		t.Fatal("no error")
	}
	if got := tick(t, r)[0].Output.String(); got != "7" {
		t.Errorf("got %s, want the time", got)
	}
}
