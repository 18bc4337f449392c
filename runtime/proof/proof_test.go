package proof

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

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

// TestSpentTrace shows, where the budget was too small to try the runs, one after which the join can never fire: not one
// that circles past it only because a guard does not let it out.
func TestSpentTrace(t *testing.T) {
	r := Run(context.Background(), build(t, "[P]-->P\nP-->M\nP--|go|-->Q\n[A]-->Q\nQ-->M\n"), Options{States: 1})
	leads := map[string]int{"Q": 2, "M": 3}
	for _, j := range r.Joins {
		name := r.Graph.Nodes[j.Node].Name
		if j.Verdict != Refuted || j.Limit != LimitStates {
			t.Errorf("%s is %s, ended by %q", name, j.Verdict, j.Limit)
		}
		if j.Trace == nil || j.Trace.Lead != leads[name] {
			t.Errorf("%s has the trace %+v", name, j.Trace)
		}
	}
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
	r = Run(ctx, build(t, "[B]--|g|-->X\nB--|h|-->Y\nX-->M\nY-->M\nB.guards: free\n"), Options{})
	if hint := r.Findings(nil)[0].Hint; hint != "allow more with `--time`, or say what holds among the guards of `B`, such as `B.guards: xor`" {
		t.Errorf("the hint is %q", hint)
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

// TestFewestTrue shows, of several shortest runs, the one with the fewest True guards, even where a run with more of them
// comes to the same state first; then the one whose True guard comes first in the text.
func TestFewestTrue(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string // the guards that answer True
	}{
		{"[S]--|p|-->V\nS-->U\nU--|a|-->X\nU--|b|-->Y\nU.guards: free\nV-->X\nV-->Y\nX.join: OR\nY.join: OR\nX-->K\nY-->K\nK-->M\nZ-->M\n", []string{"0 S.p"}},
		{"[S]-->A\nS-->B\nA--|a|-->M\nB--|b|-->M\nZ-->M\n", []string{"1 A.a"}},
		{"[S]--|a|-->M\nS--|b|-->X\nX-->M\nZ-->M\n", []string{"0 S.a"}},
	} {
		g := build(t, c.text)
		trace := Run(context.Background(), g, Options{}).Join(lookup(t, g, "M")).Trace
		var got []string
		for _, tick := range trace.Script(g).Ticks {
			for _, guard := range slices.Sorted(maps.Keys(tick.Guards)) {
				if tick.Guards[guard] {
					got = append(got, fmt.Sprintf("%d %s", tick.Tick, guard))
				}
			}
		}
		if diff := gocmp.Diff(c.want, got); diff != "" {
			t.Errorf("(-want +got):\n%s\n%s", diff, c.text)
		}
	}
}

// TestRules applies each rule where it holds, and not where what it needs is missing.
func TestRules(t *testing.T) {
	for _, c := range []struct {
		text, mode string
		want       Rule
	}{
		{"[S]-->A\nY-->M\nZ-->M\n", "free", Unreached},
		{"[S]-->A\n[S]-->B\nA-->M\nB-->M\n", "xor", OnceEach},
		{"[S]-->A\n[S]-->B\nA-->M\nB-->M\n", "free+fail", NoRule},
		{"[S]-->A\n[A]-->M\n[S]-->M\n", "free", NoRule},
		{"[S]--|g|-->M\nZ-->M\n", "xor", NeverFed},
		{"[S]--|g|-->A\n[S]--|h|-->B\nA-->C\nB-->C\nC-->M\nZ-->M\n", "free", NeverFed},
		{"[S]--|g|-->A\n[S]--|h|-->B\nA-->C\nB-->C\nC-->M\nZ-->M\n", "exhaustive", NeverFed},
		{"[S]--|g|-->A\n[S]--|h|-->B\nA-->C\nB-->C\nC-->M\nZ-->M\n", "exclusive", NoRule},
		{"[S]--|g|-->A\n[S]-->B\nA-->M\nB-->M\n", "xor", AllFalse},
		{"[S]--|g|-->A\n[S]--|h|-->C\n[S]-->B\nA-->M\nB-->M\n", "exclusive", AllFalse},
		{"[S]--|g|-->A\n[S]--|h|-->C\n[S]-->B\nA-->M\nB-->M\n", "xor", NoRule},
		{"[S]-->R\nR-->R\nR.join: OR\nR-->M\n[S]-->M\n", "xor", Outlasted},
		{"[S]-->R\nR-->R\nR.join: OR\nR--|g|-->M\n[S]-->M\n", "free+fail", Outlasted},
		{"[S]-->R\nR-->R\nR.join: OR\nR--|g|-->M\n[S]-->Q\nQ-->Q\nQ.join: OR\nQ--|h|-->M\n", "xor", KeptFed},
		{"[S]-->R\nR-->R\nR.join: OR\nR-->M\n[S]-->Q\nQ-->Q\nQ.join: OR\nQ-->M\n", "free+fail", NoRule},
		{"[S]-->R\nR--|g|-->R\nR.join: OR\nR--|h|-->M\n[S]--|k|-->M\n", "free", NoRule},
	} {
		g := build(t, c.text)
		if _, rule := newFixpoints(newNet(g, modes[c.mode], nil)).rule(lookup(t, g, "M")); rule != c.want {
			t.Errorf("%s: rule %q, want %q\n%s", c.mode, rule, c.want, c.text)
		}
	}
}

func lookup(t *testing.T, g *graph.Graph, name string) graph.ID {
	t.Helper()
	id, ok := g.Lookup(name)
	if !ok {
		t.Fatalf("%s is no node", name)
	}
	return id
}

// TestScriptEnd asks a script about what it does not say.
func TestScriptEnd(t *testing.T) {
	before, behind := -4, 1
	for _, s := range []Script{{}, {CycleFrom: &before}, {CycleFrom: &behind, Ticks: make([]ScriptTick, 1)}} {
		if _, ok := s.Answer(3, "A", "g"); ok || s.Fails(-1, "A") || s.Fails(3, "A") {
			t.Errorf("%+v answers", s)
		}
	}
}

// TestManyJoins demands that a large graph is decided in bounded work, what comes after a join that never fires included,
// and that the traces of the second round still fit the graph.
func TestManyJoins(t *testing.T) {
	var b strings.Builder
	b.WriteString("[D0]\n")
	for i := range 20_000 {
		fmt.Fprintf(&b, "D%d--|g|-->L%d\nD%d--|h|-->R%d\nL%d-->D%d\nR%d-->D%d\n", i, i, i, i, i, i+1, i, i+1)
	}
	r := Run(t.Context(), build(t, b.String()), Options{Workers: 2})
	verdicts := map[Verdict]int{}
	for i := range r.Joins {
		verdicts[r.Joins[i].Verdict]++
	}
	if verdicts[Refuted] != 1 || verdicts[Unknown] != 0 {
		t.Errorf("only the first join is ever reached: %v", verdicts)
	}
	one, more := written(t, r.Graph, Options{Workers: 1}), written(t, r.Graph, Options{Workers: 3})
	if !bytes.Equal(one, more) {
		t.Error("the report differs with the number of workers")
	}
}

// TestTracesOfLargeGraphsFit demands that the traces of joins that were decided building on what is known of others say all
// that whoever plays them needs.
func TestTracesOfLargeGraphsFit(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	b.WriteString("[N0]\n")
	const nodes = 300
	for i := range nodes - 1 {
		fmt.Fprintf(&b, "N%d-->N%d\n", i, i+1)
		for k := range 2 {
			fmt.Fprintf(&b, "N%d--|g%d|-->N%d\n", i, k, i+1+random.IntN(nodes-i-1))
		}
	}
	r := Run(t.Context(), build(t, b.String()), Options{Workers: 2})
	var traces []*Trace
	for i := range r.Joins {
		traces = append(traces, r.Joins[i].Trace)
	}
	file, err := ReadTraceFile(NewTraceFile(r.Graph, traces).Marshal())
	if err != nil || len(file.Scripts) < 50 {
		t.Errorf("%v, %d traces", err, len(file.Scripts))
	}
}
