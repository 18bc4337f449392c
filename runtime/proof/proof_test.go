package proof

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/tickflow/tickflow/runtime/graph"
)

// TestWorkers answers the same report, to the byte, however many goroutines work on it.
func TestWorkers(t *testing.T) {
	for _, c := range corpora(t) {
		for i, g := range c.graph {
			one := written(t, g, Options{Workers: 1})
			for _, workers := range []int{2, 7} {
				if !bytes.Equal(one, written(t, g, Options{Workers: workers})) {
					t.Errorf("%s: with %d workers the report differs", c.files[i], workers)
				}
			}
		}
	}
}

// written puts everything that a report says into bytes.
func written(t *testing.T, g *graph.Graph, o Options) []byte {
	t.Helper()
	r := Run(context.Background(), g, o)
	data, err := json.Marshal(r.Joins)
	if err != nil {
		t.Fatal(err)
	}
	hazards, err := json.Marshal(r.Hazards(context.Background(), o.Workers))
	if err != nil {
		t.Fatal(err)
	}
	data = append(data, hazards...)
	for i := range r.Joins {
		if trace := r.Joins[i].Trace; trace != nil {
			script, err := json.Marshal(trace.Script(g))
			if err != nil {
				t.Fatal(err)
			}
			data = append(data, script...)
		}
	}
	return fmt.Appendf(data, "%v %v %v %v %v %v", r.Dead, r.Unsure, r.Ending, r.Circle, r.CanStop, r.Findings(nil))
}

// TestEndedContext answers what the fixpoints know, and unknown for the rest.
func TestEndedContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r := Run(ctx, build(t, "[S]-->A\n[S]--|g|-->B\nA-->M\nB-->M\n[S]-->K\nK-->N\nA-->N\nZ-->O\nA-->O\n"), Options{})
	want := map[string]Verdict{"M": Refuted, "N": Proved, "O": Refuted}
	for _, j := range r.Joins {
		if name := r.Graph.Nodes[j.Node].Name; j.Verdict != want[name] {
			t.Errorf("%s is %s, want %s", name, j.Verdict, want[name])
		}
	}
	r = Run(ctx, build(t, "[B]--|g|-->X\nB--|h|-->Y\nX-->M\nY-->M\n"), Options{})
	if j := r.Joins[0]; j.Verdict != Unknown || j.Limit != LimitTime {
		t.Errorf("the join is %s, ended by %q", j.Verdict, j.Limit)
	}
	if len(r.Unsure) != 1 || len(r.Dead) != 0 {
		t.Errorf("%v are dead and %v may be", r.Dead, r.Unsure)
	}
}

// TestEmpty answers a report without joins for graphs that nothing can be said about.
func TestEmpty(t *testing.T) {
	g := build(t, "[A]\n")
	r := Run(context.Background(), g, Options{})
	if len(r.Joins) > 0 || len(r.Dead) > 0 || r.Ending != Always || r.CanStop != No || len(r.Findings(nil)) > 0 {
		t.Errorf("%+v", r)
	}
}

// TestWideChoices finds a run that starves a join without trying all 2^40 answers of one tick.
func TestWideChoices(t *testing.T) {
	var text strings.Builder
	for i := range 40 {
		fmt.Fprintf(&text, "[S]--|g%d|-->X%d\nX%d-->M\n", i, i, i)
	}
	text.WriteString("S.guards: free\n")
	r := Run(context.Background(), build(t, text.String()), Options{})
	j := r.Joins[0]
	if j.Verdict != Refuted || len(j.Trace.Ticks) != 2 || j.Limit != LimitChoice {
		t.Errorf("%+v", j)
	}
	replayAll(t, r)
}

// TestScriptFaults refuses what is no script.
func TestScriptFaults(t *testing.T) {
	for _, text := range []string{"", "{", "{}", `{"format": 2}`, `{"format": 1, "ticks": 3}`} {
		if _, err := ReadScript([]byte(text)); err == nil {
			t.Errorf("%q is taken for a script", text)
		}
	}
	s, err := ReadScript([]byte(`{"format": 1, "cycle_from": -4}`))
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := s.Answer(3, "A", "g"); ok || s.Fails(-1, "A") {
		t.Error("an empty script answers")
	}
}
