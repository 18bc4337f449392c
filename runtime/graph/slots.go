package graph

import (
	"slices"
	"strings"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/syntax"
)

// connect numbers the slots, puts the edges in their final order and gives every node its default inputs and guard mode.
func (b *builder) connect() {
	b.numberSlots()
	b.orderEdges()
	b.defaultInputs()
}

// numberSlots gives each (consumer, producer) pair one slot: by consumer, then in the order the text first connects them.
func (b *builder) numberSlots() {
	g := b.g
	starts, order := bucket(len(g.Nodes), len(b.edges), func(i int) ID { return b.edges[i].To })
	g.slotStart = make([]int32, len(g.Nodes)+1)
	g.producers = make([]ID, 0, len(b.edges))
	slotOf := make([]int32, len(g.Nodes)) // the latest slot each producer writes; below the consumer's first one it is another consumer's
	for i := range slotOf {
		slotOf[i] = -1
	}
	writer := make([]int32, 0, len(b.edges)) // by slot: the edge that last wrote it in text order
	for n := range g.Nodes {
		first := int32(len(g.producers))
		for _, e := range order[starts[n]:starts[n+1]] {
			edge := &b.edges[e]
			if slotOf[edge.From] < first {
				slotOf[edge.From] = int32(len(g.producers))
				g.producers = append(g.producers, edge.From)
				writer = append(writer, e)
			} else {
				b.parallel(edge, &b.edges[writer[slotOf[edge.From]]])
				writer[slotOf[edge.From]] = e
			}
			edge.Slot = slotOf[edge.From]
		}
		g.slotStart[n+1] = int32(len(g.producers))
	}
}

func (b *builder) parallel(later, earlier *Edge) {
	from, to := b.g.Nodes[later.From].Name, b.g.Nodes[later.To].Name
	b.report(diag.Diagnostic{
		Code: diag.ParallelEdges, Severity: diag.Warning, Span: later.Span,
		Msg:     "a second edge from `" + from + "` to `" + to + "` writes the same slot: what this one writes wins",
		Hint:    "keep one of them, or lead one through a node of its own",
		Related: []diag.Related{{Source: b.source, Span: earlier.Span, Msg: "the earlier edge from `" + from + "` to `" + to + "`"}},
	})
}

// orderEdges groups the edges by source and numbers each source's distinct guards.
func (b *builder) orderEdges() {
	g := b.g
	starts, order := bucket(len(g.Nodes), len(b.edges), func(i int) ID { return b.edges[i].From })
	g.outStart, g.edges = starts, make([]Edge, len(b.edges))
	asker := make([]ID, len(g.GuardNames)) // by guard: the node that last named it, plus one
	ask := make([]int32, len(g.GuardNames))
	for n := range g.Nodes {
		asks := int32(0)
		for i := starts[n]; i < starts[n+1]; i++ {
			e := b.edges[order[i]]
			e.Ask = -1
			if e.Guard >= 0 {
				if asker[e.Guard] != ID(n)+1 {
					asker[e.Guard], ask[e.Guard] = ID(n)+1, asks
					asks++
				}
				e.Ask = ask[e.Guard]
			}
			g.edges[i] = e
		}
		if asks >= 2 {
			g.Nodes[n].Guards = syntax.Xor
		}
	}
	b.edges = nil
}

// defaultInputs lets every node read the latest fire of each producer, in the order of their names.
func (b *builder) defaultInputs() {
	g := b.g
	inputs := make([]Input, len(g.producers))
	for slot, p := range g.producers {
		inputs[slot].Producer = p
	}
	for n := range g.Nodes {
		from, to := g.slotStart[n], g.slotStart[n+1]
		if from == to {
			continue
		}
		own := inputs[from:to:to]
		if len(own) > 1 {
			slices.SortFunc(own, func(x, y Input) int {
				return strings.Compare(g.Nodes[x.Producer].Name, g.Nodes[y.Producer].Name)
			})
		}
		g.Nodes[n].Inputs = own
	}
}

// bucket groups items 0..items-1 by number: bucket n's items are order[starts[n]:starts[n+1]], in their old order.
func bucket(buckets, items int, of func(i int) ID) (starts, order []int32) {
	starts = make([]int32, buckets+1)
	for i := range items {
		starts[of(i)+1]++
	}
	for n := range buckets {
		starts[n+1] += starts[n]
	}
	next := slices.Clone(starts[:buckets])
	order = make([]int32, items)
	for i := range items {
		n := of(i)
		order[next[n]] = int32(i)
		next[n]++
	}
	return starts, order
}

// report adds a finding in the builder's text.
func (b *builder) report(d diag.Diagnostic) {
	d.Source = b.source
	b.found = append(b.found, d)
}
