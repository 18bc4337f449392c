package graph

import (
	"slices"

	"github.com/tickflow/tickflow/runtime/syntax"
)

// WithJoin answers a graph like g in which the given nodes have another join, And or Or. It shares everything else with
// g, its Source included: the text still says what it said. An id that g does not have is ignored.
func (g *Graph) WithJoin(join syntax.Join, nodes ...ID) *Graph {
	changed := *g
	changed.Nodes = slices.Clone(g.Nodes)
	for _, n := range nodes {
		if n >= 0 && int(n) < len(changed.Nodes) {
			changed.Nodes[n].Join = join
		}
	}
	changed.digest = changed.sum()
	return &changed
}
