package record_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/value"
)

var compareValues = cmp.Comparer(value.Equal)

func TestFiringRoundTrip(t *testing.T) {
	firings := []record.Firing{
		{Node: "A", K: 1, State: value.OfObject()},
		{
			Timeline: 2, Tick: 7, Node: "B", K: 3, Status: record.Failed, Error: "no \"luck\"", Now: 1700000000000,
			Inputs: []record.Input{{Producer: "A", K: 2, Value: value.OfInt(4)}, {Producer: "C"}},
			Edges:  []record.Edge{{Consumer: "C", Guard: "g", Value: false}, {Consumer: "D", Value: true}},
			State:  value.OfObject(value.Member{Key: "n", Value: value.OfInt(1)}),
		},
		{Node: "A", K: 1, Now: -62135596800000, State: value.OfObject()}, // the zero time of Go
		{Node: "A", K: 1, Status: record.Aborted, State: value.OfObject(), Output: value.OfList(value.Value{})},
	}
	for _, f := range firings {
		text := f.AppendJSON(nil)
		v, err := value.Parse(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		back, err := record.FromValue(v)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if diff := cmp.Diff(f, back, compareValues); diff != "" {
			t.Errorf("%s (-was +is):\n%s", text, diff)
		}
	}
}

func TestFromValueRefuses(t *testing.T) {
	tests := []struct{ text, want string }{
		{`[]`, "a firing is an object"},
		{`{"tick":-1,"node":"A","output":null,"status":"ok"}`, "tick"},
		{`{"tick":1,"node":"A","status":"ok"}`, "output: missing"},
		{`{"tick":1,"node":3,"status":"ok"}`, "node"},
		{`{"tick":1,"node":"A","output":null,"status":"fine"}`, "status"},
		{`{"tick":1,"node":"A","output":null,"status":"ok","edges_fired":[["B",null]]}`, "edges_fired[1]"},
		{`{"tick":1,"node":"A","output":null,"status":"ok","edges_fired":[["B",1,true]]}`, "edges_fired[1]"},
		{`{"tick":1,"node":"A","output":null,"status":"ok","edges_fired":{}}`, "edges_fired"},
		{`{"tick":1,"node":"A","output":null,"status":"ok","inputs":[1]}`, "inputs"},
		{`{"tick":1,"node":"A","output":null,"status":"ok","inputs":{"B":1},"input_fires":{"B":0.5}}`, "input_fires.B"},
		{`{"tick":1,"node":"A","output":null,"status":"ok","mutable_state":[]}`, "mutable_state"},
		{`{"tick":1,"node":"A","output":null,"status":"ok","now":"12:00"}`, "now"},
		{`{"tick":1,"node":"A","output":null,"status":"ok","k":1e300}`, "k"},
		{`{"tick":1,"node":"A","status":"ok","output":` + strings.Repeat("[", 201) + strings.Repeat("]", 201) + `}`, "output: nested"},
	}
	for _, tt := range tests {
		v, err := value.ParseDocument([]byte(tt.text), 2)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := record.FromValue(v); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want an error with %q", tt.text, err, tt.want)
		}
	}
}

func TestFiringMarshals(t *testing.T) {
	f := record.Firing{Tick: 2, Node: "A", K: 1, State: value.OfObject()}
	want := string(f.AppendJSON(nil))
	for _, x := range []any{f, &f} {
		if got, err := json.Marshal(x); err != nil || string(got) != want {
			t.Errorf("%T: got %s, %v, want %s", x, got, err, want)
		}
	}
}

func TestLivePath(t *testing.T) {
	all := []record.Timeline{{ID: 0, Parent: -1}, {ID: 1, Parent: 0, Fork: 5}, {ID: 2, Parent: 1, Fork: 3}, {ID: 4, Parent: 0, Fork: 2}, {ID: 5, Parent: 1, Fork: 8}}
	tests := []struct {
		timeline int
		live     []string // timeline:ticks that lie on the path, of ticks 0..9
	}{
		{0, []string{"0:0123456789"}},
		{1, []string{"0:01234", "1:0123456789"}},
		// Restored to tick 3 of timeline 1, which itself began at 5: nothing of timeline 1 is left but what it inherited.
		{2, []string{"0:012", "1:012", "2:0123456789"}},
		{4, []string{"0:01", "4:0123456789"}},
		{5, []string{"0:01234", "1:01234567", "5:0123456789"}},
		{9, []string{"9:0123456789"}},
	}
	for _, tt := range tests {
		path := record.LivePath(all, tt.timeline)
		var got []string
		for id := range 10 {
			ticks := ""
			for tick := range 10 {
				if path.Has(id, tick) {
					ticks += string(rune('0' + tick))
				}
			}
			if ticks != "" {
				got = append(got, string(rune('0'+id))+":"+ticks)
			}
		}
		slices.Sort(got)
		for tick := range 10 {
			if at := path.At(tick); !path.Has(at, tick) {
				t.Errorf("timeline %d: tick %d is said to lie on %d, which does not have it", tt.timeline, tick, at)
			}
		}
		if diff := cmp.Diff(tt.live, got); diff != "" {
			t.Errorf("timeline %d (-want +got):\n%s", tt.timeline, diff)
		}
	}
}
