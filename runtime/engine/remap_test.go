package engine_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/value"
)

// counting are bodies that answer how often their node has fired.
var counting = table{bodies: map[string]engine.Body{"count": func(_ context.Context, v *engine.View) (value.Value, error) {
	n, _ := v.State().Get("n")
	v.Set("n", value.OfInt(intOf(n)+1))
	return value.OfInt(intOf(n) + 1), nil
}}, guards: map[string]engine.Guard{"yes": answers(true), "no": answers(false)}}

// stands is where a run stands: fireable nodes, True slots as consumer<producer, armed starts as [name].
func stands(r *engine.Run) string {
	var parts []string
	for _, id := range r.Fireable() {
		parts = append(parts, r.Graph().Nodes[id].Name)
	}
	m := r.Marking()
	for _, s := range m.Slots {
		parts = append(parts, s.Consumer+"<"+s.Producer)
	}
	for _, n := range m.ArmedStarts {
		parts = append(parts, "["+n+"]")
	}
	return strings.Join(parts, " ")
}

func TestRemapMarking(t *testing.T) {
	tests := []struct {
		name   string
		graphs []string // the first runs a tick, then each of the others a remap
		want   string   // where the run stands, or the error
	}{
		{"slots in both graphs keep their tokens", []string{"[A]-->B\n[A]-->C\n", "[A]-->C\nD-->C\nD-->B\n"}, "C<A"},
		{"an OR-join with a token is fireable", []string{"[A]-->C\nD-->C\n", "[A]-->C\nD-->C\nC.join: OR\n"}, "C C<A"},
		{"a token does not come back", []string{"[A]-->C\nD-->C\n", "[A]\n[D]-->C\n", "[A]-->C\nD-->C\n"}, ""},
		{"a start that has fired is not armed again", []string{"[A]-->C\n", "[A]-->C\n[A]-->D\n"}, "C C<A"},
		{"a new start is armed", []string{"[A]-->C\n", "[A]-->C\n[D]\n"}, "C D C<A [D]"},
		{"a node that never fired can become a start", []string{"[A]-->C\n", "[A]-->C\n[C]\n"}, "C C<A [C]"},
		{
			"a node that has fired cannot",
			[]string{"[A]-->C\n[D]-->E\n", "A-->C\nD-->E\n[C]\n", "[A]-->C\n[D]-->E\n"},
			"A, D cannot become starts: they have fired already",
		},
		{"an armed one that is none any more is not", []string{"[A]-->C\n", "[A]-->C\n[D]-->E\n", "[A]-->C\nD-->E\n"}, "C C<A"},
		{"a removed node returns as if it had never fired", []string{"[A]-->C\n", "[D]-->C\n", "[A]-->C\n"}, "A [A]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := begin(t, tt.graphs[0], counting, engine.Config{})
			tick(t, r)
			got := ""
			for _, text := range tt.graphs[1:] {
				fresh, err := r.Remapped(build(t, text), counting, nil)
				if err != nil {
					got = err.Error()
					break
				}
				r = fresh
				got = stands(r)
			}
			if got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestRemapCountsARemovedNodeAnew(t *testing.T) {
	var warnings []string
	const text = "[A]--|yes|-->A\nA.join: OR\nA.body: count\n[T]--|yes|-->T\nT.join: OR\n"
	r := begin(t, text, counting, engine.Config{Warn: func(w engine.Warning) {
		warnings = append(warnings, fmt.Sprintf("%s %s %d: %s", w.Code, w.Node, w.Tick, w.Msg))
	}})
	tick(t, r)
	tick(t, r)
	for _, next := range []string{"[T]--|yes|-->T\nT.join: OR\n", text} {
		fresh, err := r.Remapped(build(t, next), counting, nil)
		if err != nil {
			t.Fatal(err)
		}
		r = fresh
	}
	first := tick(t, r)[0]
	if first.Node != "A" || first.Tick != 2 || first.K != 1 || first.State.String() != `{"n":1}` {
		t.Errorf("%s fires in tick %d for the %d. time, its state %s", first.Node, first.Tick, first.K, first.State)
	}
	want := []string{"removed-history A 2: node A is no more: its 2 fires and its state are forgotten"}
	if diff := cmp.Diff(want, warnings); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
}

func TestRemapPins(t *testing.T) {
	const text = "[A]--|yes|-->A\nA.join: OR\nA.body: count\nA-->B\n"
	broken := errors.New("disk")
	tests := []struct {
		name   string
		inputs string
		lookup func(string, int) (value.Value, bool, error)
		want   string // B's output in the next tick and the warnings, or the error
	}{
		{"the last fire", "A[4]", nil, "4"},
		{"the one before", "A[3]", nil, "3"},
		{"one to come", "A[5]", nil, "null"},
		{"an older one", "A[2]", func(node string, k int) (value.Value, bool, error) {
			return value.OfString(fmt.Sprint(node, k)), true, nil
		}, `"A2"`},
		{
			"an older one that nobody keeps", "A[2]", nil,
			"null lost-fire: A[2] stays missing: A has fired 4 times, but no record is kept of that fire",
		},
		{
			"an older one that cannot be read", "A[1]", func(string, int) (value.Value, bool, error) { return value.Value{}, false, broken },
			"reading A[1]: disk",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var said []string
			r := begin(t, text, counting, engine.Config{Warn: func(w engine.Warning) { said = append(said, " "+string(w.Code)+": "+w.Msg) }})
			for range 4 {
				tick(t, r)
			}
			fresh, err := r.Remapped(build(t, text+"B.inputs: "+tt.inputs+"\n"), counting, tt.lookup)
			if err != nil {
				if err.Error() != tt.want {
					t.Errorf("got %v, want %s", err, tt.want)
				}
				return
			}
			// What is lost stays so by way of a snapshot.
			var kept engine.Snapshot
			if err := kept.UnmarshalJSON(fresh.Snapshot().AppendJSON(nil)); err != nil {
				t.Fatal(err)
			}
			if fresh, err = fresh.Restored(&kept, 1, fresh.Graph(), counting); err != nil {
				t.Fatal(err)
			}
			tick(t, fresh)
			got, _ := fresh.LastOutput(1)
			if s := got.String() + strings.Join(said, ""); s != tt.want {
				t.Errorf("got %s, want %s", s, tt.want)
			}
		})
	}
}

func TestRemapKeepsResultsOfATickTriedBefore(t *testing.T) {
	tests := []struct {
		name, before, after string
		calls               int // of A's body, in both tries
	}{
		{"the faulty body is another one", "[A]\nA.body: pay\n[B]\nB.body: bad\n", "[C]\n[A]\nA.body: pay\n[B]\nB.body: good\n", 1},
		{"the body is another one", "[A]\nA.body: pay\n[B]\nB.body: bad\n", "[A]\nA.body: good\n[B]\nB.body: good\n", 1},
		{"the inputs are others", "[A]\nA.body: pay\nZ-->A\n[B]\nB.body: bad\n", "[A]\nA.body: pay\nA.inputs: Z[1]\nZ-->A\n[B]\n", 2},
		{"they are bound otherwise", "[A]\nA.body: pay\nZ-->A\n[B]\nB.body: bad\n", "[A]\nA.body: pay\nA.bind: Z\nZ-->A\n[B]\n", 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			calls, clock := 0, int64(0)
			b := table{bodies: map[string]engine.Body{
				"pay": func(_ context.Context, v *engine.View) (value.Value, error) {
					calls++
					return value.OfInt(int(v.Now())), nil
				},
				"bad":  func(context.Context, *engine.View) (value.Value, error) { return value.Value{}, errors.New("no") },
				"good": returns(value.OfInt(0)),
			}}
			r := begin(t, tt.before, b, engine.Config{Now: func(int) int64 { clock++; return clock }})
			if _, err := r.Tick(t.Context(), nil); err == nil {
				t.Fatal("no error")
			}
			r, err := r.Remapped(build(t, tt.after), b, nil)
			if err != nil {
				t.Fatal(err)
			}
			firings := tick(t, r)
			if calls != tt.calls || clock != 1 || firings[0].Now != 1 {
				t.Errorf("A's body ran %d times, want %d; the tick's time is %d after %d askings", calls, tt.calls, firings[0].Now, clock)
			}
		})
	}
}

func TestRemapLeavesACancelledRunCancelled(t *testing.T) {
	r := begin(t, "[A]\n", counting, engine.Config{})
	r.Cancel("enough")
	fresh, err := r.Remapped(build(t, "[A]-->B\n"), counting, nil)
	if err != nil {
		t.Fatal(err)
	}
	if s, reason := fresh.Status(); s != engine.Cancelled || reason != "enough" || len(tick(t, fresh)) != 0 {
		t.Errorf("%v (%s)", s, reason)
	}
	fresh.Reset()
	if got := len(tick(t, fresh)); got != 1 {
		t.Errorf("%d nodes fire after the reset", got)
	}
}
