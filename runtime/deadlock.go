package runtime

import (
	"fmt"

	"github.com/tickflow/tickflow/runtime/check"
	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
)

// Suggestion says that an AND-join may wait forever: two of its producers lie on branches of a splitter of which only one
// is taken. Promoting the join to OR lets it fire on either.
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

// Suggestions answers which joins of the program may wait forever, in node order.
func (p *Program) Suggestions() []Suggestion {
	list := make([]Suggestion, len(p.suggestions))
	for i, s := range p.suggestions {
		name := func(id graph.ID) string { return p.graph.Nodes[id].Name }
		list[i] = Suggestion{name(s.Node), name(s.Splitter), [2]string{name(s.Producers[0]), name(s.Producers[1])}}
	}
	return list
}

// DeadlockError says that a program has joins that may wait forever.
type DeadlockError struct{ Suggestions []Suggestion }

// Error answers a sentence per join and what to do.
func (e *DeadlockError) Error() string {
	msg := "the graph may deadlock"
	for _, s := range e.Suggestions {
		msg += "\n  " + s.String()
	}
	return msg + "\nmake them OR-joins (NODE.join: OR, or Promote), or allow the deadlock"
}

func (p *Program) refuse(allowed bool) error {
	if allowed || len(p.suggestions) == 0 {
		return nil
	}
	return &DeadlockError{Suggestions: p.Suggestions()}
}

// Promote answers the program with the joins of the given suggestions made OR-joins. What is left to suggest may differ.
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
