package proof

import (
	"slices"

	"pgregory.net/rapid"

	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/syntax"
)

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
