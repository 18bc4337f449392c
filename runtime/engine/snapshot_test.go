package engine_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/tickflow/tickflow/runtime/engine"
)

const snapshotGraph = "[seed]-->A\nA-->B\nB--|early|-->A\nA.join: OR\nA.body: count\nB.body: sum\nB-->C\nC.inputs: A[2]\nC.body: sum\n"

func snapshotAt(t testing.TB, ticks int) (*engine.Run, []byte) {
	r, err := engine.New(build(t, snapshotGraph), funcs{}, engine.Config{Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	for range ticks {
		if _, err := r.Tick(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
	}
	return r, r.Snapshot().AppendJSON(nil)
}

func TestSnapshotForm(t *testing.T) {
	r, got := snapshotAt(t, 4)
	want := `{"format":1,"graph_digest":"` + r.Graph().Digest() + `","timeline":0,"tick":4,` +
		`"marking":{"slots":[["B","A"]],"armed_starts":[]},` +
		`"run_state":{"edges":{"seed":[{"tick":0,"output":null}],"A":[{"tick":1,"output":1},{"tick":3,"output":2}],` +
		`"B":[{"tick":2,"output":2}],"C":[{"tick":3,"output":0}]},` +
		`"fire_counts":{"seed":1,"A":2,"B":1,"C":1},"pinned":[{"node":"A","k":2,"value":2}],` +
		`"state":{"A":{"s":2}},"keep_records":false},` +
		`"seed":7,"args":null,"status":"running","cancel_reason":"","fireable":["B"]}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestSnapshotFaults(t *testing.T) {
	_, whole := snapshotAt(t, 4)
	tests := []struct{ old, new, want string }{
		{`"format":1`, `"format":2`, "not a snapshot: format: this version reads format 1, not 2"},
		{`"tick":4`, `"tick":"4"`, "not a snapshot: tick: a string, should be a number"},
		{`"tick":4`, `"tick":-4`, "not a snapshot: tick: -4, should be a whole number from 0 to 4503599627370496"},
		{`"tick":4`, `"tick":4503599627370497`, "not a snapshot: tick: 4503599627370497, should be a whole number from 0 to 4503599627370496"},
		{`"tick":4`, `"tick":3`, `not a snapshot: run_state.edges.A[2].tick: 3, should be after the fire before and before tick 3`},
		{`["B","A"]`, `["B"]`, "not a snapshot: marking.slots[1]: not a pair of consumer and producer"},
		{`"armed_starts":[]`, `"armed_starts":7`, "not a snapshot: marking.armed_starts: a number, should be a list"},
		{`"status":"running"`, `"status":"fine"`, `not a snapshot: status: "fine" is no status`},
		{`"B":1,"C":1}`, `"B":2,"C":1}`, "not a snapshot: run_state.edges.B: 1 fires, should be 2 of 2"},
		{`"B":1,"C":1}`, `"C":1}`, "not a snapshot: run_state.edges.B: a node that never fired"},
		{`"B":1,"C":1}`, `"B":0,"C":1}`, "not a snapshot: run_state.edges.B: 1 fires, should be 0 of 0"},
		{`"A":2,"B"`, `"A":5,"B"`, "not a snapshot: run_state.fire_counts.A: 5, should be from 1 to 4, the number of ticks"},
		{`"k":2`, `"k":0`, "not a snapshot: run_state.pinned[1].k: 0, should be from 1 to 2, how often A has fired"},
		{`"k":2`, `"k":3`, "not a snapshot: run_state.pinned[1].k: 3, should be from 1 to 2, how often A has fired"},
		{`"node":"A"`, `"node":"X"`, "not a snapshot: run_state.pinned[1].k: 2, should be from 1 to 0, how often X has fired"},
		{`"keep_records":false`, `"keep_records":1`, "not a snapshot: run_state.keep_records: a number, should be a boolean"},
		{`"args":null`, `"args":` + strings.Repeat("[", 201) + strings.Repeat("]", 201), "not a snapshot: args: nested more than 200 deep"},
		{`"keep_records":false`, `"timelines":[{"id":1,"fork":0}]`, "not a snapshot: run_state.timelines[1].id: 1, should be 0"},
		{
			`"keep_records":false`, `"timelines":[{"id":0,"fork":0},{"id":1,"fork":0,"parent":1}]`,
			"not a snapshot: run_state.timelines[2]: 1 with the parent 1, should be younger than its parent and the timeline before",
		},
		{`"seed":7`, `"sod":7`, "not a snapshot: seed: missing, should be a number"},
		{`{"s":2}`, `[]`, "not a snapshot: run_state.state.A: a list, should be an object"},
	}
	for _, tt := range tests {
		text := strings.Replace(string(whole), tt.old, tt.new, 1)
		var s engine.Snapshot
		err := json.Unmarshal([]byte(text), &s)
		var fault *engine.SnapshotError
		if !errors.As(err, &fault) || err.Error() != tt.want {
			t.Errorf("%s -> %s:\ngot  %v\nwant %s", tt.old, tt.new, err, tt.want)
		}
	}
}

func TestSnapshotThatDoesNotFitItsGraph(t *testing.T) {
	r, whole := snapshotAt(t, 4)
	tests := []struct{ old, new, want string }{
		{`["B","A"]`, `["A","C"]`, "marking.slots: there is no edge C-->A"},
		{`["B","A"]`, `["B","X"]`, "marking.slots: there is no edge X-->B"},
		{`"armed_starts":[]`, `"armed_starts":["A"]`, "marking.armed_starts: A is not a start"},
		{`"C":`, `"X":`, "run_state: there is no node X"},
	}
	for _, tt := range tests {
		var s engine.Snapshot
		if err := json.Unmarshal([]byte(strings.ReplaceAll(string(whole), tt.old, tt.new)), &s); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Restored(&s, 1, r.Graph(), funcs{}); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s -> %s: got %v, want %s", tt.old, tt.new, err, tt.want)
		}
	}
}

func FuzzSnapshot(f *testing.F) {
	for ticks := range 6 {
		_, data := snapshotAt(f, ticks)
		f.Add(data)
	}
	g := build(f, snapshotGraph)
	f.Fuzz(func(t *testing.T, data []byte) {
		var s engine.Snapshot
		if json.Unmarshal(data, &s) != nil {
			return
		}
		once := s.AppendJSON(nil)
		var again engine.Snapshot
		if err := json.Unmarshal(once, &again); err != nil {
			t.Fatalf("%v\n%s", err, once)
		}
		if twice := again.AppendJSON(nil); string(twice) != string(once) {
			t.Fatalf("two forms:\n%s\n%s", once, twice)
		}
		r, err := engine.New(g, funcs{}, engine.Config{})
		if err != nil {
			t.Fatal(err)
		}
		s.GraphDigest = g.Digest()
		restored, err := r.Restored(&s, 1, g, funcs{})
		if err != nil {
			return
		}
		for range 3 {
			if _, err := restored.Tick(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
		}
	})
}
