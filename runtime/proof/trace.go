package proof

import (
	"slices"

	"github.com/tickflow/tickflow/runtime/graph"
)

// Trace is a run, as far as the ancestors of a join take part in it, after which the join waits for ever.
type Trace struct {
	Node  graph.ID
	Mode  Mode
	From  *Marking   // where the run begins; nil if it begins with its starts
	Among []graph.ID // the nodes whose firings it lists: the join and those of its ancestors that ever fire, in node order
	Ticks []Tick     // at least one; its first has no firings if the run begins at a marking with nothing to fire
	// Lead is the number of ticks after which the join can never fire any more.
	Lead int
	// Cycle is the tick with which the part begins that repeats for ever, while the join waits: after the last tick, all is
	// as it was before that one. It is -1 if nothing in Among is left to fire after the last tick, and len(Ticks) if the part
	// is too long to be shown.
	Cycle int
	// Shortest tells that no run takes fewer ticks: to come to rest with the join waiting, or, if none does so, to where the
	// join can never fire any more.
	Shortest bool
}

// Tick is one tick of a trace.
type Tick struct {
	Firings []Firing // in node order
	True    []int32  // the slots that hold a token afterwards, in slot order
}

// Firing is one firing of a trace.
type Firing struct {
	Node    graph.ID
	Answers []bool // of the node's distinct guards, in text order; nil after a failure and without guards
	Failed  bool
}

// restingTrace leads to a state at rest.
func (w *watch) restingTrace(state int) *Trace {
	t := w.trace(state)
	t.Shortest = w.fully >= len(t.Ticks)-1
	return t
}

// circlingTrace leads to a state from which the join can never fire, and goes on, without taking the join's tokens away,
// until a state comes again.
func (w *watch) circlingTrace(state int) *Trace {
	t := w.trace(state)
	t.Shortest = w.complete()
	w.circle(t, w.at(state), circleAtMost, w.keepTokens)
	return t
}

// trace leads to a state.
func (w *watch) trace(state int) *Trace {
	t := &Trace{Node: w.join.Node, Mode: w.n.mode, From: w.n.from, Among: w.among(), Cycle: -1}
	var path []int
	for i := state; i >= 0; i = int(w.parent[i]) {
		path = append(path, i)
	}
	slices.Reverse(path)
	before := make([]uint64, w.words)
	fired := w.starts(nil)
	for i, at := range path {
		if i > 0 {
			fired = w.region.fireable(fired[:0], before)
		}
		after := w.at(at)
		t.Ticks = append(t.Ticks, w.tickOf(fired, after, func(c *cell) *choice { return c.chosen(after) }))
		before = after
	}
	t.Lead = len(t.Ticks)
	return t
}

// chosen answers the choice that led to a marking.
func (c *cell) chosen(after []uint64) *choice {
	for i := range c.choices {
		if writes(c.out, c.choices[i].sets, after) {
			return &c.choices[i]
		}
	}
	return nil
}

// writes reports whether, of the bits of out, exactly those of sets are in a marking.
func writes(out, sets []part, after []uint64) bool {
	for _, p := range out {
		mask := uint64(0)
		for _, q := range sets {
			if q.word == p.word {
				mask = q.mask
			}
		}
		if after[p.word]&p.mask != mask {
			return false
		}
	}
	return true
}

// tickOf describes a tick.
func (r *region) tickOf(fired []int32, after []uint64, pick func(*cell) *choice) Tick {
	var t Tick
	for _, i := range fired {
		c := &r.cells[i]
		ch := pick(c)
		t.Firings = append(t.Firings, Firing{Node: c.id, Answers: ch.answers(r.n.asks[c.id]), Failed: ch.failed})
	}
	for bit, slot := range r.slots {
		if slot >= 0 && after[bit/64]>>(bit%64)&1 == 1 {
			t.True = append(t.True, slot)
		}
	}
	return t
}

// follow fires what a marking lets fire, by one choice each, and answers the marking after it.
func (r *region) follow(before []uint64, fired []int32, pick func(*cell) *choice) []uint64 {
	after := slices.Clone(before)
	for _, i := range fired {
		unset(after, r.cells[i].own)
	}
	for _, i := range fired {
		unset(after, r.cells[i].out)
		set(after, pick(&r.cells[i]).sets)
	}
	return after
}

// The numbers of ticks for which a run that goes on for ever is followed, until a marking comes again.
const (
	circleAtMost = 1 << 16 // where it is known that the join waits in it
	tryAtMost    = 1 << 12 // where it is not
)

// circle adds ticks from a marking on until one comes again or nothing is left to fire, and answers whether that came
// about within so many ticks; the cycle, if any, is noted.
func (r *region) circle(t *Trace, marking []uint64, most int, pick func([]uint64, *cell) *choice) bool {
	seen := newTable(r.words)
	begin := len(t.Ticks)
	for seen.len() < most {
		number, place := seen.find(marking)
		if number >= 0 {
			t.Cycle = begin + int(number)
			return true
		}
		fired := r.fireable(nil, marking)
		if len(fired) == 0 {
			return true
		}
		seen.add(marking, place)
		here := marking
		choose := func(c *cell) *choice { return pick(here, c) }
		marking = r.follow(here, fired, choose)
		t.Ticks = append(t.Ticks, r.tickOf(fired, marking, choose))
	}
	t.Ticks, t.Cycle = t.Ticks[:begin], begin
	return false
}

// keepTokens is the first choice of a cell that takes no token from the join.
func (w *watch) keepTokens(marking []uint64, c *cell) *choice {
	for i := range c.choices {
		ch := &c.choices[i]
		if !w.takes(marking, c, ch) {
			return ch
		}
	}
	return &c.choices[0]
}

// takes reports whether a choice writes False over a token of the join.
func (w *watch) takes(marking []uint64, c *cell, ch *choice) bool {
	for _, f := range w.feeders {
		if &w.cells[f.cell] == c && marking[f.part.word]&f.part.mask != 0 {
			return !has(ch.sets, f.part)
		}
	}
	return false
}

// anyRun answers a run that starves the join, found by letting all firings make their first choice, or all their last.
// It answers nil if neither does. It is not the shortest.
func (w *watch) anyRun() *Trace {
	first := func(_ []uint64, c *cell) *choice { return &c.choices[0] }
	last := func(_ []uint64, c *cell) *choice { return &c.choices[len(c.choices)-1] }
	for _, pick := range []func([]uint64, *cell) *choice{first, last} {
		t := &Trace{Node: w.join.Node, Mode: w.n.mode, From: w.n.from, Among: w.among(), Cycle: -1}
		choose := func(c *cell) *choice { return pick(nil, c) }
		fired := w.starts(nil)
		after := w.follow(w.initial(), fired, choose)
		t.Ticks = append(t.Ticks, w.tickOf(fired, after, choose))
		if w.circle(t, after, tryAtMost, pick) && w.waitsFrom(t) {
			t.Lead = len(t.Ticks)
			if t.Cycle < 0 {
				return t
			}
			if t.Lead = t.Cycle; w.neverFrom(t.Ticks[t.Cycle-1].True) {
				return t
			}
		}
	}
	return nil
}

// neverFrom reports whether the join fires in no run from a marking on, even if all guards answered True and no token were
// ever consumed. That a run can circle past the join tells less: other answers may still let it fire.
func (w *watch) neverFrom(tokens []int32) bool {
	may := make([]uint64, w.words)
	for bit, slot := range w.slots {
		if _, token := slices.BinarySearch(tokens, slot); token {
			may[bit/64] |= 1 << (bit % 64)
		}
	}
	fired := make([]bool, len(w.cells))
	for more := true; more; {
		more = false
		for _, i := range w.region.fireable(nil, may) {
			if i == w.cell {
				return false
			}
			if !fired[i] {
				fired[i], more = true, true
				set(may, w.cells[i].out)
			}
		}
	}
	return true
}

// waitsFrom reports whether the join holds a token after the trace, or all through the cycle, without firing in it.
func (w *watch) waitsFrom(t *Trace) bool {
	from := len(t.Ticks) - 1
	if t.Cycle >= 0 {
		from = t.Cycle
	}
	first := w.n.g.FirstSlot(t.Node)
	end := first + int32(len(w.n.g.Producers(t.Node)))
	for i, tick := range t.Ticks[from:] {
		holds := slices.ContainsFunc(tick.True, func(s int32) bool { return first <= s && s < end })
		fires := slices.ContainsFunc(tick.Firings, func(f Firing) bool { return f.Node == t.Node })
		if !holds || fires && (i > 0 || t.Cycle >= 0) {
			return false
		}
	}
	return true
}
