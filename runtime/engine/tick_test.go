package engine_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/value"
)

// table are behaviours given one by one.
type table struct {
	bodies map[string]engine.Body
	guards map[string]engine.Guard
	digest string
}

func (b table) Body(name string) (engine.Body, bool)   { f, ok := b.bodies[name]; return f, ok }
func (b table) Guard(name string) (engine.Guard, bool) { f, ok := b.guards[name]; return f, ok }
func (b table) Digest() string                         { return b.digest }

func returns(v value.Value) engine.Body {
	return func(context.Context, *engine.View) (value.Value, error) { return v, nil }
}

func answers(yes bool) engine.Guard {
	return func(context.Context, *engine.View) (bool, error) { return yes, nil }
}

func begin(t *testing.T, text string, b engine.Behaviors, cfg engine.Config) *engine.Run {
	t.Helper()
	r, err := engine.New(build(t, text), b, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func tick(t *testing.T, r *engine.Run) []record.Firing {
	t.Helper()
	firings, err := r.Tick(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return firings
}

func snapshotOf(r *engine.Run) string { return string(r.Snapshot().AppendJSON(nil)) }

func TestRaisedErrorDiscardsTheTickAndKeepsFinishedResults(t *testing.T) {
	var paid atomic.Int64
	broken := true
	b := table{bodies: map[string]engine.Body{
		"pay": func(_ context.Context, v *engine.View) (value.Value, error) {
			paid.Add(1)
			v.Set("paid", value.OfBool(true))
			return value.OfInt(int(v.Now())), nil
		},
		"flaky": func(context.Context, *engine.View) (value.Value, error) {
			if broken {
				return value.Value{}, errors.New("connection lost")
			}
			return value.OfInt(1), nil
		},
	}}
	for _, workers := range []int{1, 4} {
		paid.Store(0)
		broken = true
		clock := int64(100)
		r := begin(t, "[A]\n[B]\n[C]\nA.body: pay\nB.body: flaky\nC.body: flaky\nA-->D\nB-->D\n", b,
			engine.Config{Workers: workers, Now: func(int) int64 { clock++; return clock }})
		before := snapshotOf(r)
		_, err := r.Tick(t.Context(), nil)
		var tickErr *engine.TickError
		if !errors.As(err, &tickErr) || len(tickErr.Calls) != 2 || tickErr.Calls[0].Node != "B" {
			t.Fatalf("got %v, want the errors of B and C", err)
		}
		if want := "tick 0 discarded: body flaky of node B: connection lost (and 1 more: C)"; err.Error() != want {
			t.Errorf("message %q, want %q", err, want)
		}
		if after := snapshotOf(r); after != before {
			t.Errorf("the run has changed:\n%s\n%s", before, after)
		}
		broken = false
		firings := tick(t, r)
		if n := paid.Load(); n != 1 {
			t.Errorf("%d workers: A's body ran %d times, want once", workers, n)
		}
		if got := firings[0].Output.String(); got != "101" || firings[0].Now != 101 || firings[0].State.String() != `{"paid":true}` {
			t.Errorf("A fired with %s at %d, state %v; want the result of the first try", got, firings[0].Now, firings[0].State)
		}
	}
}

func TestChangedBehavioursAreRunAgain(t *testing.T) {
	fail := func(context.Context, *engine.View) (value.Value, error) { return value.Value{}, errors.New("no") }
	r := begin(t, "[A]\n[B]\nA.body: a\nB.body: b\n",
		table{bodies: map[string]engine.Body{"a": returns(value.OfInt(1)), "b": fail}, digest: "old"}, engine.Config{})
	if _, err := r.Tick(t.Context(), nil); err == nil {
		t.Fatal("no error")
	}
	mended := table{bodies: map[string]engine.Body{"a": returns(value.OfInt(2)), "b": returns(value.OfInt(2))}, digest: "new"}
	if err := r.SetBehaviors(mended); err != nil {
		t.Fatal(err)
	}
	if got := tick(t, r)[0].Output.String(); got != "2" {
		t.Errorf("A fired with %s, want 2 from the new body", got)
	}
}

func TestStoreErrorDiscardsTheTick(t *testing.T) {
	calls := 0
	b := table{bodies: map[string]engine.Body{"a": func(context.Context, *engine.View) (value.Value, error) {
		calls++
		return value.OfInt(calls), nil
	}}}
	r := begin(t, "[A]-->B\nA.body: a\n", b, engine.Config{})
	before := snapshotOf(r)
	full := errors.New("disk full")
	if _, err := r.Tick(t.Context(), func(context.Context, []record.Firing) error { return full }); !errors.Is(err, full) {
		t.Fatalf("got %v, want %v", err, full)
	}
	if after := snapshotOf(r); after != before {
		t.Errorf("the run has changed:\n%s\n%s", before, after)
	}
	if got := tick(t, r)[0].Output.String(); got != "1" || calls != 1 {
		t.Errorf("output %s after %d calls, want 1 after 1", got, calls)
	}
}

func TestPanicIsAnError(t *testing.T) {
	b := table{
		bodies: map[string]engine.Body{"a": func(context.Context, *engine.View) (value.Value, error) { panic("oh") }},
		guards: map[string]engine.Guard{"g": func(_ context.Context, v *engine.View) (bool, error) {
			v.Set("x", value.OfInt(1))
			return true, nil
		}},
	}
	r := begin(t, "[A]\nA.body: a\n", b, engine.Config{})
	_, err := r.Tick(t.Context(), nil)
	var p *engine.PanicError
	if !errors.As(err, &p) || p.Value != "oh" || !strings.HasPrefix(p.Place, "tick_test.go:") || !strings.Contains(string(p.Stack), "tick_test.go") {
		t.Errorf("got %v, want the panic with its stack", err)
	}
	r = begin(t, "[A]--|g|-->B\n", b, engine.Config{})
	if _, err := r.Tick(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "state is read-only in guards") {
		t.Errorf("got %v, want a refusal to write state from a guard", err)
	}
}

func TestCancelledContextDiscardsTheTick(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	b := table{bodies: map[string]engine.Body{"wait": func(ctx context.Context, _ *engine.View) (value.Value, error) {
		cancel()
		<-ctx.Done()
		return value.Value{}, ctx.Err()
	}}}
	r := begin(t, "[A]\nA.body: wait\n", b, engine.Config{})
	if _, err := r.Tick(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
	if got := len(r.Fireable()); got != 1 {
		t.Errorf("%d nodes fireable, want A still", got)
	}
}

func TestBodiesOfATickRunConcurrently(t *testing.T) {
	const n = 8
	var inside atomic.Int64
	all := make(chan struct{})
	b := table{bodies: map[string]engine.Body{"meet": func(ctx context.Context, _ *engine.View) (value.Value, error) {
		if inside.Add(1) == n {
			close(all)
		}
		select {
		case <-all:
			return value.Value{}, nil
		case <-ctx.Done():
			return value.Value{}, ctx.Err()
		}
	}}}
	var text strings.Builder
	for i := range n {
		name := string(rune('A' + i))
		text.WriteString("[" + name + "]\n" + name + ".body: meet\n")
	}
	r := begin(t, text.String(), b, engine.Config{Workers: n})
	if got := len(tick(t, r)); got != n {
		t.Errorf("%d firings, want %d", got, n)
	}
}

func TestWhichErrorsAreFailures(t *testing.T) {
	fail := &engine.Failure{Message: "429"}
	tests := []struct {
		name string
		err  error
		want string // the record's status and error, or the error of the tick
	}{
		{"a failure", fail, "failed: 429"},
		{"wrapped", fmt.Errorf("order %d: %w", 7, fail), "failed: order 7: 429"},
		{"wrapped twice", fmt.Errorf("shop: %w", fmt.Errorf("order: %w", &engine.Failure{Message: "x", Type: engine.Infrastructure})), "aborted: shop: order: x"},
		{"not UTF-8", &engine.Failure{Message: "a\xff"}, "failed: a\ufffd"},
		{"joined", errors.Join(errors.New("db corrupted"), fail), "tick 0 discarded: body b of node A: db corrupted\n429"},
		{"joined with itself alone", errors.Join(fail), "tick 0 discarded: body b of node A: 429"},
		{"joined by a format", fmt.Errorf("%w after %w", fail, io.EOF), "tick 0 discarded: body b of node A: 429 after EOF"},
		{"nil", (*engine.Failure)(nil), "tick 0 discarded: body b of node A: it answered a nil *Failure as its error: neither a failure nor none"},
		{"another", io.EOF, "tick 0 discarded: body b of node A: EOF"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := table{bodies: map[string]engine.Body{"b": func(context.Context, *engine.View) (value.Value, error) {
				return value.OfInt(1), tt.err
			}}}
			firings, err := begin(t, "[A]\nA.body: b\n", b, engine.Config{}).Tick(t.Context(), nil)
			got := fmt.Sprint(err)
			if err == nil {
				got = firings[0].Status.String() + ": " + firings[0].Error
			}
			if got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestWarnings(t *testing.T) {
	b := table{
		bodies: map[string]engine.Body{"fail": func(context.Context, *engine.View) (value.Value, error) {
			return value.Value{}, &engine.Failure{Message: "no"}
		}},
		guards: map[string]engine.Guard{"yes": answers(true), "sure": answers(true), "no": answers(false), "nope": answers(false)},
	}
	tests := []struct{ name, text, want string }{
		{"a failed node has guards", "[A]--|yes|-->B\nA.body: fail\n", "failed-with-guards A 0"},
		{"a failed node has none", "[A]-->B\nA.body: fail\n", ""},
		{"xor, both", "[A]--|yes|-->B\nA--|sure|-->C\n", "guard-mode A 0"},
		{"xor, none", "[A]--|no|-->B\nA--|nope|-->C\n", "guard-mode A 0"},
		{"xor, one", "[A]--|no|-->B\nA--|yes|-->C\n", ""},
		{"one name asked twice", "[A]--|yes|-->B\nA--|yes|-->C\n", ""},
		{"exclusive, both", "[A]--|yes|-->B\nA--|sure|-->C\nA.guards: exclusive\n", "guard-mode A 0"},
		{"exclusive, none", "[A]--|no|-->B\nA--|nope|-->C\nA.guards: exclusive\n", ""},
		{"exhaustive, both", "[A]--|yes|-->B\nA--|sure|-->C\nA.guards: exhaustive\n", ""},
		{"exhaustive, none", "[A]--|no|-->B\nA--|nope|-->C\nA.guards: exhaustive\n", "guard-mode A 0"},
		{"free", "[A]--|yes|-->B\nA--|sure|-->C\nA.guards: free\n", ""},
		{"once a node", "[A]-->B\nB--|yes|-->B\nB--|sure|-->C\nB.join: OR\n", "guard-mode B 1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			r := begin(t, tt.text, b, engine.Config{Warn: func(w engine.Warning) {
				got = append(got, string(w.Code)+" "+w.Node+" "+string(rune('0'+w.Tick)))
			}})
			for range 4 {
				tick(t, r)
			}
			if diff := cmp.Diff(tt.want, strings.Join(got, ", ")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestStatus(t *testing.T) {
	b := table{
		bodies: map[string]engine.Body{
			"fail": func(context.Context, *engine.View) (value.Value, error) {
				return value.Value{}, &engine.Failure{Message: "no"}
			},
			"abort": func(context.Context, *engine.View) (value.Value, error) {
				return value.Value{}, &engine.Failure{Message: "disk full", Type: engine.Infrastructure}
			},
		},
		guards: map[string]engine.Guard{"no": answers(false)},
	}
	tests := []struct{ name, text, status, reason string }{
		{"done", "[A]-->B\n", "idle", ""},
		{"stuck", "[A]-->M\n[B]--|no|-->M\n", "failed", "M has been waiting for B since tick 0 with a token from A: B fired at tick 0, its guard `no` was false"},
		{
			"stuck behind a failure", "[A]-->M\n[B]-->M\nB.body: fail\n", "failed",
			"M has been waiting for B since tick 0 with a token from A: B failed at tick 0",
		},
		{
			"stuck far behind a failure", "[A]-->M\n[B]-->C-->D-->M\nB.body: fail\n", "failed",
			"M has been waiting for D since tick 0 with a token from A: D was never reached, because B failed at tick 0",
		},
		{
			"stuck behind several", "[A]-->M\n[B]-->C-->M\n[D]-->M\nB.body: fail\nD.body: fail\n", "failed",
			"M has been waiting for C and D since tick 0 with a token from A: C was never reached, because B failed at tick 0, and D failed at tick 0",
		},
		{
			"stuck behind a guard and not a failure", "[A]-->M\n[B]-->C\nC--|no|-->M\n[X]-->C\nC.join: OR\nX.body: fail\n", "failed",
			"M has been waiting for C since tick 0 with a token from A: C fired at tick 1, its guard `no` was false",
		},
		{
			"stuck in a ring", "[A]-->M\nN-->O-->N\nO-->M\n[X]-->N\n", "failed",
			"M has been waiting for O since tick 0 with a token from A: O was never reached, since N waits in its turn; " +
				"N has been waiting for O since tick 0 with a token from X: O was never reached, since it waits for N in its turn",
		},
		{"aborted", "[A]-->B\nA.body: abort\n", "aborted", "A failed: disk full"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := begin(t, tt.text, b, engine.Config{})
			if s, _ := r.Status(); s != engine.Idle || r.Terminal() {
				t.Errorf("a new run is %v, terminal %t", s, r.Terminal())
			}
			now := -1
			for now != r.Now() {
				now = r.Now()
				tick(t, r)
			}
			s, reason := r.Status()
			if s.String() != tt.status || reason != tt.reason || !r.Terminal() {
				t.Errorf("%v, %q, terminal %t; want %s, %q, true", s, reason, r.Terminal(), tt.status, tt.reason)
			}
			if len(tick(t, r)) != 0 || r.Now() != now {
				t.Error("a run at its end ticks on")
			}
		})
	}
}

func TestRandomAndKeyDependOnWhatTheyShould(t *testing.T) {
	draw := func(cfg engine.Config, timeline int) (out [2]string) {
		b := table{bodies: map[string]engine.Body{"draw": func(_ context.Context, v *engine.View) (value.Value, error) {
			return value.OfList(value.OfNumber(v.Random()), value.OfNumber(v.Random()), value.OfString(v.Key())), nil
		}}}
		r := begin(t, "[A]\n[B]\nA.body: draw\nB.body: draw\n", b, cfg)
		if timeline > 0 {
			g := r.Graph()
			var err error
			if r, err = r.Restored(r.Snapshot(), timeline, g, b); err != nil {
				t.Fatal(err)
			}
		}
		for i, f := range tick(t, r) {
			out[i] = f.Output.String()
		}
		return out
	}
	base := draw(engine.Config{ID: "x", Seed: 7}, 0)
	if again := draw(engine.Config{ID: "x", Seed: 7, Workers: 2}, 0); again != base {
		t.Errorf("not repeatable: %v, %v", base, again)
	}
	numbers := func(s string) string { return s[:strings.LastIndex(s, ",")] }
	if numbers(base[0]) == numbers(base[1]) {
		t.Error("two nodes draw the same numbers")
	}
	if other := draw(engine.Config{ID: "x", Seed: 8}, 0); numbers(other[0]) == numbers(base[0]) {
		t.Error("two seeds draw the same numbers")
	}
	rewound := draw(engine.Config{ID: "x", Seed: 7}, 1)
	if numbers(rewound[0]) != numbers(base[0]) || rewound[0] == base[0] {
		t.Errorf("a rewound run should draw the same numbers and another key: %v, %v", base[0], rewound[0])
	}
}

func TestWarningOfAKeptResultIsSentWithItsTick(t *testing.T) {
	broken := true
	b := table{
		bodies: map[string]engine.Body{
			"odd": func(_ context.Context, v *engine.View) (value.Value, error) {
				v.Warn("odd-body", "something is odd")
				return value.Value{}, nil
			},
			"flaky": func(context.Context, *engine.View) (value.Value, error) {
				if broken {
					return value.Value{}, errors.New("no")
				}
				return value.Value{}, nil
			},
		},
		guards: map[string]engine.Guard{"g": func(_ context.Context, v *engine.View) (bool, error) {
			v.Warn("odd-guard", "so is this")
			return true, nil
		}},
	}
	var got []string
	r := begin(t, "[A]--|g|-->C\n[B]\nA.body: odd\nB.body: flaky\n", b, engine.Config{Warn: func(w engine.Warning) {
		got = append(got, string(w.Code)+" "+w.Node)
	}})
	if _, err := r.Tick(t.Context(), nil); err == nil || got != nil {
		t.Fatalf("%v, warnings %v", err, got)
	}
	broken = false
	tick(t, r)
	if diff := cmp.Diff([]string{"odd-body A", "odd-guard A"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
