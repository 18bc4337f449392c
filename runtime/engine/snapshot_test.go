package engine_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/value"
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
		{`"k":2,"value":2}`, `"k":2,"value":2},{"node":"A","k":2,"value":2}`, "not a snapshot: run_state.pinned[2]: A[2] twice"},
		{`"k":2,"value":2`, `"k":2`, "not a snapshot: run_state.pinned[1].value: missing, should be a value: null for none"},
		{`"k":2,"value":2`, `"k":2,"value":3`, "not a snapshot: run_state.pinned[1].value: A[2] has another output in run_state.edges"},
		{`"k":2,"value":2`, `"k":2,"lost":true`, "not a snapshot: run_state.pinned[1].lost: A[2] is not lost: run_state.edges has it"},
		{`"k":2,"value":2`, `"k":2,"lost":7`, "not a snapshot: run_state.pinned[1].lost: a number, should be a boolean"},
		{`"args":null,`, ``, "not a snapshot: args: missing, should be a value: null for none"},
		{`{"tick":0,"output":null}`, `{"tick":0}`, "not a snapshot: run_state.edges.seed[1].output: missing, should be a value: null for none"},
		{`[{"tick":1,"output":1},`, `[{"tick":1,"output":1,"status":"odd"},`, `not a snapshot: run_state.edges.A[1].status: "odd" is no status of a firing`},
		{`"state":{"A"`, `"state":{"B":{},"D":{},"A"`, "not a snapshot: run_state.state.D: a node that never fired"},
		{`"A":2,"B":1`, `"A":4,"B":1`, "not a snapshot: run_state.edges.A[1].tick: 1, should be after the fire before and before tick 4"},
		{`"keep_records":false`, `"keep_records":1`, "not a snapshot: run_state.keep_records: a number, should be a boolean"},
		{`"args":null`, `"args":` + strings.Repeat("[", 201) + strings.Repeat("]", 201), "not a snapshot: args: nested more than 200 deep"},
		{`"keep_records":false`, `"timelines":[{"id":1,"fork":0}]`, "not a snapshot: run_state.timelines[1].id: 1, should be 0"},
		{`"keep_records":false`, `"timelines":[]`, "not a snapshot: timeline: 0 is not among those of run_state.timelines that fork before tick 4"},
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
		{`["B","A"]`, `["A","C"]`, "marking.slots[1]: there is no edge C-->A"},
		{`["B","A"]`, `["B","X"]`, "marking.slots[1]: there is no edge X-->B"},
		{`"armed_starts":[]`, `"armed_starts":["A"]`, "marking.armed_starts[1]: A is not a start"},
		{`"armed_starts":[]`, `"armed_starts":["seed"]`, "marking.armed_starts[1]: seed has fired already"},
		{`["B","A"]`, `["B","A"],["B","A"]`, "marking.slots[2]: A-->B twice"},
		{`"pinned":[{"node":"A","k":2,"value":2}]`, `"pinned":[]`, "run_state.pinned: A[2] is not there, although A has fired 2 times"},
		{`"pinned":[`, `"pinned":[{"node":"A","k":1,"value":1},`, "run_state.pinned[1]: A[1] is not an input of the graph"},
		{`"fireable":["B"]`, `"fireable":["C"]`, "fireable: not what the marking lets fire"},
		{`"fireable":["B"]`, `"fireable":[]`, "fireable: not what the marking lets fire"},
		{`"slots":[["B","A"]]`, `"slots":[]`, "fireable: not what the marking lets fire"},
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

func TestSnapshotsMadeByHandAreChecked(t *testing.T) {
	r, _ := snapshotAt(t, 4)
	tests := []struct {
		lie  func(s *engine.Snapshot)
		want string
	}{
		{func(s *engine.Snapshot) { s.Status = 99 }, `status: "status 99" is no status`},
		{func(s *engine.Snapshot) { s.Tick = -5 }, "tick: -5, should be a whole number from 0 to 4503599627370496"},
		{func(s *engine.Snapshot) { s.Tick = 1 << 53 }, "tick: 9007199254740992, should be a whole number from 0 to 4503599627370496"},
		{func(s *engine.Snapshot) { s.Timeline = -1 }, "timeline: -1, should be a whole number from 0 to 4503599627370496"},
		{func(s *engine.Snapshot) { s.Seed = 1<<53 + 1 }, "seed: 9007199254740993, should be at most 2^53"},
		{func(s *engine.Snapshot) { s.Nodes[1].Count = 1000 }, "run_state.fire_counts.A: 1000, should be from 1 to 4, the number of ticks"},
		{func(s *engine.Snapshot) { s.Nodes[1].Count = -1 }, "run_state.edges.A: 2 fires, should be 0 of -1"},
		{func(s *engine.Snapshot) { s.Nodes[1] = s.Nodes[0] }, "run_state.fire_counts.seed: twice"},
		{func(s *engine.Snapshot) { s.Nodes[1].State = value.Value{} }, "run_state.state.A: should be an object"},
		{func(s *engine.Snapshot) { s.Nodes[1].Fires[0].Status = 9 }, `run_state.edges.A[1].status: "status 9" is no status of a firing`},
		{func(s *engine.Snapshot) { s.Marking = engine.Marking{} }, "fireable: not what the marking lets fire"},
	}
	for _, tt := range tests {
		s := r.Snapshot()
		tt.lie(s)
		_, err := r.Restored(s, 1, r.Graph(), funcs{})
		var fault *engine.SnapshotError
		if !errors.As(err, &fault) || err.Error() != "not a snapshot: "+tt.want {
			t.Errorf("got  %v\nwant %s", err, tt.want)
		}
	}
	if _, err := r.Restored(r.Snapshot(), 1<<52+1, r.Graph(), funcs{}); err == nil {
		t.Error("a timeline is begun that no snapshot can name")
	}
	first, _ := snapshotAt(t, 0)
	s := first.Snapshot()
	s.Marking.ArmedStarts, s.Fireable = nil, nil
	if _, err := r.Restored(s, 1, r.Graph(), funcs{}); err == nil || !strings.Contains(err.Error(), "seed is not there") {
		t.Errorf("a start that would never fire: got %v", err)
	}
}

func TestTheLastTickThatCanBeCounted(t *testing.T) {
	r, _ := snapshotAt(t, 4)
	s := r.Snapshot()
	s.Tick = 1<<52 - 1
	r, err := r.Restored(s, 1, r.Graph(), funcs{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Tick(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if firings, err := r.Tick(t.Context(), nil); err == nil || firings != nil {
		t.Errorf("%d firings in a tick that no snapshot can count, %v", len(firings), err)
	}
	var again engine.Snapshot
	if err := again.UnmarshalJSON(r.Snapshot().AppendJSON(nil)); err != nil {
		t.Errorf("the snapshot cannot be read: %v", err)
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
			if _, err := restored.Tick(t.Context(), nil); err != nil && restored.Now() < 1<<52 {
				t.Fatal(err)
			}
		}
	})
}
