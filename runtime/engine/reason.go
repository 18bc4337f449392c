package engine

import (
	"fmt"

	"github.com/tickflow/tickflow/runtime/graph"
)

// reasons tell why tokens are not where they are waited for. Nothing is kept for them while a run ticks: a node that lacks
// the token of a producer that has fired since got False from that producer's last firing, so that this failed or its
// guard answered False.
type reasons struct {
	run    *Run
	behind []refusal  // by node: a nearest firing that keeps it from being reached
	fails  []refusal  // by node: a nearest one that failed
	joins  []graph.ID // by node: a nearest join that waits and keeps it from being reached, itself if it is one, or nobody
	writer []int32    // by slot: the last edge that writes it, an index into the graph's edges
}

// refusal is a firing that wrote False into a slot.
type refusal struct {
	node graph.ID // nobody if there is none
	slot int32
}

func (r *Run) findReasons() *reasons {
	w := &reasons{run: r, writer: make([]int32, len(r.slots))}
	for i, e := range r.net.Edges() {
		w.writer[e.Slot] = int32(i)
	}
	w.behind = w.spread(func(id graph.ID) bool { return r.cells[id].count > 0 })
	w.fails = w.spread(r.failedLast)
	w.spreadJoins()
	return w
}

// spreadJoins finds, for each node, a nearest join above it that waits.
func (w *reasons) spreadJoins() {
	r := w.run
	w.joins = make([]graph.ID, len(r.cells))
	var reached []graph.ID
	for id := range w.joins {
		w.joins[id] = nobody
		if r.cells[id].waits() {
			w.joins[id] = graph.ID(id)
			reached = append(reached, graph.ID(id))
		}
	}
	for at := 0; at < len(reached); at++ {
		id := reached[at]
		for _, e := range r.net.Out(id) {
			if w.joins[e.To] == nobody && !r.slots[e.Slot] && !r.firedSince(id, e.To) {
				w.joins[e.To] = w.joins[id]
				reached = append(reached, e.To)
			}
		}
	}
}

// join answers the waiting join that keeps a producer from reaching a node, or nobody.
func (w *reasons) join(producer, node graph.ID) graph.ID {
	if w.run.firedSince(producer, node) || w.joins[producer] == node {
		return nobody
	}
	return w.joins[producer]
}

// spread answers, for each node, a nearest firing above it of a node that from allows which keeps it from being reached.
func (w *reasons) spread(from func(graph.ID) bool) []refusal {
	r := w.run
	of := make([]refusal, len(r.cells))
	for id := range of {
		of[id].node = nobody
	}
	var reached []graph.ID
	for id := range r.cells {
		if !from(graph.ID(id)) {
			continue
		}
		for _, e := range r.net.Out(graph.ID(id)) {
			if of[e.To].node == nobody && !r.slots[e.Slot] && r.firedSince(graph.ID(id), e.To) {
				of[e.To] = refusal{graph.ID(id), e.Slot}
				reached = append(reached, e.To)
			}
		}
	}
	for at := 0; at < len(reached); at++ {
		id := reached[at]
		for _, e := range r.net.Out(id) {
			if of[e.To].node == nobody && !r.slots[e.Slot] && !r.firedSince(id, e.To) {
				of[e.To] = of[id]
				reached = append(reached, e.To)
			}
		}
	}
	return of
}

// failed answers the node whose failed firing is why a producer's token is not there, or nobody.
func (w *reasons) failed(producer, node graph.ID) graph.ID {
	switch {
	case !w.run.firedSince(producer, node):
		return w.fails[producer].node
	case w.run.failedLast(producer):
		return producer
	}
	return nobody
}

// of says why a node does not hold the token of a producer.
func (w *reasons) of(producer, node graph.ID, slot int32) string {
	p, n := &w.run.cells[producer], &w.run.cells[node]
	if w.run.firedSince(producer, node) {
		return w.refused(producer, slot)
	}
	text := p.name + " was never reached"
	switch {
	case p.count == 0:
	case p.last().tick < w.run.graphSince, n.last().tick < w.run.graphSince, w.run.net.Nodes[node].Start && n.count == 1:
		// It may have fired without that token.
		text = fmt.Sprintf("%s has not fired since %s did at tick %d", p.name, n.name, n.last().tick)
	default:
		text = fmt.Sprintf("%s used the token of %s at tick %d", n.name, p.name, n.last().tick)
	}
	b, j := w.fails[producer], w.join(producer, node)
	failed := b.node != nobody
	if !failed {
		b = w.behind[producer]
	}
	switch {
	case j == producer && p.count == 0:
		text = p.name + " waits in its turn"
	case j == producer:
		text += fmt.Sprintf(", and %s waits in its turn", p.name)
	case p.count > 0 && (b.node != nobody || j != nobody):
		text += fmt.Sprintf(", and %s was not reached again", p.name)
	}
	if j != nobody && j != producer && !failed {
		return text + fmt.Sprintf(", since %s waits in its turn", w.run.cells[j].name)
	}
	switch {
	case b.node != nobody:
		text += ", because " + w.because(b)
	case w.joins[producer] == node && p.count == 0:
		text += fmt.Sprintf(", since it waits for %s in its turn", n.name)
	}
	return text
}

// because is refused in other words, for the end of a sentence about another node.
func (w *reasons) because(b refusal) string {
	p, e := &w.run.cells[b.node], w.edge(b.slot)
	if e.Guard < 0 || w.run.failedLast(b.node) || p.last().tick < w.run.graphSince {
		return w.refused(b.node, b.slot)
	}
	return fmt.Sprintf("at tick %d the guard `%s` of %s was false", p.last().tick, w.run.net.GuardNames[e.Guard], p.name)
}

// edge answers the edge that decides what a slot holds.
func (w *reasons) edge(slot int32) *graph.Edge { return &w.run.net.Edges()[w.writer[slot]] }

// refused says how the last firing of a node left no token in a slot.
func (w *reasons) refused(producer graph.ID, slot int32) string {
	p := &w.run.cells[producer]
	e := w.edge(slot)
	switch {
	case w.run.failedLast(producer):
		return fmt.Sprintf("%s failed at tick %d", p.name, p.last().tick)
	case p.last().tick < w.run.graphSince:
		return fmt.Sprintf("%s fired at tick %d, before the graph was changed", p.name, p.last().tick)
	case e.Guard < 0:
		return fmt.Sprintf("%s fired at tick %d and left no token", p.name, p.last().tick)
	}
	return fmt.Sprintf("%s fired at tick %d, its guard `%s` was false", p.name, p.last().tick, w.run.net.GuardNames[e.Guard])
}
