package graph

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/syntax"
)

// Written is a graph as a text that can be kept: it stands for the graph also where joins are not what the text says.
type Written struct {
	Name  string            `json:"name"`  // what the text is called
	Text  string            `json:"text"`  //
	Joins map[string]string `json:"joins"` // "AND" or "OR", by the node whose join is not what the text says; never nil
}

// Written answers the graph as a text.
func (g *Graph) Written() Written {
	w := Written{Name: g.Source.Name, Text: g.Source.Text, Joins: map[string]string{}}
	tree, _ := syntax.Parse(g.Source)
	plain, _ := Build(tree)
	for id := range min(len(plain.Nodes), len(g.Nodes)) {
		if n := &g.Nodes[id]; n.Join != plain.Nodes[id].Join {
			w.Joins[n.Name] = n.Join.String()
		}
	}
	return w
}

// Graph answers the graph that is written. It fails with the errors of the text, or when a join is neither AND nor OR or
// of no node.
func (w *Written) Graph() (*Graph, error) {
	tree, found := syntax.Parse(diag.NewSource(w.Name, w.Text))
	g, faults := Build(tree)
	if err := append(found, faults...).Err(); err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(w.Joins)) {
		id, known := g.Lookup(name)
		switch join := w.Joins[name]; {
		case !known:
			return nil, fmt.Errorf("the graph has no node `%s` to change the join of", name)
		case join == And.String():
			g = g.WithJoin(And, id)
		case join == Or.String():
			g = g.WithJoin(Or, id)
		default:
			return nil, errors.New("the join `" + join + "` is neither AND nor OR")
		}
	}
	return g, nil
}
