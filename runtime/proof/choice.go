package proof

import (
	"slices"

	"github.com/tickflow/tickflow/runtime/syntax"
)

// choice is one way in which a node's firing can go, as far as its region can tell: the guards whose answers the region
// does not see answer as the mode makes them, and False if it leaves them free.
type choice struct {
	sets   []part
	yes    []int // the numbers of the guards that answer True
	failed bool
	cost   uint32 // how little it is preferred: how many guards answer True, and failing counts for many
}

// answers answers what each of so many guards says.
func (ch *choice) answers(asks int32) []bool {
	if ch.failed || asks == 0 {
		return nil
	}
	answers := make([]bool, asks)
	for _, ask := range ch.yes {
		answers[ask] = true
	}
	return answers
}

// failCost makes one failure worse than any number of True guards that a person would look at.
const failCost = 1 << 10

// choicesAtMost bounds how many choices of one node are listed, those with the fewest True guards.
const choicesAtMost = 1 << 14

// askedBit is a bit that a guard decides about.
type askedBit struct {
	ask int32
	bit int
}

// choose lists the choices of a node, given what it writes: those with the fewest True guards first, then by the text,
// where an earlier guard is rather True.
func (c *cell) choose(n *net, plain []part, asked []askedBit) {
	l := lister{cell: c, asks: int(n.asks[c.id]), mode: n.guards[c.id], plain: plain, sets: map[int][]part{}}
	for _, a := range asked {
		if l.sets[int(a.ask)] == nil {
			l.seen = append(l.seen, int(a.ask))
		}
		l.sets[int(a.ask)] = addBit(l.sets[int(a.ask)], a.bit)
	}
	slices.Sort(l.seen)
	l.list()
	if n.mode.Fail && !slices.ContainsFunc(c.choices, func(ch choice) bool { return ch.sets == nil }) {
		c.choices = append(c.choices, choice{failed: true, cost: failCost})
	}
	if len(c.choices) == 1 {
		c.always = c.choices[0].sets
	} else if !n.mode.Fail {
		c.always = plain
	}
}

// lister lists what the guards of one node may answer.
type lister struct {
	cell  *cell
	asks  int
	mode  syntax.Guards
	plain []part
	seen  []int // the guards that the region sees
	sets  map[int][]part
}

func (l *lister) list() {
	unseen := l.unseen()
	if len(l.seen) == 0 && unseen < 0 {
		l.add()
		return
	}
	switch l.mode {
	case syntax.Exclusive:
		l.add()
		l.single(-1)
	case syntax.Xor:
		l.single(unseen)
	case syntax.Exhaustive:
		l.some(1, unseen)
	default:
		l.some(0, -1)
	}
}

// unseen answers the first guard that the region does not see, or -1.
func (l *lister) unseen() int {
	first := 0
	for first < len(l.seen) && l.seen[first] == first {
		first++
	}
	if first == l.asks {
		return -1
	}
	return first
}

// single lists the answers in which one guard is True, a seen one or the given unseen one, if that is not -1.
func (l *lister) single(unseen int) {
	asks := l.seen
	if unseen >= 0 {
		at, _ := slices.BinarySearch(asks, unseen)
		asks = slices.Insert(slices.Clone(asks), at, unseen)
	}
	for _, ask := range asks {
		l.add(ask)
	}
}

// some lists the answers in which any of the seen guards are True, but at least so many; the given unseen one, unless it
// is -1, is True where no seen one is.
func (l *lister) some(least, unseen int) {
	if unseen >= 0 {
		l.single(unseen)
		least = 2
	}
	picked := make([]int, 0, len(l.seen))
	var pick func(from, count int)
	pick = func(from, count int) {
		if count == 0 {
			l.add(picked...)
			return
		}
		for i := from; i+count <= len(l.seen) && !l.cell.partial; i++ {
			picked = append(picked, l.seen[i])
			pick(i+1, count-1)
			picked = picked[:len(picked)-1]
		}
	}
	for count := least; count <= len(l.seen) && !l.cell.partial; count++ {
		pick(0, count)
	}
}

// add lists the answers in which the given guards are True and no others, unless the list is full.
func (l *lister) add(yes ...int) {
	if len(l.cell.choices) == choicesAtMost {
		l.cell.partial = true
		return
	}
	ch := choice{yes: slices.Clone(yes), cost: uint32(len(yes))}
	ch.sets = append(ch.sets, l.plain...)
	for _, ask := range yes {
		for _, p := range l.sets[ask] {
			ch.sets = merge(ch.sets, p)
		}
	}
	l.cell.choices = append(l.cell.choices, ch)
}
