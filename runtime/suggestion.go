package runtime

import (
	"fmt"

	"github.com/tickflow/tickflow/runtime/check"
	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
)

// Suggestion is what the structural rule says of a join: two of its producers lie on branches of a splitter of which only
// one is taken. The rule looks at the drawing alone: it misses joins that can wait for ever, and objects to some that
// cannot. Deadlocks decides.
type Suggestion struct {
	Node      string    `json:"node"`
	Splitter  string    `json:"splitter"`
	Producers [2]string `json:"producers"`
}

// String answers a sentence.
func (s Suggestion) String() string {
	return fmt.Sprintf("%s waits for both %s and %s, but %s takes only one of the ways that lead there",
		s.Node, s.Producers[0], s.Producers[1], s.Splitter)
}

// Suggestions answers what the structural rule says, in node order.
func (p *Program) Suggestions() []Suggestion {
	list := make([]Suggestion, len(p.suggestions))
	for i, s := range p.suggestions {
		list[i] = named(p.graph, s)
	}
	return list
}

func named(g *graph.Graph, s check.Suggestion) Suggestion {
	name := func(id graph.ID) string { return g.Nodes[id].Name }
	return Suggestion{name(s.Node), name(s.Splitter), [2]string{name(s.Producers[0]), name(s.Producers[1])}}
}

// Promote answers the program with the joins of the given suggestions made OR-joins; nothing but their Node counts. What is
// left of deadlocks and suggestions may differ. It answers an error when the graph has no node of such a name.
func (p *Program) Promote(suggestions ...Suggestion) (*Program, error) {
	var chosen []check.Suggestion
	text := p.source.Text
	for _, s := range suggestions {
		id, ok := p.graph.Lookup(s.Node)
		if !ok {
			return nil, fmt.Errorf("there is no node %s to promote", s.Node)
		}
		chosen = append(chosen, check.Suggestion{Node: id})
		text += "\n" + s.Node + ".join: OR" // the last of several counts
	}
	if len(chosen) > 0 {
		text += "\n"
	}
	return assemble(diag.NewSource(p.source.Name, text), check.Promote(p.graph, chosen...), p.behaviors, p.written)
}
