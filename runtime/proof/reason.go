package proof

import (
	"fmt"
	"slices"

	"github.com/tickflow/tickflow/runtime/graph"
)

// reasonsAtMost is for how many producers it is told why they do not come.
const reasonsAtMost = 4

// reasons tells, for each producer that the join lacks, why it does not come; then, why nothing changes any more.
func (s *Story) reasons() []line {
	_, lacks := s.Ends()
	var lines []line
	for _, p := range lacks[:min(len(lacks), reasonsAtMost)] {
		lines = append(lines, line{p, s.Reason(p)})
	}
	lines = append(lines, line{s.t.Node, s.Closing()})
	if s.never {
		lines = append(lines, line{s.t.Node, "nor does it fire in any other run" + s.fromHere()})
	}
	return lines
}

// Closing says why the join will wait for ever.
func (s *Story) Closing() string {
	join := s.n.name(s.t.Node)
	end := len(s.t.Ticks)
	switch {
	case s.t.Cycle < 0:
		return fmt.Sprintf("after that, nothing that leads to %s is left to fire, so it waits for ever", join)
	case s.t.Cycle == end:
		return fmt.Sprintf("after that, others keep firing, but whatever they do, %s waits for ever", join)
	case s.t.Cycle == end-1:
		return fmt.Sprintf("tick %d can repeat for ever, and whatever else happens, %s waits for ever", s.t.Cycle, join)
	}
	return fmt.Sprintf("ticks %d to %d can repeat for ever, and whatever else happens, %s waits for ever", s.t.Cycle, end-1, join)
}

// Reason says why a producer does not reach the join any more.
func (s *Story) Reason(p graph.ID) string {
	tick, f := s.last(p)
	switch {
	case p == s.t.Node && !s.live[p]:
		return fmt.Sprintf("%s waits for itself too, and cannot reach itself before it has fired", s.n.name(p))
	case !s.live[p] && s.needs(p):
		return fmt.Sprintf("%s cannot fire before %s has, so the two wait for each other", s.n.name(p), s.n.name(s.t.Node))
	case !s.live[p]:
		return s.n.name(p) + s.neverFires()
	case f == nil:
		return s.unreached(p)
	case f.Failed:
		return fmt.Sprintf("%s failed at tick %d", s.n.name(p), tick)
	}
	slot := s.n.slot(p, s.t.Node)
	if ask := s.n.writer[slot]; !f.yes(ask) {
		return fmt.Sprintf("%s fired at tick %d, but then its guard `%s` was false", s.n.name(p), tick, s.n.guardNames(p)[ask])
	}
	used := tick + 1
	for used < len(s.t.Ticks)-1 && !fires(s.t.Ticks[used], s.t.Node) {
		used++
	}
	return fmt.Sprintf("%s fired for the last time at tick %d, and %s has used that at tick %d",
		s.n.name(p), tick, s.n.name(s.t.Node), used)
}

// neverFires and fromHere end a sentence about all runs: those from a marking on leave out what has been before.
func (s *Story) neverFires() string {
	if s.t.From != nil {
		return " never fires from here on"
	}
	return " fires in no run at all"
}

func (s *Story) fromHere() string {
	if s.t.From != nil {
		return " from here on"
	}
	return ""
}

// last answers the last firing of a node in the trace, or nil.
func (s *Story) last(id graph.ID) (tick int, f *Firing) {
	for i := len(s.t.Ticks) - 1; i >= 0; i-- {
		if f := s.t.Ticks[i].firing(id); f != nil {
			return i, f
		}
	}
	return 0, nil
}

// slot answers the slot between two nodes.
func (n *net) slot(from, to graph.ID) int32 {
	return n.g.FirstSlot(to) + int32(slices.Index(n.g.Producers(to), from))
}

// dead answers those that the join lacks because they fire in no run, whatever it does.
func (s *Story) dead() []graph.ID {
	_, lacks := s.Ends()
	return slices.DeleteFunc(lacks, func(p graph.ID) bool { return s.live[p] || s.needs(p) })
}

// enteredByLoop reports whether all that the join lacks waits for the join in its turn.
func (s *Story) enteredByLoop() bool {
	_, lacks := s.Ends()
	return !slices.ContainsFunc(lacks, func(p graph.ID) bool { return s.live[p] || !s.needs(p) })
}

// failure reports whether a firing of the trace fails.
func (s *Story) failure() bool {
	return slices.ContainsFunc(s.t.Ticks, func(t Tick) bool {
		return slices.ContainsFunc(t.Firings, func(f Firing) bool { return f.Failed })
	})
}

// needs reports whether a node that never fires could do so if the join did.
func (s *Story) needs(p graph.ID) bool {
	if s.freed == nil {
		s.freed = s.n.least(false, nil, s.t.Node)
	}
	return s.freed[p]
}

// unreached says why a node has not fired: the nearest firing above it that went another way, or failed. Where a join on the
// way there holds a token and waits like this one, that is said too, since the node has then been reached, or nearly so.
func (s *Story) unreached(p graph.ID) string {
	text := s.n.name(p) + " was not reached"
	via, cause := s.obstacle(p)
	switch {
	case s.waits(p):
		text = s.n.name(p) + " waits in its turn"
	case len(via) > 0:
		text += ", since " + s.n.name(via[0]) + " waits in its turn"
	case cause == "":
		return s.n.name(p) + " has not fired"
	}
	if cause != "" {
		text += ", because " + cause
	}
	return text
}

// obstacle answers what keeps a node from firing, "" if that is not known, and the joins above it on the way there that wait
// in their turn, the nearest first.
func (s *Story) obstacle(p graph.ID) (via []graph.ID, cause string) {
	seen := map[graph.ID]bool{p: true}
	for open := []graph.ID{p}; len(open) > 0; {
		id := open[0]
		open = open[1:]
		joins := len(via)
		for _, above := range s.n.g.Producers(id) {
			tick, f := s.last(above)
			switch ask := s.n.writer[s.n.slot(above, id)]; {
			case f == nil && (seen[above] || !s.live[above]):
			case f == nil:
				seen[above] = true
				open = append(open, above)
				if len(via) == joins && above != s.t.Node && s.waits(above) {
					via = append(via, above)
				}
			case f.Failed:
				return via[:joins], fmt.Sprintf("%s failed at tick %d", s.n.name(above), tick)
			case !f.yes(ask):
				return via[:joins], fmt.Sprintf("at tick %d the guard `%s` of %s was false", tick, s.n.guardNames(above)[ask], s.n.name(above))
			}
		}
		if len(via) > joins { // the way leads on from there alone
			open = append(open[:0], via[joins])
		}
	}
	return via, ""
}

// waits reports whether a node is an AND-join that holds a token at the end of the trace and lacks another.
func (s *Story) waits(id graph.ID) bool {
	last := s.t.Ticks[len(s.t.Ticks)-1].True
	holds, lacks := false, false
	for slot := s.n.g.FirstSlot(id); slot < s.n.g.FirstSlot(id+1); slot++ {
		if hasSlot(last, slot) {
			holds = true
		} else {
			lacks = true
		}
	}
	return s.n.and(id) && holds && lacks
}

// behind answers the joins that wait in their turn, and for no other such join, and so keep from being reached what this one
// lacks: of the producers that reasons tells of.
func (s *Story) behind() []graph.ID {
	_, lacks := s.Ends()
	var joins []graph.ID
	for _, p := range lacks[:min(len(lacks), reasonsAtMost)] {
		if _, f := s.last(p); f != nil || !s.live[p] || p == s.t.Node {
			continue
		}
		via, _ := s.obstacle(p)
		switch {
		case len(via) > 0:
			p = via[len(via)-1]
		case !s.waits(p):
			continue
		}
		if !slices.Contains(joins, p) {
			joins = append(joins, p)
		}
	}
	return joins
}
