package proof

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/tickflow/tickflow/runtime/graph"
)

// mergeText is the smallest graph with a join that starves.
const mergeText = "[start]-->B\nB--|go_a|-->A-->M\nB--|go_d|-->D-->M\n"

func traced(t *testing.T, g *graph.Graph, mode Mode) *TraceFile {
	var traces []*Trace
	for _, j := range Run(context.Background(), g, Options{Mode: mode}).Joins {
		traces = append(traces, j.Trace)
	}
	return NewTraceFile(g, traces)
}

// TestTraceFileForm compares what is written with testdata/merge.trace.json. TICKFLOW_UPDATE=1 writes it anew.
func TestTraceFileForm(t *testing.T) {
	written := traced(t, build(t, mergeText), Mode{}).Marshal()
	golden := filepath.Join("testdata", "merge.trace.json")
	if os.Getenv("TICKFLOW_UPDATE") != "" {
		if err := os.WriteFile(golden, written, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff(string(want), string(written)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestTraceFileComesBack reads what is written of all recorded graphs in all modes.
func TestTraceFileComesBack(t *testing.T) {
	for name, text := range verdictTexts(t) {
		for _, mode := range modeNames() {
			f := traced(t, build(t, text), modes[mode])
			again, err := ReadTraceFile(f.Marshal())
			if err != nil {
				t.Fatalf("%s, %s: %v", name, mode, err)
			}
			if diff := gocmp.Diff(f.Scripts, again.Scripts); diff != "" || again.Edited || !bytes.Equal(f.Marshal(), again.Marshal()) {
				t.Errorf("%s, %s, edited %t (-want +got):\n%s", name, mode, again.Edited, diff)
			}
		}
	}
}

// TestTraceFileTraces finds the traces again that a file was made of, and a beginning at a marking.
func TestTraceFileTraces(t *testing.T) {
	g := build(t, mergeText)
	slot := newNet(g, Mode{}, nil).slotOf("B<-start")
	var traces []*Trace
	for _, from := range []*Marking{nil, {True: []int32{slot}, Armed: nil}} {
		trace := Run(context.Background(), g, Options{From: from}).Joins[0].Trace
		read, err := ReadTraceFile(NewTraceFile(g, []*Trace{trace}).Marshal())
		if err != nil {
			t.Fatal(err)
		}
		if diff := gocmp.Diff(trace.Whole(g), read.Traces()[0]); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		traces = append(traces, trace)
	}
	if len(traces[0].Ticks) != len(traces[1].Ticks)+1 {
		t.Errorf("%d ticks from a marking, %d from the start", len(traces[1].Ticks), len(traces[0].Ticks))
	}
}

func TestTraceFileKeepsChangedJoins(t *testing.T) {
	g := build(t, mergeText+"D-->N\nM-->N\nN.join: OR\n")
	n, _ := g.Lookup("N")
	changed := g.WithJoin(graph.And, n)
	again, err := ReadTraceFile(traced(t, changed, Mode{}).Marshal())
	if err != nil {
		t.Fatal(err)
	}
	if again.Edited || again.Graph.Digest() != changed.Digest() || len(again.Scripts) != 2 {
		t.Errorf("edited %t, %d traces, joins %v", again.Edited, len(again.Scripts), again.Graph.Written().Joins)
	}
}

// TestTraceFileEdited changes the graph's text in a file: as long as the trace fits, it is read.
func TestTraceFileEdited(t *testing.T) {
	written := string(traced(t, build(t, mergeText), Mode{}).Marshal())
	for _, edit := range []struct {
		name, to string
		edited   bool
		fault    string
	}{
		{"a comment", `-->M\n# joined`, false, ""},
		{"another edge", `-->M\nstart-->A`, true, ""},
		{"another way to the join", `-->M\n[more]-->D`, true, "it does not fit its graph: traces[0].among: `more` leads to `M` too"},
		{"another guard", `--|other|-->M`, true, "it does not fit its graph: traces[0].ticks[2].guards: what the guard `other` of `A` answers is missing"},
		{"a node less", `-->N`, true, "it does not fit its graph: traces[0].node: `M` never waits: it is no AND-join of two or more"},
		{"an error", `-->`, true, "not a trace: graph.text: the graph has errors: test.tickflow:2:14: error: `-->` leads nowhere [missing-name] (name the node behind the arrow)"},
	} {
		at := strings.Index(written, "-->M")
		f, err := ReadTraceFile([]byte(written[:at] + edit.to + written[at+len("-->M"):]))
		switch {
		case edit.fault == "" && (err != nil || f.Edited != edit.edited):
			t.Errorf("%s: %v, %+v", edit.name, err, f)
		case edit.fault != "" && (err == nil || err.Error() != edit.fault):
			t.Errorf("%s: got %v\nwant %s", edit.name, err, edit.fault)
		}
	}
}

// TestTraceFileFaults spoils a file in one place each.
func TestTraceFileFaults(t *testing.T) {
	written := string(traced(t, build(t, mergeText), Mode{}).Marshal())
	for _, spoil := range []struct{ name, from, to, want string }{
		{"empty", written, "", "it is empty"},
		{"cut off", written[200:], "", "its JSON ends in the middle of something, after 200 bytes"},
		{"graph text", written, mergeText, "it is no JSON: invalid character 's' looking for beginning of value at byte 2"},
		{"a list", written, "[]", "a JSON array is not what belongs there"},
		{"something behind", "\n}\n", "\n}}\n", ""},
		{"other JSON", written, `{"findings": []}`, "it does not say which format it has"},
		{"a later format", `"format": 1`, `"format": 2`, "format: format 2 is not known, only 1 is"},
		{"a snapshot", written, `{"format":1,"graph_digest":"ab"}`, "graph.text: there is no graph"},
		{"a wrong kind", `"lead": 3`, `"lead": "3"`, "traces.lead: a JSON string is not what belongs there"},
		{"no trace", `"traces": [`, `"traces": [null,`, "traces[0]: there is no trace"},
		{"another join", `"node": "M"`, `"node": "Q"`, "traces[0].node: the graph has no node `Q`"},
		{"no join", `"node": "M"`, `"node": "A"`, "traces[0].node: `A` never waits: it is no AND-join of two or more"},
		{"mode", `"mode": "declared"`, `"mode": "lenient"`, "traces[0].mode: there is no mode `lenient`"},
		{"lead", `"lead": 3`, `"lead": 4`, "traces[0].lead: 4 is not within the 3 ticks"},
		{"cycle", `"cycle_from": null`, `"cycle_from": 4`, "traces[0].cycle_from: there is no tick 4"},
		{"tick number", `"tick": 1`, `"tick": 2`, "traces[0].ticks[1].tick: this is tick 1, not 2"},
		{"node", "    \"start\"\n", "    \"stat\"\n", "traces[0].ticks[0].fire: the graph has no node `stat`"},
		{"order", "    \"start\"\n", "    \"B\", \"start\"\n", "traces[0].ticks[0].fire: `start` is not in the order of the graph's text"},
		{"slot", `"M<-A"`, `"M<-B"`, "traces[0].ticks[2].true_after: the graph has no edge for `M<-B`"},
		{"guard", `"B.go_a": true`, `"B.go": false`, "traces[0].ticks[1].guards: what the guard `go_a` of `B` answers is missing"},
		{"a guard more", `"B.go_a": true`, `"B.go_a": true, "A.go_a": true`, "traces[0].ticks[1].guards: `A.go_a` is not asked in this tick"},
		{"failed", `"failed": []`, `"failed": ["D"]`, "traces[0].ticks[0].failed: `D` does not fire in this tick"},
		{"among", "\"A\",\n", "\"A\", \"A\",\n", "traces[0].among: these are not the nodes that lead to `M` and ever fire, in the order of the graph's text"},
		{"beginning", `"from": null`, `"from": {"slots": [], "armed_starts": ["A"]}`, "traces[0].from.armed_starts: `A` is no start"},
		{"joins", `"joins": {}`, `"joins": {"M": "XOR"}`, "graph.joins: `XOR` is neither AND nor OR"},
	} {
		if !strings.Contains(written, spoil.from) {
			t.Errorf("%s: the file has no %q", spoil.name, spoil.from)
			continue
		}
		_, err := ReadTraceFile([]byte(strings.Replace(written, spoil.from, spoil.to, 1)))
		var fault *TraceFileError
		if !errors.As(err, &fault) {
			t.Errorf("%s: %v", spoil.name, err)
			continue
		}
		if got := strings.TrimPrefix(strings.TrimPrefix(err.Error(), "not a trace: "), "it does not fit its graph: "); spoil.want != "" && got != spoil.want {
			t.Errorf("%s: got  %s\nwant %s", spoil.name, got, spoil.want)
		}
	}
}

func TestParseMode(t *testing.T) {
	for name, mode := range modes {
		if name != mode.String() {
			t.Errorf("%s is called %s", name, mode)
		}
		if got, ok := ParseMode(name); !ok || got != mode {
			t.Errorf("%s is read as %+v, %t", name, got, ok)
		}
	}
	for _, name := range []string{"", "fail", "xor+", "XOR", "declared or", "declared or "} {
		if got, ok := ParseMode(name); ok {
			t.Errorf("%q is read as %+v", name, got)
		}
	}
}
