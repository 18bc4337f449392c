package proof

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tickflow/tickflow/runtime/graph"
)

// fit demands that the file's scripts are about its graph: that all they name is there, and that they say all there is
// to know of each firing.
func (f *TraceFile) fit() error {
	seen := map[string]bool{}
	n := newNet(f.Graph, Mode{}, nil)
	for i, s := range f.Scripts {
		path := fmt.Sprintf("traces[%d]", i)
		if s == nil {
			return fault(path, "there is no trace")
		}
		if seen[s.Node] {
			return fault(path+".node", "there is a trace of `%s` already", s.Node)
		}
		seen[s.Node] = true
		if err := n.fitScript(s, path); err != nil {
			return err
		}
	}
	return nil
}

// fitScript checks one script. The errors of all checks are *TraceFileErrors.
func (n *net) fitScript(s *Script, path string) error {
	if err := n.known(path+".node", s.Node); err != nil {
		return err
	}
	if id, _ := n.g.Lookup(s.Node); !n.isJoin(id) {
		return unfit(path+".node", "`%s` never waits: it is no AND-join of two or more", s.Node)
	}
	if _, ok := ParseMode(s.Mode); !ok {
		return fault(path+".mode", "there is no mode `%s`", s.Mode)
	}
	if s.From != nil {
		if err := n.fitMarking(s.From, path+".from"); err != nil {
			return err
		}
	}
	if err := n.fitAmong(s, path+".among"); err != nil {
		return err
	}
	ticks := len(s.Ticks)
	switch {
	case ticks == 0:
		return fault(path+".ticks", "there are none")
	case s.Lead < 1 || s.Lead > ticks:
		return fault(path+".lead", "%d is not within the %d ticks", s.Lead, ticks)
	case s.CycleFrom != nil && (*s.CycleFrom < 0 || *s.CycleFrom > ticks):
		return fault(path+".cycle_from", "there is no tick %d", *s.CycleFrom)
	}
	for i := range s.Ticks {
		if err := n.fitTick(&s.Ticks[i], i, fmt.Sprintf("%s.ticks[%d]", path, i)); err != nil {
			return err
		}
	}
	return nil
}

// fitAmong demands that a script is about the nodes that decide about its join: nothing else can free it.
func (n *net) fitAmong(s *Script, path string) error {
	if err := n.known(path, s.Among...); err != nil {
		return err
	}
	begun := newNet(n.g, Mode{}, nil)
	if s.From != nil {
		begun.set(n.marking(s.From))
	}
	join, _ := n.g.Lookup(s.Node)
	leads := n.nodeNames(begun.leadingTo(join, begun.least(false, nil)))
	if slices.Equal(leads, s.Among) {
		return nil
	}
	for _, name := range leads {
		if !slices.Contains(s.Among, name) {
			return unfit(path, "`%s` leads to `%s` too", name, s.Node)
		}
	}
	return unfit(path, "these are not the nodes that lead to `%s` and ever fire, in the order of the graph's text", s.Node)
}

func (n *net) fitMarking(m *ScriptMarking, path string) error {
	if err := n.knownSlots(path+".slots", m.True); err != nil {
		return err
	}
	if err := n.known(path+".armed_starts", m.Armed...); err != nil {
		return err
	}
	for _, name := range m.Armed {
		if id, _ := n.g.Lookup(name); !n.g.Nodes[id].Start {
			return unfit(path+".armed_starts", "`%s` is no start", name)
		}
	}
	return nil
}

func (n *net) fitTick(t *ScriptTick, number int, path string) error {
	if t.Tick != number {
		return fault(path+".tick", "this is tick %d, not %d", number, t.Tick)
	}
	if err := n.known(path+".fire", t.Fire...); err != nil {
		return err
	}
	if err := n.knownSlots(path+".true_after", t.True); err != nil {
		return err
	}
	before := graph.ID(-1)
	for _, name := range t.Fire {
		id, _ := n.g.Lookup(name)
		if id <= before {
			return unfit(path+".fire", "`%s` is not in the order of the graph's text", name)
		}
		before = id
	}
	for _, name := range t.Failed {
		if !slices.Contains(t.Fire, name) {
			return fault(path+".failed", "`%s` does not fire in this tick", name)
		}
	}
	return n.fitGuards(t, path+".guards")
}

// fitGuards checks that a tick says what each guard answers that is asked in it, and nothing more.
func (n *net) fitGuards(t *ScriptTick, path string) error {
	asked := map[string]bool{}
	for _, name := range t.Fire {
		if slices.Contains(t.Failed, name) {
			continue
		}
		id, _ := n.g.Lookup(name)
		for _, guard := range n.guardNames(id) {
			asked[name+"."+guard] = true
			if _, ok := t.Guards[name+"."+guard]; !ok {
				return unfit(path, "what the guard `%s` of `%s` answers is missing", guard, name)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(t.Guards)) {
		if !asked[name] {
			return unfit(path, "`%s` is not asked in this tick", name)
		}
	}
	return nil
}

// known demands that the graph has nodes of some names.
func (n *net) known(path string, names ...string) error {
	for _, name := range names {
		if _, ok := n.g.Lookup(name); !ok {
			return unfit(path, "the graph has no node `%s`", name)
		}
	}
	return nil
}

// knownSlots demands that the graph has slots of some names.
func (n *net) knownSlots(path string, names []string) error {
	for _, name := range names {
		if n.slotOf(name) < 0 {
			return unfit(path, "the graph has no edge for `%s`", name)
		}
	}
	return nil
}

// slotOf answers the slot named "consumer<-producer", or -1.
func (n *net) slotOf(name string) int32 {
	consumer, producer, _ := strings.Cut(name, "<-")
	to, known := n.g.Lookup(consumer)
	from, also := n.g.Lookup(producer)
	if !known || !also {
		return -1
	}
	at := slices.Index(n.g.Producers(to), from)
	if at < 0 {
		return -1
	}
	return n.g.FirstSlot(to) + int32(at)
}
