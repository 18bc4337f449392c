package proof

import (
	"slices"

	"github.com/tickflow/tickflow/runtime/graph"
)

// Script is a trace by name, as a run of the whole graph: what whoever replays it needs to know, and what should come out.
// It is written as JSON, in a TraceFile.
type Script struct {
	Node string `json:"node"` // the join that waits at the end
	Mode string `json:"mode"` // what was assumed, as Mode writes it
	// From is where the run begins; null if it begins with its starts.
	From *ScriptMarking `json:"from"`
	// Among has the join and those of its ancestors that ever fire: after the last tick none of them is fireable or, where
	// CycleFrom is a tick, their slots are as they were before it, and the ticks from it on repeat.
	Among     []string     `json:"among"`
	Lead      int          `json:"lead"`       // in so many ticks the run comes to where the join can never fire any more
	CycleFrom *int         `json:"cycle_from"` // null where nothing is left to fire; the number of ticks where what repeats is not shown
	Shortest  bool         `json:"shortest"`   // no run takes fewer ticks
	Ticks     []ScriptTick `json:"ticks"`
}

// ScriptMarking is a marking by name.
type ScriptMarking struct {
	True  []string `json:"slots"`        // the slots that hold a token, as "consumer<-producer"
	Armed []string `json:"armed_starts"` // the starts that have not fired yet
}

// ScriptTick is one tick of a script.
type ScriptTick struct {
	Tick   int             `json:"tick"`
	Fire   []string        `json:"fire"`       // in node order
	Guards map[string]bool `json:"guards"`     // what each guard of those nodes answers, by "node.guard"
	Failed []string        `json:"failed"`     // those of Fire that fail; their guards are not asked
	True   []string        `json:"true_after"` // the slots that hold a token after it, as "consumer<-producer", in slot order
}

// scriptsAtMost bounds how much all scripts of one graph may tell, counted in nodes and slots at ticks.
const scriptsAtMost = 1 << 23

// Scripts answers traces as scripts for the graph that they are about, in their order; those that are nil are left out. A
// script is about the whole graph, so that of very many traces of a very large graph only the first are answered, at least
// one.
func Scripts(g *graph.Graph, traces []*Trace) []*Script {
	scripts := []*Script{}
	left := scriptsAtMost
	for _, t := range traces {
		if t == nil {
			continue
		}
		if left -= (1 + len(t.Ticks)) * (len(g.Nodes) + g.Slots()); left < 0 && len(scripts) > 0 {
			break
		}
		scripts = append(scripts, t.Script(g))
	}
	return scripts
}

// Script answers the trace as a script for the graph that it is about.
func (t *Trace) Script(g *graph.Graph) *Script {
	s := &Script{
		Node: g.Nodes[t.Node].Name, Mode: t.Mode.String(), Lead: t.Lead, Shortest: t.Shortest, Ticks: []ScriptTick{},
	}
	n := newNet(g, t.Mode, t.From)
	if t.From != nil {
		s.From = &ScriptMarking{True: n.slotNames(t.From.True), Armed: n.nodeNames(t.From.Armed)}
	}
	if t.Cycle >= 0 {
		s.CycleFrom = &t.Cycle
	}
	s.Among = n.nodeNames(t.Among)
	for i, tick := range t.Whole(g).Ticks {
		s.Ticks = append(s.Ticks, n.scriptTick(i, tick))
	}
	return s
}

func (n *net) scriptTick(number int, t Tick) ScriptTick {
	s := ScriptTick{Tick: number, Fire: []string{}, Guards: map[string]bool{}, Failed: []string{}, True: n.slotNames(t.True)}
	for _, f := range t.Firings {
		name := n.g.Nodes[f.Node].Name
		s.Fire = append(s.Fire, name)
		if f.Failed {
			s.Failed = append(s.Failed, name)
			continue
		}
		for ask, guard := range n.guardNames(f.Node) {
			s.Guards[name+"."+guard] = f.Answers[ask]
		}
	}
	return s
}

// trace answers the script, which must fit, as a trace of the whole graph.
func (s *Script) trace(g *graph.Graph) *Trace {
	t := &Trace{Lead: s.Lead, Cycle: -1, Shortest: s.Shortest}
	t.Node, _ = g.Lookup(s.Node)
	t.Mode, _ = ParseMode(s.Mode)
	if s.CycleFrom != nil {
		t.Cycle = *s.CycleFrom
	}
	n := newNet(g, t.Mode, nil)
	if s.From != nil {
		t.From = n.marking(s.From)
	}
	t.Among = n.nodesNamed(s.Among)
	for i := range s.Ticks {
		tick := Tick{True: n.slotsNamed(s.Ticks[i].True)}
		for _, id := range n.nodesNamed(s.Ticks[i].Fire) {
			tick.Firings = append(tick.Firings, n.firing(&s.Ticks[i], id))
		}
		t.Ticks = append(t.Ticks, tick)
	}
	return t
}

func (n *net) marking(m *ScriptMarking) *Marking {
	return &Marking{True: n.slotsNamed(m.True), Armed: n.nodesNamed(m.Armed)}
}

// firing answers what a tick says of one node that fires in it.
func (n *net) firing(t *ScriptTick, id graph.ID) Firing {
	name := n.g.Nodes[id].Name
	if slices.Contains(t.Failed, name) {
		return Firing{Node: id, Failed: true}
	}
	f := Firing{Node: id}
	for _, guard := range n.guardNames(id) {
		f.Answers = append(f.Answers, t.Guards[name+"."+guard])
	}
	return f
}

func (n *net) nodesNamed(names []string) []graph.ID {
	var ids []graph.ID
	for _, name := range names {
		if id, ok := n.g.Lookup(name); ok {
			ids = append(ids, id)
		}
	}
	return ids
}

// slotsNamed answers slots in their order.
func (n *net) slotsNamed(names []string) []int32 {
	var slots []int32
	for _, name := range names {
		slots = append(slots, n.slotOf(name))
	}
	slices.Sort(slots)
	return slots
}

func (n *net) nodeNames(ids []graph.ID) []string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = n.g.Nodes[id].Name
	}
	return names
}

func (n *net) slotNames(slots []int32) []string {
	names := make([]string, len(slots))
	for i, slot := range slots {
		names[i] = n.g.Nodes[n.consumer[slot]].Name + "<-" + n.g.Nodes[n.producer(slot)].Name
	}
	return names
}

// guardNames answers the distinct guards of a node by number.
func (n *net) guardNames(id graph.ID) []string {
	var names []string
	for _, e := range n.g.Out(id) {
		if int(e.Ask) == len(names) {
			names = append(names, n.g.GuardNames[e.Guard])
		}
	}
	return names
}

// producer answers who writes a slot.
func (n *net) producer(slot int32) graph.ID {
	to := n.consumer[slot]
	return n.g.Producers(to)[slot-n.g.FirstSlot(to)]
}

// Answer answers what a guard says when a node fires in a tick; ok is false if the script does not say.
func (s *Script) Answer(tick int, node, guard string) (yes, ok bool) {
	if t := s.at(tick); t >= 0 {
		yes, ok = s.Ticks[t].Guards[node+"."+guard]
	}
	return yes, ok
}

// Fails reports whether a node's firing in a tick fails.
func (s *Script) Fails(tick int, node string) bool {
	t := s.at(tick)
	return t >= 0 && slices.Contains(s.Ticks[t].Failed, node)
}

// at answers the index of a tick; those behind the last one repeat the cycle. It is -1 if there is none.
func (s *Script) at(tick int) int {
	switch {
	case tick < 0:
		return -1
	case tick < len(s.Ticks):
		return tick
	case s.CycleFrom == nil || *s.CycleFrom < 0 || *s.CycleFrom >= len(s.Ticks):
		return -1
	}
	round := len(s.Ticks) - *s.CycleFrom
	return *s.CycleFrom + (tick-len(s.Ticks))%round
}
