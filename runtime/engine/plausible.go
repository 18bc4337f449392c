package engine

import (
	"math"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/value"
)

// plausible refuses what no run of any graph can have come to: counts out of range, fires out of order or in the future,
// more of them than ticks.
func (d *decoding) plausible(s *Snapshot) {
	d.count("timeline", s.Timeline)
	d.count("tick", s.Tick)
	if s.GraphSince < 0 || s.GraphSince > s.Tick {
		d.fail("graph_since", "%d, should be from 0 to tick %d", s.GraphSince, s.Tick)
	}
	if s.Seed > value.MaxInt {
		d.fail("seed", "%d, should be at most 2^53", s.Seed)
	}
	if !s.Status.known() {
		d.fail("status", "%q is no status", s.Status)
	}
	d.value("args", s.Args)
	nodes := map[string]*NodeSnapshot{}
	for i := range s.Nodes {
		n := &s.Nodes[i]
		if nodes[n.Name] != nil {
			d.fail("run_state.fire_counts"+value.MemberPath(n.Name), "twice")
		}
		nodes[n.Name] = n
		d.plausibleNode(n, s.Tick)
	}
	d.plausiblePins(s.Pinned, nodes)
}

func (d *decoding) count(path string, n int) {
	if n < 0 || n > mostCount {
		d.fail(path, "%d, should be a whole number from 0 to %d", n, int64(mostCount))
	}
}

func (d *decoding) plausibleNode(n *NodeSnapshot, tick int) {
	name := value.MemberPath(n.Name)
	if want := max(0, min(n.Count, 2)); len(n.Fires) != want {
		d.fail("run_state.edges"+name, "%d fires, should be %d of %d", len(n.Fires), want, n.Count)
	}
	if n.Count < 1 || n.Count > tick {
		d.fail("run_state.fire_counts"+name, "%d, should be from 1 to %d, the number of ticks", n.Count, tick)
	}
	for i, f := range n.Fires {
		path := "run_state.edges" + name + value.ItemPath(i)
		// The older fire of the window is the last but one, before which all others have had a tick each.
		if least := n.Count - len(n.Fires) + i; f.Tick < least || f.Tick >= tick || i > 0 && f.Tick <= n.Fires[i-1].Tick {
			d.fail(path+".tick", "%d, should be after the fire before and before tick %d", f.Tick, tick)
		}
		if !f.Status.Known() {
			d.fail(path+".status", "%q is no status of a firing", f.Status)
		}
		d.value(path+".output", f.Output)
	}
	if n.State.Kind() != value.Object {
		d.fail("run_state.state"+name, "should be an object")
	}
	d.value("run_state.state"+name, n.State)
}

// plausiblePins refuses the k-th fire of a node that has not fired so often, and one that the window knows otherwise.
func (d *decoding) plausiblePins(pins []PinSnapshot, nodes map[string]*NodeSnapshot) {
	type fire struct {
		node string
		k    int
	}
	seen := map[fire]bool{}
	for i, p := range pins {
		path := "run_state.pinned" + value.ItemPath(i)
		var n NodeSnapshot
		if of := nodes[p.Node]; of != nil {
			n = *of
		}
		if p.K < 1 || p.K > min(n.Count, math.MaxInt32) {
			d.fail(path+".k", "%d, should be from 1 to %d, how often %s has fired", p.K, n.Count, p.Node)
			return
		}
		if seen[fire{p.Node, p.K}] {
			d.fail(path, "%s[%d] twice", p.Node, p.K)
		}
		seen[fire{p.Node, p.K}] = true
		d.value(path+".value", p.Value)
		at := p.K - 1 - n.Count + len(n.Fires) // its place in the window
		switch {
		case at < 0 || at >= len(n.Fires):
		case p.Lost:
			d.fail(path+".lost", "%s[%d] is not lost: run_state.edges has it", p.Node, p.K)
		case !value.Equal(p.Value, n.Fires[at].Output):
			d.fail(path+".value", "%s[%d] has another output in run_state.edges", p.Node, p.K)
		}
	}
}

// plausibleHistory refuses a full dump whose history is not that of the run: on timelines that are not there, out of
// order, twice, or past the tick where the run stands.
func (d *decoding) plausibleHistory(s *Snapshot) {
	if s.Timelines == nil {
		if len(s.Records) > 0 {
			d.fail("run_state.timelines", "missing, should be a list: there are records")
		}
		return
	}
	forks := map[int]int{}
	for _, t := range s.Timelines {
		forks[t.ID] = t.Fork
	}
	if fork, ok := forks[s.Timeline]; !ok || fork > s.Tick {
		d.fail("timeline", "%d is not among those of run_state.timelines that fork before tick %d", s.Timeline, s.Tick)
	}
	seen := map[string]int{} // the last record of a node
	for i := range s.Records {
		f := &s.Records[i]
		path := "run_state.records" + value.ItemPath(i)
		fork, ok := forks[f.Timeline]
		last, twice := seen[f.Node]
		seen[f.Node] = i
		switch {
		case !ok:
			d.fail(path+".timeline", "%d is not among run_state.timelines", f.Timeline)
		case f.Tick < fork:
			d.fail(path+".tick", "%d is before tick %d, in which timeline %d begins", f.Tick, fork, f.Timeline)
		case f.Timeline == s.Timeline && f.Tick >= s.Tick:
			d.fail(path+".tick", "%d, should be before tick %d, where the run stands", f.Tick, s.Tick)
		case i > 0 && before(f, &s.Records[i-1]):
			d.fail(path, "should not come after what happened later")
		case twice && !before(&s.Records[last], f):
			d.fail(path, "%s fires twice in tick %d", f.Node, f.Tick)
		}
	}
}

func before(f, g *record.Firing) bool {
	return f.Timeline < g.Timeline || f.Timeline == g.Timeline && f.Tick < g.Tick
}
