package engine

import (
	"slices"

	"github.com/tickflow/tickflow/runtime/graph"
)

// ready tells whether a node fires in the next tick.
func (c *cell) ready() bool {
	return c.armed || c.full > 0 && (c.or || c.full == c.slots)
}

// findFireable finds the fireable nodes by looking at all of them: after a restore or remap, never after a tick.
func (r *Run) findFireable() {
	r.fireable = r.fireable[:0]
	for i := range r.cells {
		if r.cells[i].ready() {
			r.fireable = append(r.fireable, graph.ID(i))
		}
	}
}

// write sets a slot and remembers its consumer as touched.
func (r *Run) write(slot int32, consumer graph.ID, token bool) {
	c := &r.cells[consumer]
	if !c.touched {
		c.touched = true
		r.scratch.touched = append(r.scratch.touched, consumer)
	}
	if r.slots[slot] == token {
		return
	}
	r.slots[slot] = token
	if token {
		c.full++
		r.marked++
	} else {
		c.full--
		r.marked--
	}
}

// consume takes all tokens of a node that fires, and disarms it.
func (r *Run) consume(c *cell) {
	c.armed = false
	if c.full > 0 {
		clear(r.slots[c.first : c.first+c.slots])
		r.marked -= int(c.full)
		c.full = 0
	}
}

// settle makes the next tick's fireable nodes from those touched in this one: all that were fireable have fired, so no
// other node can have become so.
func (r *Run) settle() {
	r.fireable = r.fireable[:0]
	for _, id := range r.scratch.touched {
		c := &r.cells[id]
		c.touched = false
		if c.ready() {
			r.fireable = append(r.fireable, id)
		}
	}
	r.scratch.touched = r.scratch.touched[:0]
	if !slices.IsSorted(r.fireable) {
		slices.Sort(r.fireable)
	}
}

// SlotPair names a slot by its consumer and its producer.
type SlotPair struct{ Consumer, Producer string }

// Marking is where the tokens are, by name.
type Marking struct {
	Slots       []SlotPair // the True slots, in slot order
	ArmedStarts []string   // in node order
}

// Marking answers where the tokens are. It looks at every slot.
func (r *Run) Marking() Marking {
	var m Marking
	for i := range r.cells {
		c := &r.cells[i]
		if c.armed {
			m.ArmedStarts = append(m.ArmedStarts, c.name)
		}
		if c.full == 0 {
			continue
		}
		for j, p := range r.net.Producers(graph.ID(i)) {
			if r.slots[int(c.first)+j] {
				m.Slots = append(m.Slots, SlotPair{c.name, r.cells[p].name})
			}
		}
	}
	return m
}
