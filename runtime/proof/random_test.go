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

// drawText makes the text of a graph of up to eight nodes: few enough guards that all their answers can be tried.
func drawText(t *rapid.T) string {
	var text strings.Builder
	n := rapid.IntRange(1, 8).Draw(t, "nodes")
	name := func(what string) string { return string(rune('A' + rapid.IntRange(0, n-1).Draw(t, what))) }
	chance := func(of int, what string) bool { return rapid.IntRange(0, of-1).Draw(t, what) == of-1 }
	text.WriteString("[A]\n")
	guarded := 0
	for range rapid.IntRange(0, 3*n/2+2).Draw(t, "edges") {
		from, to := name("from"), name("to")
		if guarded < 6 && chance(2, "guarded") {
			guarded++
			fmt.Fprintf(&text, "%s--|%s|-->%s\n", from, rapid.SampledFrom([]string{"g", "h", "k"}).Draw(t, "guard"), to)
		} else {
			fmt.Fprintf(&text, "%s-->%s\n", from, to)
		}
	}
	for i := range n {
		node := string(rune('A' + i))
		if chance(8, "start") {
			fmt.Fprintf(&text, "[%s]\n", node)
		}
		if chance(3, "or") {
			fmt.Fprintf(&text, "%s.join: OR\n", node)
		}
		if chance(4, "declared") {
			fmt.Fprintf(&text, "%s.guards: %s\n", node, rapid.SampledFrom([]string{"free", "exclusive", "exhaustive", "xor"}).Draw(t, "mode"))
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
			x := explore(g, modes[mode], 5000)
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

// checkRules compares what each rule says with the explorer.
func checkRules(t *rapid.T, g *graph.Graph, mode string, want facts) {
	f := newFixpoints(newNet(g, modes[mode]))
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
	f := newFixpoints(newNet(g, x.mode))
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
	for _, m := range x.order {
		if !slices.Contains(x.fireable(m), id) {
			continue
		}
		seen := map[string]bool{}
		open := slices.Clone(x.next[m])
		for len(open) > 0 {
			at := open[len(open)-1]
			open = open[:len(open)-1]
			if at == m {
				return true
			}
			if !seen[at] {
				seen[at] = true
				open = append(open, x.next[at]...)
			}
		}
	}
	return false
}
