package engine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/record"
)

// Waiting is an AND-join that holds a token and waits for others.
type Waiting struct {
	Node   string
	Holds  []string // the producers whose token it holds
	Lacks  []string // the producers it waits for
	Failed []string // the nodes whose failed firing is behind it: of Lacks, or of what those wait for in their turn
}

// String answers a sentence: "M holds a token from A and waits for D, whose last firing failed".
func (w Waiting) String() string {
	s := fmt.Sprintf("%s holds a token from %s and waits for %s", w.Node, strings.Join(w.Holds, ", "), strings.Join(w.Lacks, ", "))
	switch {
	case len(w.Failed) == 0:
		return s
	case len(w.Lacks) == 1 && w.Lacks[0] == w.Failed[0]:
		return s + ", whose last firing failed"
	}
	return s + " (the last firing of " + strings.Join(w.Failed, ", ") + " failed)"
}

// Waiting answers the joins that hold a token and are not fireable, in node order. It looks at every node.
func (r *Run) Waiting() []Waiting {
	var waiting []Waiting
	var culprits []graph.ID
	for i := range r.cells {
		c := &r.cells[i]
		if c.full == 0 || c.or || c.full == c.slots {
			continue
		}
		if culprits == nil {
			culprits = r.culprits()
		}
		w := Waiting{Node: c.name}
		for j, p := range r.net.Producers(graph.ID(i)) {
			if r.slots[int(c.first)+j] {
				w.Holds = append(w.Holds, r.cells[p].name)
				continue
			}
			w.Lacks = append(w.Lacks, r.cells[p].name)
			if r.keepsWaiting(p, graph.ID(i), culprits) {
				if name := r.cells[culprits[p]].name; !slices.Contains(w.Failed, name) {
					w.Failed = append(w.Failed, name)
				}
			}
		}
		waiting = append(waiting, w)
	}
	return waiting
}

const nobody graph.ID = -1

// culprits answers, for each node, a nearest one whose failed firing keeps it from firing or has been its own last one, or
// nobody.
func (r *Run) culprits() []graph.ID {
	of := make([]graph.ID, len(r.cells))
	var reached []graph.ID
	for i := range r.cells {
		of[i] = nobody
		if c := &r.cells[i]; c.count > 0 && c.last.status != record.OK {
			of[i] = graph.ID(i)
			reached = append(reached, graph.ID(i))
		}
	}
	for at := 0; at < len(reached); at++ {
		p := reached[at]
		for _, e := range r.net.Out(p) {
			if of[e.To] == nobody && !r.slots[e.Slot] && r.keepsWaiting(p, e.To, of) {
				of[e.To] = of[p]
				reached = append(reached, e.To)
			}
		}
	}
	return of
}

// keepsWaiting reports whether a node lacks the token of a producer because of the producer's culprit: the producer failed
// after the node had last fired, or has not fired since.
func (r *Run) keepsWaiting(producer, node graph.ID, culprits []graph.ID) bool {
	p, n := &r.cells[producer], &r.cells[node]
	firedSince := p.count > 0 && (n.count == 0 || p.last.tick >= n.last.tick)
	switch culprits[producer] {
	case nobody:
		return false
	case producer:
		return firedSince
	}
	return !firedSince
}
