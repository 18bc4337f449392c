package proof

import (
	"slices"

	"github.com/tickflow/tickflow/runtime/graph"
)

// watch looks at the states of a space for what matters about one join.
type watch struct {
	*space
	join    *Join
	reach   []bool   // by node: live as far as the fixpoints alone know; nil if the region goes by that
	cell    int32    // the join's
	feeders []feeder // who writes to it
	rest    int      // the state at rest with the join waiting that is reached first and cheapest, or -1
	from    int      // how many states there were when it was found
}

// feeder is a cell that writes to the join.
type feeder struct {
	cell       int32
	part       part // the bit that it writes
	slot       int32
	yes, no    bool // what it may write
	over, lost bool // a token was overwritten, or clobbered
}

// feed finds out who writes to the join.
func (w *watch) feed() {
	w.cell = int32(slices.IndexFunc(w.cells, func(c cell) bool { return c.id == w.join.Node }))
	first := int(w.cells[w.cell].first)
	for bit := first; bit < len(w.slots) && w.consumer[bit] == w.cell; bit++ {
		producer := w.n.g.Producers(w.join.Node)[w.slots[bit]-w.n.g.FirstSlot(w.join.Node)]
		f := feeder{part: part{int32(bit / 64), 1 << (bit % 64)}, slot: w.slots[bit]}
		at, fires := slices.BinarySearchFunc(w.cells, producer, func(c cell, id graph.ID) int { return int(c.id - id) })
		if !fires {
			continue // it holds a token from the beginning, and no other comes
		}
		f.cell = int32(at)
		for _, ch := range w.cells[at].choices {
			sets := has(ch.sets, f.part)
			f.yes, f.no = f.yes || sets, f.no || !sets
		}
		w.feeders = append(w.feeders, f)
	}
}

// among answers the join and those of its ancestors that ever fire as far as the fixpoints alone know. Joins that have been
// found to fire in no run belong to it, though they are not in the region.
func (w *watch) among() []graph.ID {
	if w.reach == nil {
		return w.ids()
	}
	return w.n.leadingTo(w.join.Node, w.reach)
}

// begin looks at the marking that the runs begin at.
func (w *watch) begin() {
	if w.n.from == nil {
		return
	}
	marking, fired := w.initial(), w.starts(nil)
	if w.waits(marking, fired) {
		w.losses(marking, fired)
	}
}

// look looks at the states of a level.
func (w *watch) look() {
	from, to := w.level()
	found := w.rest >= 0
	var fired []int32
	for i := from; i < to; i++ {
		marking := w.at(i)
		fired = w.region.fireable(fired[:0], marking)
		waits := w.waits(marking, fired)
		switch {
		case len(fired) == 0 && waits:
			if !found && (w.rest < 0 || w.cost[i] < w.cost[w.rest]) {
				w.rest, w.from = i, w.len()
			}
		case waits:
			w.losses(marking, fired)
		}
	}
}

// waits reports whether the join holds a token and is not among those that fire; it notes if it is.
func (w *watch) waits(marking []uint64, fired []int32) bool {
	if !holds(marking, w.cells[w.cell].own) {
		return false
	}
	if _, fires := slices.BinarySearch(fired, w.cell); fires {
		w.join.Fires = Yes
		return false
	}
	return true
}

// losses notes which tokens of the waiting join the firings may destroy.
func (w *watch) losses(marking []uint64, fired []int32) {
	for i := range w.feeders {
		f := &w.feeders[i]
		if f.over && f.lost || marking[f.part.word]&f.part.mask == 0 {
			continue
		}
		if _, fires := slices.BinarySearch(fired, f.cell); fires {
			f.over, f.lost = f.over || f.yes, f.lost || f.no
		}
	}
}
