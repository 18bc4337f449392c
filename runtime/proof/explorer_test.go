package proof

import (
	"bytes"
	"slices"
	"sort"
	"strings"

	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/syntax"
)

// explorer tries all runs of a whole graph in the most literal way, so that it can be believed: a marking is a string with
// a 1 for every slot that holds a token, and every node is looked at in every tick.
type explorer struct {
	g    *graph.Graph
	mode Mode

	next     map[string][]string // by marking: the markings one tick later
	depth    map[string]int      // by marking: the fewest ticks that lead to it
	order    []string            // the markings, as they were reached
	fired    map[graph.ID]bool
	over     map[int32]bool // the slots where True is written over True
	lost     map[int32]bool // the slots where False is written over True
	exceeded bool           // more markings than the limit, or ten times as many transitions
}

func explore(g *graph.Graph, mode Mode, limit int) *explorer {
	var starts []graph.ID
	for i, n := range g.Nodes {
		if n.Start {
			starts = append(starts, graph.ID(i))
		}
	}
	return exploreFrom(g, mode, strings.Repeat("0", g.Slots()), starts, limit)
}

// exploreFrom begins at a marking, with some nodes armed besides.
func exploreFrom(g *graph.Graph, mode Mode, begin string, armed []graph.ID, limit int) *explorer {
	x := &explorer{
		g: g, mode: mode, next: map[string][]string{}, depth: map[string]int{},
		fired: map[graph.ID]bool{}, over: map[int32]bool{}, lost: map[int32]bool{},
	}
	first := append(slices.Clone(armed), x.fireable(begin)...)
	slices.Sort(first)
	if first = slices.Compact(first); len(first) == 0 && !strings.Contains(begin, "1") {
		return x
	}
	for _, m := range x.tick(begin, first) {
		x.reach(m, 1)
	}
	transitions := 0
	for i := 0; i < len(x.order); i++ {
		m := x.order[i]
		if fired := x.fireable(m); len(fired) > 0 {
			x.next[m] = x.tick(m, fired)
		}
		for _, to := range x.next[m] {
			x.reach(to, x.depth[m]+1)
		}
		transitions += len(x.next[m])
		if len(x.order) > limit || transitions > 10*limit {
			x.exceeded = true
			return x
		}
	}
	return x
}

func (x *explorer) reach(m string, depth int) {
	if _, known := x.depth[m]; !known {
		x.depth[m] = depth
		x.order = append(x.order, m)
	}
}

func (x *explorer) fireable(m string) []graph.ID {
	var fired []graph.ID
	for i, n := range x.g.Nodes {
		own := x.slots(m, graph.ID(i))
		if n.Join == graph.Or && strings.Contains(own, "1") || n.Join == graph.And && own != "" && !strings.Contains(own, "0") {
			fired = append(fired, graph.ID(i))
		}
	}
	return fired
}

// slots answers the part of a marking that belongs to a node.
func (x *explorer) slots(m string, id graph.ID) string {
	return m[x.g.FirstSlot(id):x.g.FirstSlot(id+1)]
}

// tick answers all markings that a tick may lead to.
func (x *explorer) tick(before string, fired []graph.ID) []string {
	empty := []byte(before)
	for _, id := range fired {
		x.fired[id] = true
		for s := x.g.FirstSlot(id); s < x.g.FirstSlot(id+1); s++ {
			empty[s] = '0'
		}
	}
	markings := []string{string(empty)}
	for _, id := range fired {
		var more []string
		for _, m := range markings {
			for _, written := range x.ways(id) {
				after := []byte(m)
				for slot, token := range written {
					if empty[slot] == '1' {
						(map[byte]map[int32]bool{'1': x.over, '0': x.lost})[token][slot] = true
					}
					after[slot] = token
				}
				more = append(more, string(after))
			}
		}
		markings = more
	}
	sort.Strings(markings)
	return slices.Compact(markings)
}

// ways answers what a firing of a node may write into slots, one map for each way it can go.
func (x *explorer) ways(id graph.ID) []map[int32]byte {
	asks := 0
	for _, e := range x.g.Out(id) {
		asks = max(asks, int(e.Ask)+1)
	}
	mode := x.g.Nodes[id].Guards
	if x.mode.Guards != syntax.NoGuards {
		if mode = x.mode.Guards; asks < 2 {
			mode = syntax.Free
		}
	}
	var ways []map[int32]byte
	for answers := range 1 << asks {
		yes := 0
		for ask := range asks {
			yes += answers >> ask & 1
		}
		if (mode == syntax.Exclusive || mode == syntax.Xor) && yes > 1 || (mode == syntax.Exhaustive || mode == syntax.Xor) && yes == 0 {
			if asks > 0 {
				continue
			}
		}
		written := map[int32]byte{}
		for _, e := range x.g.Out(id) {
			written[e.Slot] = '1'
			if e.Ask >= 0 && answers>>e.Ask&1 == 0 {
				written[e.Slot] = '0'
			}
		}
		ways = append(ways, written)
	}
	if x.mode.Fail {
		written := map[int32]byte{}
		for _, e := range x.g.Out(id) {
			written[e.Slot] = '0'
		}
		ways = append(ways, written)
	}
	return ways
}

// reaching answers the markings from which one of the goals can be reached.
func (x *explorer) reaching(goal func(m string) bool) map[string]bool {
	in := map[string]bool{}
	for changed := true; changed; {
		changed = false
		for i := len(x.order) - 1; i >= 0; i-- {
			m := x.order[i]
			if !in[m] && (goal(m) || slices.ContainsFunc(x.next[m], func(to string) bool { return in[to] })) {
				in[m], changed = true, true
			}
		}
	}
	return in
}

// facts are what the explorer finds out, by name.
type facts struct {
	Starved     []string             `json:"starved"`
	Dead        []string             `json:"dead"`
	Termination string               `json:"termination"`
	CanStick    bool                 `json:"can_stick"`
	Overwrite   []string             `json:"overwrite"`
	Clobber     []string             `json:"clobber"`
	Lengths     map[string]starvedIn `json:"lengths"`
}

// starvedIn is how soon a join can starve, and be at rest with all its ancestors; 0 where it never comes to rest.
type starvedIn struct {
	Starved int `json:"starved_ticks"`
	Cone    int `json:"cone_ticks"`
}

func (x *explorer) facts() facts {
	f := facts{Starved: []string{}, Dead: []string{}, Lengths: map[string]starvedIn{}}
	idle := func(m string) bool { return len(x.fireable(m)) == 0 }
	for i, n := range x.g.Nodes {
		id := graph.ID(i)
		if !x.fired[id] {
			f.Dead = append(f.Dead, n.Name)
		}
		if n.Join != graph.And || len(x.g.Producers(id)) < 2 {
			continue
		}
		if in := x.starvedIn(id); in.Starved > 0 {
			f.Starved = append(f.Starved, n.Name)
			f.Lengths[n.Name] = in
		}
	}
	for _, m := range x.order {
		f.CanStick = f.CanStick || idle(m) && strings.Contains(m, "1")
	}
	may := x.reaching(idle)
	switch {
	case len(x.order) > 0 && len(may) == 0:
		f.Termination = "never"
	case len(may) < len(x.order):
		f.Termination = "livelock"
	case x.endless():
		f.Termination = "may_diverge"
	default:
		f.Termination = "always"
	}
	f.Overwrite, f.Clobber = slotNames(x.g, x.over), slotNames(x.g, x.lost)
	return f
}

func (x *explorer) starvedIn(id graph.ID) starvedIn {
	may := x.reaching(func(m string) bool { return slices.Contains(x.fireable(m), id) })
	above := x.ancestors(id)
	var in starvedIn
	for _, m := range x.order {
		if may[m] || !strings.Contains(x.slots(m, id), "1") {
			continue
		}
		if in.Starved == 0 {
			in.Starved = x.depth[m]
		}
		rest := !slices.ContainsFunc(x.fireable(m), func(f graph.ID) bool { return above[f] })
		if rest && in.Cone == 0 {
			in.Cone = x.depth[m]
		}
	}
	return in
}

// mayFire reports whether a node can still fire where a trace says that it never does any more.
func (x *explorer) mayFire(id graph.ID, t *Trace) bool {
	m := bytes.Repeat([]byte{'0'}, x.g.Slots())
	for _, slot := range t.Whole(x.g).Ticks[t.Lead-1].True {
		m[slot] = '1'
	}
	return x.reaching(func(m string) bool { return slices.Contains(x.fireable(m), id) })[string(m)]
}

func (x *explorer) ancestors(id graph.ID) map[graph.ID]bool {
	above := map[graph.ID]bool{id: true}
	for changed := true; changed; {
		changed = false
		for _, e := range x.g.Edges() {
			if above[e.To] && !above[e.From] {
				above[e.From], changed = true, true
			}
		}
	}
	return above
}

// endless reports whether some run goes on for ever: whether markings are left when those without a way on are taken away
// again and again.
func (x *explorer) endless() bool {
	ends := map[string]bool{}
	for changed := true; changed; {
		changed = false
		for i := len(x.order) - 1; i >= 0; i-- {
			m := x.order[i]
			if !ends[m] && !slices.ContainsFunc(x.next[m], func(to string) bool { return !ends[to] }) {
				ends[m], changed = true, true
			}
		}
	}
	return len(ends) < len(x.order)
}

// slotNames answers slots as "consumer<-producer", sorted.
func slotNames(g *graph.Graph, slots map[int32]bool) []string {
	names := []string{}
	for i, n := range g.Nodes {
		for j, p := range g.Producers(graph.ID(i)) {
			if slots[g.FirstSlot(graph.ID(i))+int32(j)] {
				names = append(names, n.Name+"<-"+g.Nodes[p].Name)
			}
		}
	}
	sort.Strings(names)
	return names
}
