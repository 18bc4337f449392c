package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/proof"
)

// tickDiffers says what the engine did in a tick that the trace does not say, or "".
func (p *play) tickDiffers(i int, did proof.Tick) string {
	said := p.said.Ticks[i]
	if diff := p.firedDiffers(firedIn(said), firedIn(did)); diff != "" {
		return fmt.Sprintf("tick %d: %s", i, diff)
	}
	if diff := p.tokensDiffer(said.True, did.True); diff != "" {
		return fmt.Sprintf("tick %d: %s", i, diff)
	}
	return ""
}

func firedIn(t proof.Tick) []graph.ID {
	var ids []graph.ID
	for i := range t.Firings {
		ids = append(ids, t.Firings[i].Node)
	}
	return ids
}

// firedDiffers compares who fires.
func (p *play) firedDiffers(said, did []graph.ID) string {
	missing, more := without(said, did), without(did, said)
	switch {
	case missing != nil && more != nil:
		return fmt.Sprintf("the trace says %s, the engine fired %s", p.fires(missing), p.names(more))
	case missing != nil && did == nil:
		return fmt.Sprintf("the trace says %s, the engine fired nothing", p.fires(missing))
	case missing != nil:
		return fmt.Sprintf("the trace says %s, the engine fired only %s", p.fires(missing), p.names(did))
	case more != nil && said == nil:
		return "the trace says nothing fires, the engine fired " + p.names(more)
	case more != nil:
		return fmt.Sprintf("the trace says only %s, the engine fired %s too", p.fires(said), p.names(more))
	}
	return ""
}

// tokensDiffer compares who has been reached.
func (p *play) tokensDiffer(said, did []int32) string {
	if missing := without(said, did); missing != nil {
		return fmt.Sprintf("the trace says %s then, in the engine it has not", p.reached(missing[0]))
	}
	if more := without(did, said); more != nil {
		return fmt.Sprintf("in the engine %s then, the trace says it has not", p.reached(more[0]))
	}
	return ""
}

// endDiffers says what keeps the end from being one at which the join waits for ever, or "".
func (p *play) endDiffers() string {
	join, end := p.said.Node, len(p.said.Ticks)
	last := p.did.Ticks[end-1].True
	after := fmt.Sprintf("after tick %d: the trace says ", end-1)
	held := len(heldBy(p.graph, join, last))
	switch {
	case held == 0:
		return after + fmt.Sprintf("%s waits, in the engine nothing has reached it", p.names([]graph.ID{join}))
	case canFire(p.graph, join, held):
		return after + fmt.Sprintf("%s waits, in the engine it can fire", p.names([]graph.ID{join}))
	case p.said.Cycle < 0:
		if left := within(p.run.Fireable(), p.said.Among); left != nil {
			return after + fmt.Sprintf("nothing that leads to %s is left to fire, in the engine %s can", p.names([]graph.ID{join}), p.names(left))
		}
		return ""
	}
	for i := p.said.Cycle; i < end; i++ {
		if slices.Contains(firedIn(p.did.Ticks[i]), join) {
			return fmt.Sprintf("tick %d: the trace says %s waits, the engine fired it", i, p.names([]graph.ID{join}))
		}
	}
	return ""
}

// repeatDiffers says what is other than in an earlier tick, which should have come again, or "".
func (p *play) repeatDiffers(earlier int, did proof.Tick) string {
	said := within(firedIn(p.said.Ticks[earlier]), p.said.Among)
	if diff := p.firedDiffers(said, within(firedIn(did), p.said.Among)); diff != "" {
		return fmt.Sprintf("tick %d, which should be tick %d again: %s", p.tick-1, earlier, diff)
	}
	return ""
}

// roundDiffers says what is other after a further round than before it, or "".
func (p *play) roundDiffers(tokens []int32) string {
	among := func(slots []int32) []int32 {
		var kept []int32
		for _, id := range p.said.Among {
			for _, producer := range within(heldBy(p.graph, id, slots), p.said.Among) {
				kept = append(kept, p.graph.FirstSlot(id)+int32(slices.Index(p.graph.Producers(id), producer)))
			}
		}
		return kept
	}
	before := p.said.Ticks[len(p.said.Ticks)-1].True
	if diff := p.tokensDiffer(among(before), among(tokens)); diff != "" {
		return fmt.Sprintf("after tick %d, which should be tick %d again: %s", p.tick-1, len(p.said.Ticks)-1, diff)
	}
	return ""
}

// without answers what is in one list and not in another, in order; nil if there is none.
func without[T comparable](list, other []T) []T {
	if slices.Equal(list, other) {
		return nil // mostly, and lists may be long
	}
	var rest []T
	for _, x := range list {
		if !slices.Contains(other, x) {
			rest = append(rest, x)
		}
	}
	return rest
}

// within answers what is in both lists.
func within[T comparable](list, other []T) []T {
	var both []T
	for _, x := range list {
		if slices.Contains(other, x) {
			both = append(both, x)
		}
	}
	return both
}

// reached says of a slot with a token what that means.
func (p *play) reached(slot int32) string {
	for i := range p.graph.Nodes {
		id := graph.ID(i)
		if slot < p.graph.FirstSlot(id+1) {
			producer := p.graph.Producers(id)[slot-p.graph.FirstSlot(id)]
			return p.names([]graph.ID{producer}) + " has reached " + p.names([]graph.ID{id})
		}
	}
	return ""
}

func (p *play) fires(ids []graph.ID) string {
	if len(ids) == 1 {
		return p.names(ids) + " fires"
	}
	return p.names(ids) + " fire"
}

// names answers "`A`, `B` and `C`"; of many, the first few.
func (p *play) names(ids []graph.ID) string {
	const most = 6
	var names []string
	for _, id := range ids[:min(len(ids), most)] {
		names = append(names, "`"+p.graph.Nodes[id].Name+"`")
	}
	if more := len(ids) - most; more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
