package proof

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tickflow/tickflow/runtime/graph"
)

// Story tells a trace in the words of someone who has drawn a chart and knows nothing of nets: nodes fire, reach others,
// and wait.
type Story struct {
	n     *net
	t     *Trace
	among []bool // by node
	live  []bool // by node
	freed []bool // by node: live if the join fired; nil until that is asked
	never bool   // the join fires in no other run either
}

// NewStory tells a trace of the whole graph, with all that its nodes do, whether they lead to the join or not.
func NewStory(g *graph.Graph, t *Trace) *Story {
	n := newNet(g, t.Mode, t.From)
	s := newStory(n, n.least(false, nil), t)
	for id := range s.among {
		s.among[id] = true
	}
	return s
}

// newStory tells a trace as far as it is about the nodes that lead to the join.
func newStory(n *net, live []bool, t *Trace) *Story {
	s := &Story{n: n, t: t, live: live, among: make([]bool, len(n.g.Nodes))}
	for _, id := range t.Among {
		s.among[id] = true
	}
	return s
}

func (n *net) name(id graph.ID) string { return "`" + n.g.Nodes[id].Name + "`" }

// list answers names as prose has them: `A`, `B` and `C`; of many, the first few.
func (n *net) list(ids []graph.ID) string {
	const most = 6
	names := make([]string, 0, most)
	for _, id := range ids[:min(len(ids), most)] {
		names = append(names, n.name(id))
	}
	if more := len(ids) - most; more > 0 {
		names = append(names, strconv.Itoa(more)+" more")
	}
	return sequence(names)
}

func sequence(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// Ends answers the producers of the join that have reached it at the end of the trace, and those that have not,
// in slot order.
func (s *Story) Ends() (holds, lacks []graph.ID) {
	last := s.t.Ticks[len(s.t.Ticks)-1].True
	first := s.n.g.FirstSlot(s.t.Node)
	for i, p := range s.n.g.Producers(s.t.Node) {
		if hasSlot(last, first+int32(i)) {
			holds = append(holds, p)
		} else {
			lacks = append(lacks, p)
		}
	}
	return holds, lacks
}

// Headline says in one sentence what goes wrong.
func (s *Story) Headline() string {
	holds, lacks := s.Ends()
	again := ""
	if !slices.ContainsFunc(lacks, func(p graph.ID) bool { return !s.came(p) }) {
		again = " again"
	}
	return fmt.Sprintf("%s can wait for ever: %s reached it, but %s never will%s", s.n.name(s.t.Node), s.has(holds), s.n.list(lacks), again)
}

// came reports whether a producer has reached the join before in the trace.
func (s *Story) came(p graph.ID) bool {
	ask := s.n.writer[s.n.slot(p, s.t.Node)]
	return slices.ContainsFunc(s.t.Ticks, func(t Tick) bool {
		f := t.firing(p)
		return f != nil && f.yes(ask)
	})
}

// Rule says what the join waits for.
func (s *Story) Rule() string {
	all := "all of "
	producers := s.n.g.Producers(s.t.Node)
	if len(producers) == 2 {
		all = "both "
	}
	return fmt.Sprintf("%s fires once %s%s have reached it", s.n.name(s.t.Node), all, s.n.list(producers))
}

// all answers the whole story: what the join waits for, at most so many ticks, the last ones, and the reasons.
func (s *Story) all(most int) []line {
	lines := []line{{s.t.Node, s.Rule()}}
	skip := max(len(s.t.Ticks)-most, 0)
	if skip > 0 {
		lines = append(lines, line{s.t.Node, fmt.Sprintf("(ticks 0 to %d are not shown)", skip-1)})
	}
	return append(append(lines, s.ticks(skip)...), s.reasons()...)
}

func (s *Story) has(ids []graph.ID) string {
	if len(ids) == 1 {
		return s.n.list(ids) + " has"
	}
	return s.n.list(ids) + " have"
}

// line is a sentence about one tick, or about one node.
type line struct {
	about graph.ID // the node that it is mostly about
	text  string
}

// ticks tells what happens from a tick on, one line for each tick.
func (s *Story) ticks(from int) []line {
	var lines []line
	for i := from; i < len(s.t.Ticks); i++ {
		l := line{s.t.Node, fmt.Sprintf("tick %d: %s", i, strings.Join(s.Tick(i), "; "))}
		if firings := s.t.Ticks[i].Firings; len(firings) > 0 {
			l.about = firings[0].Node
		}
		lines = append(lines, l)
	}
	return lines
}

// effort answers about how much work it is to tell the last ticks, so many at most.
func (s *Story) effort(most int) int {
	effort := len(s.among)
	for _, tick := range s.t.Ticks[max(len(s.t.Ticks)-most, 0):] {
		for _, f := range tick.Firings {
			effort += 1 + len(s.n.out(f.Node))
		}
	}
	return effort
}

// firingsAtMost is how many firings of one tick are told.
const firingsAtMost = 16

// Tick tells what happens in a tick of the trace, each firing in words of its own: "`S` fires (`need` is false) and reaches
// `Y`". Of very many it tells those that fail or ask guards, then others, and how many more there are. It answers at least
// one.
func (s *Story) Tick(i int) []string {
	var parts []string
	firings := s.t.Ticks[i].Firings
	told := firings
	if len(firings) > firingsAtMost {
		told = slices.Clone(firings)
		slices.SortStableFunc(told, func(f, g Firing) int { return g.weight() - f.weight() })
		told = told[:firingsAtMost-1]
		slices.SortFunc(told, func(f, g Firing) int { return int(f.Node - g.Node) })
	}
	for _, f := range told {
		parts = append(parts, s.firing(i, f))
	}
	if more := len(firings) - len(told); more > 0 {
		parts = append(parts, fmt.Sprintf("%d more fire", more))
	}
	if parts == nil {
		parts = []string{"nothing is left to fire"}
	}
	return parts
}

// firing tells one firing: "`S` fires (`need` is false) and reaches `Y`".
func (s *Story) firing(tick int, f Firing) string {
	text := s.n.name(f.Node) + " fires"
	if f.Failed {
		text = s.n.name(f.Node) + " fails"
	} else if said := s.said(f); said != "" {
		text += " (" + said + ")"
	}
	var reached, again, taken []graph.ID
	for _, slot := range s.n.out(f.Node) {
		to := s.n.consumer[slot]
		if !s.among[to] {
			continue
		}
		had, yes := s.had(tick, slot), f.yes(s.n.writer[slot])
		switch {
		case yes && had:
			again = append(again, to)
		case yes:
			reached = append(reached, to)
		case had:
			taken = append(taken, to)
		}
	}
	var effects []string
	for _, e := range []struct {
		text  string
		nodes []graph.ID
	}{{"reaches %s", reached}, {"comes to %s a second time, which counts only once", again}, {"takes back what it sent to %s", taken}} {
		if len(e.nodes) > 0 {
			effects = append(effects, fmt.Sprintf(e.text, s.n.list(e.nodes)))
		}
	}
	if len(effects) == 0 {
		return text
	}
	return text + " and " + strings.Join(effects, " and ")
}

// yes answers what a firing writes where a guard decides, or where none does.
func (f *Firing) yes(ask int32) bool { return !f.Failed && (ask < 0 || f.Answers[ask]) }

// weight tells how much a firing has to say where many do not fit.
func (f *Firing) weight() int {
	switch {
	case f.Failed:
		return 2
	case len(f.Answers) > 0:
		return 1
	}
	return 0
}

// said tells the answers of the guards that lead to nodes of the trace.
func (s *Story) said(f Firing) string {
	var parts []string
	names := s.n.guardNames(f.Node)
	for ask, yes := range f.Answers {
		if s.n.leads(f.Node, ask, s.among) {
			parts = append(parts, fmt.Sprintf("`%s` is %t", names[ask], yes))
		}
	}
	return sequence(parts)
}

// leads reports whether a guard of a node decides about a slot of one of some nodes.
func (n *net) leads(id graph.ID, ask int, to []bool) bool {
	return slices.ContainsFunc(n.out(id), func(slot int32) bool {
		return n.writer[slot] == int32(ask) && to[n.consumer[slot]]
	})
}

// had reports whether a slot already holds a token when a tick's firings write, because its consumer does not fire.
func (s *Story) had(tick int, slot int32) bool {
	had := s.n.token(slot)
	if tick > 0 {
		had = hasSlot(s.t.Ticks[tick-1].True, slot)
	}
	return had && !fires(s.t.Ticks[tick], s.n.consumer[slot])
}

func fires(t Tick, id graph.ID) bool {
	return t.firing(id) != nil
}

// firing answers a node's firing in the tick, or nil.
func (t *Tick) firing(id graph.ID) *Firing {
	at, ok := slices.BinarySearchFunc(t.Firings, id, func(f Firing, id graph.ID) int { return int(f.Node - id) })
	if !ok {
		return nil
	}
	return &t.Firings[at]
}

func hasSlot(slots []int32, slot int32) bool {
	_, ok := slices.BinarySearch(slots, slot)
	return ok
}
