package proof

import (
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/syntax"
)

// graphsByDefault is how many random graphs are tried unless TICKFLOW_GRAPHS says how many.
const graphsByDefault = 2000

// exploredAtMost is how many markings of a graph are explored; graphs with more are passed over. It is below the number of
// states that reports try in any case.
const exploredAtMost = statesAfter - 1

// checkRandom runs a property on as many random graphs as asked for.
func checkRandom(t *testing.T, property func(*rapid.T)) {
	t.Helper()
	count := graphsByDefault
	if asked := os.Getenv("TICKFLOW_GRAPHS"); asked != "" {
		n, err := strconv.Atoi(asked)
		if err != nil {
			t.Fatalf("TICKFLOW_GRAPHS: %v", err)
		}
		count = n
	}
	before := flag.Lookup("rapid.checks").Value.String()
	if err := flag.Set("rapid.checks", strconv.Itoa(count)); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = flag.Set("rapid.checks", before) }()
	rapid.Check(t, property)
}

// pick draws a number from 0 to n-1, all of them equally likely, so that graphs are not mostly tiny.
func pick(t *rapid.T, n int, what string) int {
	x := 0
	for range 6 {
		x *= 2
		if rapid.Bool().Draw(t, what) {
			x++
		}
	}
	return x * n / 64
}

// drawText makes the text of a graph of up to eight nodes: most edges lead onward, some back, and few enough have guards
// that all their answers can be tried.
func drawText(t *rapid.T) string {
	var text strings.Builder
	n := 2 + pick(t, 7, "nodes")
	name := func(i int) string { return string(rune('A' + i)) }
	loops := make([]bool, n)
	guarded := 0
	edge := func(from, to int) {
		loops[to] = loops[to] || from >= to
		if guarded < 6 && pick(t, 5, "guarded") < 2 {
			guarded++
			fmt.Fprintf(&text, "%s--|%s|-->%s\n", name(from), []string{"g", "h", "k"}[pick(t, 3, "guard")], name(to))
		} else {
			fmt.Fprintf(&text, "%s-->%s\n", name(from), name(to))
		}
	}
	text.WriteString("[A]\n")
	for i := 1; i < n; i++ {
		for range pick(t, 8, "producers")/3 + min(1, pick(t, 16, "any")) {
			edge(pick(t, i, "from"), i)
		}
	}
	for range pick(t, 4, "back") {
		edge(pick(t, n, "from"), pick(t, n, "to"))
	}
	for i := range n {
		if pick(t, 10, "start") == 9 {
			fmt.Fprintf(&text, "[%s]\n", name(i))
		}
		if or := pick(t, 8, "or"); loops[i] && or >= 2 || or >= 6 {
			fmt.Fprintf(&text, "%s.join: OR\n", name(i))
		}
		if mode := pick(t, 16, "declared"); mode >= 12 {
			fmt.Fprintf(&text, "%s.guards: %s\n", name(i), syntax.Guards(mode-11))
		}
	}
	return text.String()
}

// TestRandomGraphs compares reports with what the explorer finds on random graphs, in every mode, checks what the
// fixpoints and rules say by themselves, and replays every trace.
func TestRandomGraphs(t *testing.T) {
	checkRandom(t, func(t *rapid.T) {
		text := drawText(t)
		for _, mode := range modeNames() {
			g := build(t, text)
			x := explore(g, modes[mode], exploredAtMost)
			if x.exceeded {
				continue
			}
			want := x.facts().sorted()
			checkFixpoints(t, x, mode)
			checkRules(t, g, mode, want)
			r := Run(context.Background(), g, Options{Mode: modes[mode], Workers: 2})
			if diff := gocmp.Diff(want, found(t, r).sorted()); diff != "" {
				t.Errorf("%s (-want +got):\n%s", mode, diff)
			}
			replayAll(t, r)
			if t.Failed() {
				t.Fatalf("%s\n%s", mode, text)
			}
		}
	})
}

// TestRandomHazards compares what safe joins rest on with what the explorer finds if that does not hold.
func TestRandomHazards(t *testing.T) {
	checkRandom(t, func(t *rapid.T) {
		text := drawText(t)
		g := build(t, text)
		without := map[bool]Mode{false: {Guards: syntax.Free}, true: {Fail: true}}
		want := map[bool][]string{}
		for fails, mode := range without {
			x := explore(g, mode, exploredAtMost)
			if x.exceeded {
				return
			}
			want[fails] = x.facts().Starved
		}
		r := Run(context.Background(), g, Options{})
		got := map[bool][]string{}
		for _, h := range r.Hazards(context.Background(), 1) {
			got[h.Fails] = append(got[h.Fails], g.Nodes[h.Node].Name)
			if len(h.Breaks) == 0 {
				t.Errorf("nothing in the run for %s breaks what is assumed", g.Nodes[h.Node].Name)
			}
			replay(t, g, h.Trace)
		}
		for fails := range without {
			for _, j := range r.Joins {
				name := g.Nodes[j.Node].Name
				is := j.Verdict == Proved && j.Fires != No && slices.Contains(want[fails], name)
				if found := slices.Contains(got[fails], name); found != is {
					t.Errorf("%s (%s) is a hazard: %t, if firings fail: %t", name, j.Verdict, found, fails)
				}
			}
		}
		if t.Failed() {
			t.Fatalf("%s", text)
		}
	})
}

// TestRandomRepairs repairs random graphs: no join starves afterwards, and what the repair adds is what the explorer sees.
func TestRandomRepairs(t *testing.T) {
	checkRandom(t, func(t *rapid.T) {
		text := drawText(t)
		g := build(t, text)
		fix := Run(context.Background(), g, Options{}).Repair(context.Background(), Options{})
		before, after := explore(g, Mode{}, exploredAtMost), explore(fix.Graph, Mode{}, exploredAtMost)
		if before.exceeded || after.exceeded {
			return
		}
		was, is := before.facts(), after.facts()
		if len(is.Starved) > 0 {
			t.Errorf("%v still starve", is.Starved)
		}
		trapped := func(f facts) bool { return f.Termination == "livelock" || f.Termination == "never" }
		if added := trapped(is) && !trapped(was); added != (len(fix.Circle) > 0) {
			t.Errorf("adds a livelock: %t, said so: %t", added, len(fix.Circle) > 0)
		}
		for i, n := range g.Nodes {
			id := graph.ID(i)
			added := len(fix.Joins) > 0 && len(g.Producers(id)) >= 2 && after.twice(id) && !before.twice(id)
			if said := slices.Contains(fix.Twice, id); added != said {
				t.Errorf("lets %s fire twice: %t, said so: %t", n.Name, added, said)
			}
		}
		if t.Failed() {
			t.Fatalf("%s", text)
		}
	})
}

// TestRandomMarkings begins in the middle of a run, and finds out there what the explorer does.
func TestRandomMarkings(t *testing.T) {
	checkRandom(t, func(t *rapid.T) {
		text := drawText(t)
		g := build(t, text)
		all := explore(g, Mode{}, exploredAtMost)
		if all.exceeded || len(all.order) == 0 {
			return
		}
		begin := all.order[pick(t, len(all.order), "marking")]
		from := &Marking{}
		for slot, token := range begin {
			if token == '1' {
				from.True = append(from.True, int32(slot))
			}
		}
		for i, n := range g.Nodes {
			if n.Start && pick(t, 4, "armed") == 3 {
				from.Armed = append(from.Armed, graph.ID(i))
			}
		}
		x := exploreFrom(g, Mode{}, begin, from.Armed, exploredAtMost)
		if x.exceeded {
			return
		}
		r := Run(context.Background(), g, Options{From: from})
		if diff := gocmp.Diff(x.facts().sorted(), found(t, r).sorted()); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		r.Findings(nil)
		if t.Failed() {
			t.Fatalf("%v\n%s", from, text)
		}
	})
}

// TestRandomBudgets gives reports less than they need: what they still say is true, and its traces replay.
func TestRandomBudgets(t *testing.T) {
	checkRandom(t, func(t *rapid.T) {
		text := drawText(t)
		mode := modeNames()[pick(t, len(modes), "mode")]
		g := build(t, text)
		x := explore(g, modes[mode], exploredAtMost)
		if x.exceeded {
			return
		}
		want := x.facts()
		r := Run(context.Background(), g, Options{Mode: modes[mode], States: 1 + pick(t, 30, "states"), wide: 1 + pick(t, 12, "wide")})
		for _, j := range r.Joins {
			name := g.Nodes[j.Node].Name
			in, starves := want.Lengths[name]
			if j.Verdict == Proved && starves || j.Verdict == Refuted && !starves {
				t.Errorf("%s is %s", name, j.Verdict)
			}
			if j.Trace != nil && j.Trace.Shortest && (j.Trace.Cycle < 0 && len(j.Trace.Ticks) != in.Cone || j.Trace.Cycle >= 0 && j.Trace.Lead != in.Starved) {
				t.Errorf("the trace of %s is not the shortest: %+v", name, in)
			}
			if j.Trace != nil && x.mayFire(j.Node, j.Trace) {
				t.Errorf("%s can still fire after the %d ticks of its trace", name, j.Trace.Lead)
			}
			if j.Since > 0 && j.Since != in.Starved {
				t.Errorf("%s starves in %d ticks", name, j.Since)
			}
			if j.Verdict == Unknown && in.Cone > 0 && j.Ticks >= in.Cone {
				t.Errorf("%s waits at rest after %d ticks, which were tried", name, in.Cone)
			}
			if is := x.fired[j.Node]; j.Fires == Yes && !is || j.Fires == No && is {
				t.Errorf("%s fires: %s", name, j.Fires)
			}
			for _, slot := range append(slices.Clone(j.Overwritten), j.Clobbered...) {
				if !x.over[slot] && !x.lost[slot] {
					t.Errorf("a slot of %s loses no token", name)
				}
			}
		}
		for _, id := range r.Dead {
			if x.fired[id] {
				t.Errorf("%s fires", g.Nodes[id].Name)
			}
		}
		trapped := want.Termination == "livelock" || want.Termination == "never"
		if r.Ending != EndingUnknown && r.Ending.String() != want.Termination && !(r.Ending == Livelock && trapped) {
			t.Errorf("the runs end %s", r.Ending)
		}
		if r.CanStop == Yes && !want.CanStick || r.CanStop == No && want.CanStick {
			t.Errorf("can stop: %s", r.CanStop)
		}
		replayAll(t, r)
		for i := range r.Joins {
			r.Explain(&r.Joins[i])
		}
		r.Findings(nil)
		if t.Failed() {
			t.Fatalf("%s, want %+v\n%s", mode, want, text)
		}
	})
}
