package main

import (
	"fmt"
	"strings"

	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/proof"
)

// tellPlays prints what happened, one play after the other.
func (c *console) tellPlays(plays []*play) {
	different := 0
	for i, p := range plays {
		if i > 0 {
			fmt.Fprintln(c.out)
		}
		c.tellPlay(p)
		if p.differs != "" {
			different++
		}
	}
	switch {
	case len(plays) == 0:
		fmt.Fprintln(c.out, "there are no traces in it: no join was found that can wait for ever")
	case len(plays) > 1 && different == 0:
		fmt.Fprintf(c.out, "\n%s played, the engine does what they say\n", count(len(plays), "trace"))
	case len(plays) > 1:
		fmt.Fprintf(c.out, "\n%s played, in %d of them the engine does something else\n", count(len(plays), "trace"), different)
	}
}

func (c *console) tellPlay(p *play) {
	story := proof.NewStory(p.graph, p.did)
	join := p.names([]graph.ID{p.did.Node})
	if p.differs == "" {
		fmt.Fprintln(c.out, c.paintOut.in(bold, story.Headline()))
	} else {
		fmt.Fprintln(c.out, c.paintOut.in(bold, "the engine does not do what the trace of "+join+" says"))
	}
	for i, t := range p.did.Ticks {
		c.tellTick(i, story.Tick(i))
		for _, line := range p.standing(t.True) {
			fmt.Fprintln(c.out, "  then "+line)
		}
		if p.differs == "" && p.did.Cycle >= 0 && !p.edited && i == p.did.Lead-1 {
			fmt.Fprintf(c.out, "  from here on %s can never fire\n", join)
		}
	}
	if p.differs != "" {
		fmt.Fprintln(c.out, c.paintOut.in(red, p.differs))
		return
	}
	fmt.Fprintf(c.out, "%s\n", c.paintOut.in(bold, fmt.Sprintf("after tick %d:", len(p.did.Ticks)-1)))
	for _, line := range p.ending(story) {
		fmt.Fprintln(c.out, "  "+line)
	}
}

// tellTick prints what happens in a tick, each firing on a line.
func (c *console) tellTick(number int, firings []string) {
	head := fmt.Sprintf("tick %d:", number)
	fmt.Fprintln(c.out, c.paintOut.in(bold, head)+" "+firings[0])
	for _, firing := range firings[1:] {
		fmt.Fprintln(c.out, strings.Repeat(" ", len(head)+1)+firing)
	}
}

// standing says where the tokens are, node by node; of many nodes, the first few.
func (p *play) standing(tokens []int32) []string {
	const most = 8
	var lines []string
	nodes := 0
	for i := range p.graph.Nodes {
		id := graph.ID(i)
		held := heldBy(p.graph, id, tokens)
		if held == nil {
			continue
		}
		if nodes++; nodes > most {
			continue
		}
		lines = append(lines, p.stands(id, held))
	}
	if nodes > most {
		lines = append(lines, count(nodes-most, "more node")+" can fire or wait")
	}
	return lines
}

// stands says how a node stands that some have reached: "`M` waits: `A` has reached it, `D` has not".
func (p *play) stands(id graph.ID, held []graph.ID) string {
	name, have := p.names([]graph.ID{id}), p.names(held)+" has"
	if len(held) > 1 {
		have = p.names(held) + " have"
	}
	if canFire(p.graph, id, len(held)) {
		return fmt.Sprintf("%s can fire: %s reached it", name, have)
	}
	lacks := without(p.graph.Producers(id), held)
	have = fmt.Sprintf("%s waits: %s reached it, %s has not", name, have, p.names(lacks))
	if len(lacks) > 1 {
		have = have[:len(have)-len("has not")] + "have not"
	}
	return have
}

// ending says what the join waits for, why that does not come, and that this stays so.
func (p *play) ending(story *proof.Story) []string {
	_, lacks := story.Ends()
	lines := []string{story.Rule()}
	for _, producer := range lacks {
		lines = append(lines, story.Reason(producer))
	}
	if p.repeated {
		from, to := p.did.Cycle, len(p.did.Ticks)-1
		again := fmt.Sprintf("ticks %d to %d were played once more, and all was as before", from, to)
		if from == to {
			again = fmt.Sprintf("tick %d was played once more, and all was as before", from)
		}
		lines = append(lines, again)
	}
	return append(lines, p.closing(story), "the engine did in every tick what the trace says")
}

// closing says why the join waits for ever. Where nothing is left to fire, or what is left is played, everybody can see
// it; that no other way leads out of it was proved, of the graph that the trace was found in.
func (p *play) closing(story *proof.Story) string {
	if p.edited && p.did.Cycle >= 0 {
		return "whether other answers of guards could free " + p.names([]graph.ID{p.did.Node}) + " is not known, as the graph was edited; `tickflow check` can tell"
	}
	return story.Closing()
}
