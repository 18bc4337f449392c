package proof

import (
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/syntax"
)

// net is a graph under a mode, indexed by slots: what several edges write into one slot is what the last of them writes.
type net struct {
	g      *graph.Graph
	mode   Mode
	asks   []int32         // by node: how many distinct guards it has
	guards []syntax.Guards // by node: what is assumed of them

	writer   []int32    // by slot: which of its producer's distinct guards decides what is written, or -1 for always True
	consumer []graph.ID // by slot
	outStart []int32    // the slots that node n writes are outSlot[outStart[n]:outStart[n+1]], in text order
	outSlot  []int32

	from   *Marking
	first  []bool // by node: it fires in the first tick
	tokens []bool // by slot: it holds a token before that; nil if none does
}

func newNet(g *graph.Graph, mode Mode, from *Marking) *net {
	nodes, slots := len(g.Nodes), g.Slots()
	n := &net{
		g: g, mode: mode, asks: make([]int32, nodes), guards: make([]syntax.Guards, nodes),
		writer: make([]int32, slots), consumer: make([]graph.ID, slots),
		outStart: make([]int32, nodes+1), outSlot: make([]int32, 0, slots),
	}
	edges := g.Edges()
	last := make([]int32, slots)
	for i := range edges {
		e := &edges[i]
		last[e.Slot], n.writer[e.Slot], n.consumer[e.Slot] = int32(i), e.Ask, e.To
		n.asks[e.From] = max(n.asks[e.From], e.Ask+1)
	}
	for i := range edges {
		if last[edges[i].Slot] == int32(i) {
			n.outSlot = append(n.outSlot, edges[i].Slot)
		}
		n.outStart[edges[i].From+1] = int32(len(n.outSlot))
	}
	for i := range g.Nodes {
		n.outStart[i+1] = max(n.outStart[i+1], n.outStart[i])
		n.guards[i] = mode.of(&g.Nodes[i], n.asks[i])
	}
	n.set(from)
	return n
}

// out answers the slots that a node writes, each once.
func (n *net) out(id graph.ID) []int32 { return n.outSlot[n.outStart[id]:n.outStart[id+1]] }

// and reports whether a node waits for all of its slots.
func (n *net) and(id graph.ID) bool { return n.g.Nodes[id].Join != graph.Or }

// isJoin reports whether a node is an AND-join that can hold a token and wait.
func (n *net) isJoin(id graph.ID) bool { return n.and(id) && len(n.g.Producers(id)) >= 2 }

// assumes reports whether the mode restricts what a node's guards may answer.
func (n *net) assumes(id graph.ID) bool { return n.asks[id] > 0 && n.guards[id] != syntax.Free }
