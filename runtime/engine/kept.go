package engine

import (
	"context"

	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/value"
)

// outcome is what a finished body came to.
type outcome struct {
	digest  string
	output  value.Value
	state   value.Value
	failure *Failure
}

// remember keeps what finished bodies came to for the next try of the tick. A failure that a body answered while its
// context ended may be for that alone, so such a body is run again.
func (r *Run) remember(ctx context.Context, calls []call) {
	ended := ctx.Err() != nil
	for i := range calls {
		c := &calls[i]
		if !c.done || r.cells[c.view.node].body == nil || ended && c.failure != nil {
			continue
		}
		if r.kept == nil {
			r.kept = map[graph.ID]outcome{}
		}
		r.kept[c.view.node] = outcome{r.behaviors.Digest(), c.view.output, c.view.state, c.failure}
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
	c.view.output, c.view.state, c.failure = o.output, o.state, o.failure
	return true
}
