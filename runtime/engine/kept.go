package engine

import (
	"context"
	"slices"

	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/value"
)

// outcome is what a finished body came to, as its firing's record has it.
type outcome struct {
	digest string
	output value.Value
	state  value.Value
	status record.Status
	err    string
	odd    []oddity // what the body has warned of
}

// remember keeps what finished bodies came to for the next try of the tick. A failure that a body answered while its
// context ended may be for that alone, so such a body is run again.
func (r *Run) remember(ctx context.Context, calls []call) {
	ended := ctx.Err() != nil
	for i := range calls {
		c := &calls[i]
		f := c.view.firing
		if !c.done || c.view.cell.body == nil || ended && f.Status != record.OK {
			continue
		}
		if r.kept == nil {
			r.kept = map[graph.ID]outcome{}
		}
		odd := slices.DeleteFunc(slices.Clone(c.view.odd), func(o oddity) bool { return o.guard != "" }) // guards are asked again
		r.kept[c.view.node] = outcome{r.behaviors.Digest(), f.Output, f.State, f.Status, f.Error, odd}
	}
}

// recall takes the result that the body came to when this tick was tried before.
func (c *call) recall(r *Run) bool {
	if r.kept == nil {
		return false
	}
	o, ok := r.kept[c.view.node]
	if !ok || o.digest != r.behaviors.Digest() {
		return false
	}
	f := c.view.firing
	f.Output, f.State, f.Status, f.Error = o.output, o.state, o.status, o.err
	c.view.odd = append(c.view.odd[:0], o.odd...)
	return true
}

// keepFrom takes over what a tick of the graph before, tried in vain, has left for its next try: its time, and the results
// of the nodes whose body is still called in the same way.
func (r *Run) keepFrom(old *Run) {
	r.time.known, r.time.ms = old.time.known, old.time.ms
	for before, o := range old.kept {
		id, ok := r.net.Lookup(old.cells[before].name)
		if !ok || !sameCall(old.net, before, r.net, id) {
			continue
		}
		if r.kept == nil {
			r.kept = map[graph.ID]outcome{}
		}
		r.kept[id] = o
	}
}

// sameCall reports whether two graphs call the body of a node in the same way: the same one, with the same inputs.
func sameCall(g *graph.Graph, n graph.ID, other *graph.Graph, m graph.ID) bool {
	a, b := &g.Nodes[n], &other.Nodes[m]
	return a.Body == b.Body && sameBind(a.Bind, b.Bind) && slices.EqualFunc(a.Inputs, b.Inputs, func(x, y graph.Input) bool {
		return x.K == y.K && g.Nodes[x.Producer].Name == other.Nodes[y.Producer].Name
	})
}

func sameBind(a, b *graph.Bind) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Named == b.Named && slices.Equal(a.Fields, b.Fields) && slices.Equal(a.Inputs, b.Inputs)
}
