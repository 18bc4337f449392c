package proof

import (
	"fmt"
	"slices"

	"github.com/tickflow/tickflow/runtime/graph"
)

// reasons tells, for each producer that the join lacks, why it does not come; then, why nothing changes any more.
func (s *Story) reasons() []line {
	_, lacks := s.Ends()
	var lines []line
	for _, p := range lacks[:min(len(lacks), 4)] {
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

// unreached says why a node has not fired: the nearest firing above it that went another way, or failed.
func (s *Story) unreached(p graph.ID) string {
	name := s.n.name(p)
	seen := map[graph.ID]bool{p: true}
	for open := []graph.ID{p}; len(open) > 0; open = open[1:] {
		for _, above := range s.n.g.Producers(open[0]) {
			tick, f := s.last(above)
			switch ask := s.n.writer[s.n.slot(above, open[0])]; {
			case f == nil:
				if s.live[above] && !seen[above] {
					seen[above] = true
					open = append(open, above)
				}
			case f.Failed:
				return fmt.Sprintf("%s was not reached, because %s failed at tick %d", name, s.n.name(above), tick)
			case !f.yes(ask):
				return fmt.Sprintf("%s was not reached, because at tick %d the guard `%s` of %s was false",
					name, tick, s.n.guardNames(above)[ask], s.n.name(above))
			}
		}
	}
	return name + " has not fired"
}
