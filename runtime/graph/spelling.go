package graph

import "github.com/tickflow/tickflow/runtime/diag"

// spellingBudget bounds how many names all "did you mean" of one text are compared with, so that a large text full of
// unknown names stays fast to check; beyond it the findings go without a suggestion.
const spellingBudget = 2_000_000

// spelling finds the node that a person most likely meant.
type spelling struct {
	names []string
	spent int
}

func (s *spelling) closest(g *Graph, name string) string {
	if s.spent += len(g.Nodes); s.spent > spellingBudget && s.spent > len(g.Nodes) {
		return ""
	}
	if s.names == nil {
		for i := range g.Nodes {
			s.names = append(s.names, g.Nodes[i].Name)
		}
	}
	return diag.Closest(name, s.names)
}
