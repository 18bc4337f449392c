package proof

import (
	"math"
	"math/bits"
	"slices"

	"github.com/tickflow/tickflow/runtime/graph"
)

// region is a part of a net that nothing outside of it can influence: some nodes with all their ancestors. Nodes that
// never fire are left out, and so are the slots that they read or write. A marking of the region is a row of words, one bit per
// slot.
type region struct {
	n       *net
	cells   []cell // in node order
	words   int    // of a marking, at least one
	endless bool   // some cell may fire for ever

	slots    []int32 // by bit: the slot, or -1 for a bit that none has
	consumer []int32 // by bit: the cell
}

// cell is one node of a region.
type cell struct {
	id      graph.ID
	any     bool   // fires on any of its bits
	inert   bool   // fires on none: it waits for a node that never fires
	first   int32  // the first of its bits
	bits    int32  // how many
	own     []part // all of its bits
	out     []part // the bits that it writes
	always  []part // those of out that each of its firings sets
	choices []choice
	partial bool // choices are not all
}

// scratch is memory for the making of regions; it belongs to one goroutine.
type scratch struct {
	cell  []int32    // by node: its cell, plus one
	above []graph.ID // what the last call of ancestors has answered
}

func newScratch(n *net) *scratch { return &scratch{cell: make([]int32, len(n.g.Nodes))} }

// newRegion makes the region of some nodes. The targets belong to it whether they are live or not. It answers nil when
// the budget is over before it is done.
func newRegion(f *fixpoints, targets []graph.ID, s *scratch, b *budget) *region {
	ids := ancestors(f.n, f.live, targets, s, b)
	if b.over() != NoLimit {
		return nil
	}
	slices.Sort(ids)
	r := &region{n: f.n, cells: make([]cell, len(ids))}
	for i, id := range ids {
		s.cell[id] = int32(i) + 1
		r.cells[i] = cell{id: id}
		r.endless = r.endless || f.endless[id]
	}
	r.number(f.live)
	for i := range r.cells {
		if c := &r.cells[i]; f.live[c.id] {
			r.connect(c, s)
		}
	}
	for _, id := range ids {
		s.cell[id] = 0
	}
	return r
}

// ancestors answers the targets and the live nodes above them, until it is called with that scratch again. Some are missing
// when the budget is over.
func ancestors(n *net, live []bool, targets []graph.ID, s *scratch, b *budget) []graph.ID {
	above := s.above[:0]
	add := func(id graph.ID, mark int32) {
		if s.cell[id] == 0 {
			s.cell[id] = mark
			above = append(above, id)
		}
	}
	for _, id := range targets {
		add(id, 2)
	}
	for i := 0; i < len(above) && b.work >= 0; i++ {
		producers := n.g.Producers(above[i])
		for _, p := range producers {
			add(p, 1)
		}
		b.work -= workOfCell + len(producers)
	}
	s.above = above
	ids := above[:0]
	for _, id := range above {
		if live[id] || s.cell[id] == 2 {
			ids = append(ids, id)
		}
		s.cell[id] = 0
	}
	return ids
}

// number gives every slot that ever holds a token a bit, by consumer. The bits of one node lie in one word where they can.
func (r *region) number(live []bool) {
	for i := range r.cells {
		c := &r.cells[i]
		first := r.n.g.FirstSlot(c.id)
		producers := r.n.g.Producers(c.id)
		if room := -len(r.slots) & 63; room < len(producers) && len(producers) <= 64 {
			r.pad(room)
		}
		c.first = int32(len(r.slots))
		for j, p := range producers {
			if live[p] || r.n.token(first+int32(j)) {
				bit := len(r.slots)
				c.own = addBit(c.own, bit)
				r.slots = append(r.slots, first+int32(j))
				r.consumer = append(r.consumer, int32(i))
			}
		}
		c.any = !r.n.and(c.id) || len(producers) == 1
		c.bits = int32(len(r.slots)) - c.first
		c.inert = r.n.and(c.id) && int(c.bits) < len(producers)
	}
	if r.pad(-len(r.slots) & 63); len(r.slots) == 0 {
		r.pad(64)
	}
	r.words = len(r.slots) / 64
}

func (r *region) pad(bits int) {
	for range bits {
		r.slots = append(r.slots, -1)
		r.consumer = append(r.consumer, -1)
	}
}

// connect finds out what a cell writes.
func (r *region) connect(c *cell, s *scratch) {
	var plain []part
	var asked []askedBit
	for _, slot := range r.n.out(c.id) {
		to := s.cell[r.n.consumer[slot]] - 1
		if to < 0 {
			continue
		}
		bit := r.bit(&r.cells[to], slot)
		c.out = addBit(c.out, bit)
		if ask := r.n.writer[slot]; ask < 0 {
			plain = addBit(plain, bit)
		} else {
			asked = append(asked, askedBit{ask, bit})
		}
	}
	c.choose(r.n, plain, asked)
}

// bit answers the bit of a slot, given its consumer's cell.
func (r *region) bit(consumer *cell, slot int32) int {
	first := int(consumer.first)
	at, _ := slices.BinarySearch(r.slots[first:first+int(consumer.bits)], slot)
	return first + at
}

// fireable appends the cells that a marking lets fire, in node order.
func (r *region) fireable(fired []int32, marking []uint64) []int32 {
	for w, rest := range marking {
		for ; rest != 0; rest &= rest - 1 {
			bit := int32(w*64 + bits.TrailingZeros64(rest))
			at := r.consumer[bit]
			if at < 0 {
				continue
			}
			c := &r.cells[at]
			switch {
			case c.inert:
			case c.any:
				if len(fired) == 0 || fired[len(fired)-1] != at {
					fired = append(fired, at)
				}
			case bit == c.first && covers(marking, c.own):
				fired = append(fired, at)
			}
		}
	}
	return fired
}

// mark adds a bit, to be found in the answer, that every firing of a cell sets and nothing takes away.
func (r *region) mark(at int32) []part {
	bit := addBit(nil, len(r.slots))
	r.pad(64)
	r.words++
	c := &r.cells[at]
	c.always = append(slices.Clone(c.always), bit[0])
	return bit
}

// starts appends the cells that fire in the first tick, in node order.
func (r *region) starts(fired []int32) []int32 {
	for i := range r.cells {
		if r.n.first[r.cells[i].id] {
			fired = append(fired, int32(i))
		}
	}
	return fired
}

// ids answers the nodes of the region.
func (r *region) ids() []graph.ID {
	ids := make([]graph.ID, len(r.cells))
	for i := range r.cells {
		ids[i] = r.cells[i].id
	}
	return ids
}

// leadingTo answers a node and those of its ancestors that belong to a set, in node order.
func (n *net) leadingTo(id graph.ID, set []bool) []graph.ID {
	ids := ancestors(n, set, []graph.ID{id}, newScratch(n), &budget{work: math.MaxInt})
	slices.Sort(ids)
	return ids
}

// initial answers the marking that the runs begin at.
func (r *region) initial() []uint64 {
	marking := make([]uint64, r.words)
	for bit, slot := range r.slots {
		if slot >= 0 && r.n.token(slot) {
			marking[bit/64] |= 1 << (bit % 64)
		}
	}
	return marking
}
