package check

import (
	"slices"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
)

// inputs reports what nodes read from nodes without a body, and from nodes that write none of their slots.
func (r *report) inputs() {
	g := r.g
	r.found = slices.Grow(r.found, r.bodylessInputs())
	edgeOf := make([]diag.Span, g.Slots()) // by slot: its first edge
	for _, e := range g.Edges() {
		if edgeOf[e.Slot].Len() == 0 {
			edgeOf[e.Slot] = e.Span
		}
	}
	slotOf := make([]int32, len(g.Nodes)) // by producer: the slot it writes, if that belongs to the consumer at hand
	for i := range slotOf {
		slotOf[i] = -1
	}
	for i := range g.Nodes {
		n := graph.ID(i)
		first := g.FirstSlot(n)
		for k, p := range g.Producers(n) {
			slotOf[p] = first + int32(k)
		}
		for _, in := range g.Nodes[n].Inputs {
			slot := slotOf[in.Producer]
			produces := slot >= first && slot < g.FirstSlot(n+1)
			if !produces && !r.upstream(in.Producer, n) {
				continue // building the net has refused it
			}
			if g.Nodes[in.Producer].Body == "" && !r.forgot[in.Producer] {
				edge := diag.Span{}
				if produces {
					edge = edgeOf[slot]
				}
				r.bodyless(n, in, edge)
			}
			if !produces {
				r.nonProducer(n, in)
			}
		}
	}
}

// bodylessInputs counts the inputs from nodes without a body: large graphs may have nothing but these.
func (r *report) bodylessInputs() int {
	count := 0
	for i := range r.g.Nodes {
		for _, in := range r.g.Nodes[i].Inputs {
			if r.g.Nodes[in.Producer].Body == "" {
				count++
			}
		}
	}
	return count
}

// upstream tells whether a path leads from one node to another.
func (r *report) upstream(from, to graph.ID) bool {
	if r.reach == nil {
		r.reach = r.g.Reach()
	}
	return r.reach.Path(from, to)
}

// bodyless reports an input that nobody computes: a warning where the text asks for it, a hint where it is read by
// default, as a start that only sets things going is.
func (r *report) bodyless(consumer graph.ID, in graph.Input, edge diag.Span) {
	c, p := r.g.Nodes[consumer].Name, r.g.Nodes[in.Producer].Name
	d := diag.Diagnostic{
		Code: diag.BodylessProducer, Severity: diag.Warning, Span: in.Span,
		Msg:  "`" + c + "` reads `" + p + "`, which has no body and only passes on the first of its own inputs",
		Hint: "give it a body: `" + p + ".body: NAME`",
	}
	if len(r.g.Nodes[in.Producer].Inputs) == 0 {
		d.Msg = "`" + c + "` reads `" + p + "`, which has neither body nor inputs: its output is null"
	}
	if in.Span.Len() == 0 { // a default input: there is an edge
		d.Severity, d.Span = diag.Hint, edge
	}
	r.add(d)
}

// nonProducer reports an input that comes without a token: a hint where the text asks for a certain fire, which lies in
// the past anyway.
func (r *report) nonProducer(consumer graph.ID, in graph.Input) {
	c, p := r.g.Nodes[consumer].Name, r.g.Nodes[in.Producer].Name
	d := diag.Diagnostic{
		Code: diag.NonProducerInput, Severity: diag.Warning, Span: in.Span,
		Msg:  "`" + c + "` reads `" + p + "` without an edge from it: the value comes from history, and no token is waited for",
		Hint: "draw `" + p + "-->" + c + "` if `" + c + "` must wait for it",
	}
	if in.K > 0 {
		d.Severity = diag.Hint
	}
	r.add(d)
}
