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

// checkRules compares what each rule says with the explorer.
func checkRules(t *rapid.T, g *graph.Graph, mode string, want facts) {
	f := newFixpoints(newNet(g, modes[mode], nil))
	for i, n := range g.Nodes {
		if !f.n.isJoin(graph.ID(i)) {
			continue
		}
		verdict, rule := f.rule(graph.ID(i))
		if starves := slices.Contains(want.Starved, n.Name); verdict == Proved && starves || verdict == Refuted && !starves {
			t.Errorf("%s: rule %s says of %s that it is %s", mode, rule, n.Name, verdict)
		}
	}
}

// checkFixpoints checks every statement about the fixpoints on a graph that has been explored.
func checkFixpoints(t *rapid.T, x *explorer, mode string) {
	g := x.g
	f := newFixpoints(newNet(g, x.mode, nil))
	free := x.mode.Guards == syntax.Free
	fail := x.mode.Fail
	for i, n := range g.Nodes {
		id := graph.ID(i)
		if !f.live[i] && x.fired[id] || free && f.live[i] && !x.fired[id] {
			t.Errorf("%s: %s is live: %t, but fires: %t", mode, n.Name, f.live[i], x.fired[id])
		}
		if must := x.mustFire(id); !fail && (f.sure[i] && !must || free && !f.sure[i] && must) {
			t.Errorf("%s: %s is sure: %t, but fires in every run: %t", mode, n.Name, f.sure[i], must)
		}
		if ever := x.firesForEver(id); !f.endless[i] && ever || free && f.endless[i] && !ever {
			t.Errorf("%s: %s is endless: %t, but fires for ever in some run: %t", mode, n.Name, f.endless[i], ever)
		}
		if !fail && f.restless[i] && !x.mustGoOn(id) {
			t.Errorf("%s: %s is restless, but stops firing in some run", mode, n.Name)
		}
		if !fail && f.once[i] && (!f.sure[i] || f.endless[i]) {
			t.Errorf("%s: %s fires once, but it is not sure, or endless", mode, n.Name)
		}
	}
	if rests := len(x.reaching(func(m string) bool { return len(x.fireable(m)) == 0 })); free && !fail {
		if livelock := rests < len(x.order); livelock != some(f.stuck) {
			t.Errorf("%s: livelock is %t", mode, livelock)
		}
		if never := rests == 0; never != some(f.restless) {
			t.Errorf("%s: never idle is %t", mode, never)
		}
	}
}

// mustFire reports whether a node fires in every run: whether no run that avoids it ends or goes on for ever.
func (x *explorer) mustFire(id graph.ID) bool {
	return x.g.Nodes[id].Start || !x.avoids(x.first(), id)
}

// mustGoOn reports whether a node fires again from every reachable marking on, in every run.
func (x *explorer) mustGoOn(id graph.ID) bool { return !x.avoids(x.order, id) }

// first answers the markings after the first tick.
func (x *explorer) first() []string {
	var first []string
	for _, m := range x.order {
		if x.depth[m] == 1 {
			first = append(first, m)
		}
	}
	return first
}

// avoids reports whether a run from one of some markings ends or goes on for ever without a firing of a node.
func (x *explorer) avoids(from []string, id graph.ID) bool {
	fires := func(m string) bool { return slices.Contains(x.fireable(m), id) }
	bad := map[string]bool{} // from here the node fires, sooner or later, whatever happens
	for changed := true; changed; {
		changed = false
		for _, m := range x.order {
			ends := len(x.next[m]) == 0
			if !bad[m] && (fires(m) || !ends && !slices.ContainsFunc(x.next[m], func(to string) bool { return !bad[to] })) {
				bad[m], changed = true, true
			}
		}
	}
	return slices.ContainsFunc(from, func(m string) bool { return !bad[m] })
}

// firesForEver reports whether a marking in which a node fires can come again.
func (x *explorer) firesForEver(id graph.ID) bool {
	return slices.ContainsFunc(x.firing(id), func(m string) bool { return x.after(x.next[m])[m] })
}

// twice reports whether a node can fire twice in one run.
func (x *explorer) twice(id graph.ID) bool {
	firing := x.firing(id)
	if x.g.Nodes[id].Start && len(firing) > 0 {
		return true
	}
	return slices.ContainsFunc(firing, func(m string) bool {
		later := x.after(x.next[m])
		return slices.ContainsFunc(firing, func(m string) bool { return later[m] })
	})
}

// firing answers the markings in which a node fires.
func (x *explorer) firing(id graph.ID) []string {
	var firing []string
	for _, m := range x.order {
		if slices.Contains(x.fireable(m), id) {
			firing = append(firing, m)
		}
	}
	return firing
}

// after answers the markings that runs come to from some markings on, those included.
func (x *explorer) after(from []string) map[string]bool {
	seen := map[string]bool{}
	for open := slices.Clone(from); len(open) > 0; {
		m := open[len(open)-1]
		open = open[:len(open)-1]
		if !seen[m] {
			seen[m] = true
			open = append(open, x.next[m]...)
		}
	}
	return seen
}
