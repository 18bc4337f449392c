package memory

import (
	"context"
	"iter"
	"slices"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"
)

// history is what fired: the older part in blocks in the file, the younger one tick by tick in memory. What a copy of it
// refers to is never changed, only added to.
type history struct {
	blocks []block
	ticks  [][]record.Firing
	here   int // how many firings there are in ticks
}

// block is some thousand firings in the file.
type block struct {
	extent
	parts     []part
	forgotten []store.Span
}

// part is what a block holds of one timeline: from its first to its last tick.
type part struct{ timeline, first, last int }

// append adds the firings of one tick. There must be room.
func (h *history) append(firings []record.Firing) {
	h.ticks = append(h.ticks, firings)
	h.here += len(firings)
}

// makeRoom moves the oldest ticks to the file, as a block, when so many more firings are too many for memory.
func (h *history) makeRoom(o *overflow, more int) error {
	if h.here+more <= o.most {
		return nil
	}
	n, moved := 0, 0
	for n < len(h.ticks) && moved < (o.most+3)/4 {
		moved += len(h.ticks[n])
		n++
	}
	if n == 0 {
		return nil // one tick is too many, and has to stay all the same
	}
	e := encoder{bytes: o.buffer[:0]}
	var parts []part
	for _, firings := range h.ticks[:n] {
		for i := range firings {
			e.firing(&firings[i])
		}
		at := &firings[0]
		if last := len(parts) - 1; last >= 0 && parts[last].timeline == at.Timeline {
			parts[last].last = at.Tick
		} else {
			parts = append(parts, part{at.Timeline, at.Tick, at.Tick})
		}
	}
	o.buffer = e.bytes
	written, err := o.write(e.bytes)
	if err != nil {
		return err
	}
	h.blocks = append(h.blocks, block{extent: written, parts: parts})
	h.ticks = slices.Clone(h.ticks[n:]) // a copy, so that the old firings can go
	h.here -= moved
	return nil
}

// without answers the history without what lies in the spans.
func (h history) without(spans []store.Span) history {
	var left history
	for _, b := range h.blocks {
		for _, s := range spans {
			if slices.ContainsFunc(b.parts, func(p part) bool { return p.timeline == s.Timeline }) {
				b.forgotten = append(slices.Clip(b.forgotten), s)
			}
		}
		if !b.allForgotten() {
			left.blocks = append(left.blocks, b)
		}
	}
	for _, firings := range h.ticks {
		if !forgets(spans, &firings[0]) {
			left.ticks = append(left.ticks, firings)
			left.here += len(firings)
		}
	}
	return left
}

func (b *block) allForgotten() bool {
	return !slices.ContainsFunc(b.parts, func(p part) bool {
		return !slices.ContainsFunc(b.forgotten, func(s store.Span) bool {
			return s.Has(store.Boundary{Timeline: p.timeline, Tick: p.first}) && s.Has(store.Boundary{Timeline: p.timeline, Tick: p.last})
		})
	})
}

func forgets(spans []store.Span, f *record.Firing) bool {
	return slices.ContainsFunc(spans, func(s store.Span) bool { return s.Has(store.Boundary{Timeline: f.Timeline, Tick: f.Tick}) })
}

// each yields the firings of the block that a query selects; it answers whether there is to be more.
func (b *block) each(q *store.Query, yield func(record.Firing, error) bool) bool {
	if !slices.ContainsFunc(b.parts, func(p part) bool { return q.Reaches(p.timeline, p.first, p.last) }) {
		return true
	}
	data, err := b.read()
	if err != nil {
		yield(record.Firing{}, err)
		return false
	}
	d := decoder{bytes: data}
	for len(d.bytes) > 0 {
		f := d.firing()
		if q.Has(&f) && !forgets(b.forgotten, &f) && !yield(f, nil) {
			return false
		}
	}
	return true
}

// Firings answers what had been kept when it was called.
func (s *Session) Firings(ctx context.Context, q store.Query) iter.Seq2[record.Firing, error] {
	s.mu.RLock()
	h := s.history
	s.mu.RUnlock()
	return func(yield func(record.Firing, error) bool) {
		for i := range h.blocks {
			if err := ctx.Err(); err != nil {
				yield(record.Firing{}, err)
				return
			}
			if !h.blocks[i].each(&q, yield) {
				return
			}
		}
		for _, firings := range h.ticks {
			if err := ctx.Err(); err != nil {
				yield(record.Firing{}, err)
				return
			}
			if !q.Reaches(firings[0].Timeline, firings[0].Tick, firings[0].Tick) {
				continue
			}
			for i := range firings {
				if q.Has(&firings[i]) && !yield(firings[i], nil) {
					return
				}
			}
		}
	}
}
