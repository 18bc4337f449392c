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
	Node    string
	Holds   []string // the producers whose token it holds
	Lacks   []string // the producers it waits for
	Since   int      // the tick since which, at the latest, it has held a token all the time; -1 if that is not known
	Reasons []string // for each of Lacks why its token is not there: "D fired at tick 4, its guard `ok` was false"
	Failed  []string // the nodes whose failed firing is behind it: of Lacks, or of what those wait for in their turn
	Behind  []string // the joins that wait in their turn and so keep Lacks from coming, a nearest one for each
}

// What answers who waits for whom: "M has been waiting for D since tick 2 with a token from A".
func (w Waiting) What() string {
	since := ""
	if w.Since >= 0 {
		since = fmt.Sprintf(" since tick %d", w.Since)
	}
	return fmt.Sprintf("%s has been waiting for %s%s with a token from %s", w.Node, some(w.Lacks, ", ", " and "), since, some(w.Holds, ", ", " and "))
}

// String answers What with the reasons: "M has been waiting for D since tick 2 with a token from A: D failed at tick 1".
func (w Waiting) String() string { return w.What() + ": " + some(w.Reasons, ", and ", ", and ") }

// some puts texts in a row, of many the first few.
func some(texts []string, between, last string) string {
	const most = 6
	end := len(texts) - 1
	switch {
	case end > most:
		return strings.Join(texts[:most], between) + fmt.Sprintf(" and %d more", end+1-most)
	case end < 1:
		return strings.Join(texts, "")
	}
	return strings.Join(texts[:end], between) + last + texts[end]
}

// Waiting answers the joins that hold a token and are not fireable, in node order. It looks at every node. What it says
// comes from the marking and from when nodes have last fired, so that it is the same after a restore.
func (r *Run) Waiting() []Waiting {
	var waiting []Waiting
	var why *reasons
	for i := range r.cells {
		c := &r.cells[i]
		if !c.waits() {
			continue
		}
		if why == nil {
			why = r.findReasons()
		}
		waiting = append(waiting, r.waiting(graph.ID(i), why))
	}
	return waiting
}

func (r *Run) waiting(id graph.ID, why *reasons) Waiting {
	c := &r.cells[id]
	w := Waiting{Node: c.name, Since: -1}
	for j, producer := range r.net.Producers(id) {
		slot := c.first + int32(j)
		p := &r.cells[producer]
		if r.slots[slot] {
			w.Holds = append(w.Holds, p.name)
			if p.count > 0 && (w.Since < 0 || p.last().tick < w.Since) {
				w.Since = p.last().tick
			}
			continue
		}
		w.Lacks = append(w.Lacks, p.name)
		w.Reasons = append(w.Reasons, why.of(producer, id, slot))
		if failed := why.failed(producer, id); failed != nobody && !slices.Contains(w.Failed, r.cells[failed].name) {
			w.Failed = append(w.Failed, r.cells[failed].name)
		}
		if join := why.join(producer, id); join != nobody && !slices.Contains(w.Behind, r.cells[join].name) {
			w.Behind = append(w.Behind, r.cells[join].name)
		}
	}
	return w
}

// waits reports whether a node is an AND-join that holds a token and lacks another.
func (c *cell) waits() bool { return c.full > 0 && !c.or && c.full < c.slots }

const nobody graph.ID = -1

// firedSince reports whether a node has fired after another has, or in the same tick: what the other took is older.
func (r *Run) firedSince(producer, node graph.ID) bool {
	p, n := &r.cells[producer], &r.cells[node]
	return p.count > 0 && (n.count == 0 || p.last().tick >= n.last().tick)
}

// failedLast reports whether the last firing of a node failed.
func (r *Run) failedLast(id graph.ID) bool {
	c := &r.cells[id]
	return c.count > 0 && c.last().status != record.OK
}
