package check

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/tickflow/tickflow/runtime/graph"
)

// pairs finds, for one join, the first two owners that no branch of a splitter holds both.
type pairs struct {
	owners []graph.ID
	found  []occurrence
	starts []int32 // the occurrences of owner o are at places[starts[o]:starts[o+1]], ascending
	places []int32
	least  [][]int32 // level k: the place of the least owner among 2^k occurrences from each one on; built when needed
	seen   []int32   // by owner: the last round that looked at it
	round  int32

	splitter graph.ID
	branches []branch
	byOwner  []int32 // branches, by the least owner they hold
}

// pair is two owners, the lesser first, each with an edge that begins a branch which holds it.
type pair struct{ owners, edges [2]int32 }

// reset takes over the owners and occurrences of a join.
func (p *pairs) reset(owners []graph.ID, found []occurrence) {
	p.owners, p.found, p.least, p.round = owners, found, p.least[:0], 0
	n := len(owners)
	p.seen = append(p.seen[:0], make([]int32, n)...)
	p.starts = append(p.starts[:0], make([]int32, n+1)...)
	for _, o := range found {
		p.starts[o.owner+1]++
	}
	for i := range n {
		p.starts[i+1] += p.starts[i]
	}
	p.places = append(p.places[:0], make([]int32, len(found))...)
	free := slices.Clone(p.starts)
	for i, o := range found {
		p.places[free[o.owner]] = int32(i)
		free[o.owner]++
	}
}

// first answers the first pair, in the order of lesser and greater owner, that the branches tell apart. They are sorted
// and do not overlap. The splitter itself is in no branch.
//
// Two owners that only the longest branch holds are together in it. So one of the pair is held by another branch, and it
// is enough to look for the best partner of each owner there.
func (p *pairs) first(splitter graph.ID, branches []branch) (best pair, ok bool) {
	if len(branches) < 2 {
		return pair{}, false
	}
	p.prepare(splitter, branches)
	longest := 0
	for i, b := range branches {
		if b.end-b.first > branches[longest].end-branches[longest].first {
			longest = i
		}
	}
	for i, b := range branches {
		if i == longest {
			continue
		}
		for _, o := range p.found[b.first:b.end] {
			if p.seen[o.owner] == p.round || p.owners[o.owner] == splitter {
				continue
			}
			p.seen[o.owner] = p.round
			holding := p.holding(o.owner)
			partner := p.partner(holding)
			if partner < 0 {
				continue
			}
			x, y := min(o.owner, partner), max(o.owner, partner)
			if !ok || x < best.owners[0] || x == best.owners[0] && y < best.owners[1] {
				best.owners, ok = [2]int32{x, y}, true
			}
		}
	}
	if ok {
		best.edges = [2]int32{p.edge(best.owners[0]), p.edge(best.owners[1])}
	}
	return best, ok
}

func (p *pairs) prepare(splitter graph.ID, branches []branch) {
	p.round++
	p.splitter, p.branches = splitter, branches
	if len(p.least) == 0 {
		p.buildLeast()
	}
	p.byOwner = p.byOwner[:0]
	for i := range branches {
		p.byOwner = append(p.byOwner, int32(i))
	}
	slices.SortFunc(p.byOwner, func(x, y int32) int { return cmp.Compare(p.leastIn(branches[x].run), p.leastIn(branches[y].run)) })
}

// holding answers the branches that hold an owner, ascending. It leaps from one to the next by binary search, as either
// the branches or the owner's occurrences may be many.
func (p *pairs) holding(owner int32) []int32 {
	places := p.places[p.starts[owner]:p.starts[owner+1]]
	var holding []int32
	for i := int32(0); len(places) > 0; {
		rest := p.branches[i:]
		skip, _ := slices.BinarySearchFunc(rest, places[0], func(b branch, place int32) int { return cmp.Compare(b.end-1, place) })
		if i += int32(skip); int(i) == len(p.branches) {
			break
		}
		at, _ := slices.BinarySearch(places, p.branches[i].first)
		places = places[at:]
		if len(places) > 0 && places[0] < p.branches[i].end {
			holding = append(holding, i)
			after, _ := slices.BinarySearch(places, p.branches[i].end)
			places = places[after:]
			i++
		}
	}
	return holding
}

// partner answers the least owner that is in some branch and in none of those, or -1.
func (p *pairs) partner(holding []int32) int32 {
	none := int32(len(p.owners))
	best := none
	for _, i := range p.byOwner {
		b := p.branches[i]
		if p.leastIn(b.run) >= best {
			break
		}
		if _, shared := slices.BinarySearch(holding, i); !shared {
			best = p.apart(b.run, holding, best)
		}
	}
	if best == none {
		return -1
	}
	return best
}

// apart answers the least owner below bound in a run that is in none of the branches, or bound.
func (p *pairs) apart(r run, holding []int32, bound int32) int32 {
	for r.first < r.end {
		place := p.leastPlace(r)
		owner := p.found[place].owner
		if owner >= bound {
			return bound
		}
		if p.owners[owner] != p.splitter && !p.in(owner, holding) {
			return owner
		}
		bound = p.apart(run{r.first, place}, holding, bound)
		r.first = place + 1
	}
	return bound
}

// in reports whether one of the branches holds an owner.
func (p *pairs) in(owner int32, branches []int32) bool {
	places := p.places[p.starts[owner]:p.starts[owner+1]]
	for _, i := range branches {
		at, _ := slices.BinarySearch(places, p.branches[i].first)
		if at < len(places) && places[at] < p.branches[i].end {
			return true
		}
	}
	return false
}

// edge answers the first edge that begins a branch which holds the owner.
func (p *pairs) edge(owner int32) int32 {
	first := int32(-1)
	for _, i := range p.holding(owner) {
		if e := p.branches[i].edge; first < 0 || e < first {
			first = e
		}
	}
	return first
}

func (p *pairs) buildLeast() {
	level := make([]int32, len(p.found))
	for i := range level {
		level[i] = int32(i)
	}
	p.least = append(p.least, level)
	for width := 1; 2*width <= len(p.found); width *= 2 {
		next := make([]int32, len(p.found)-2*width+1)
		for i := range next {
			next[i] = p.lesser(level[i], level[i+width])
		}
		p.least = append(p.least, next)
		level = next
	}
}

// leastPlace answers the first place of the least owner in a run that is not empty.
func (p *pairs) leastPlace(r run) int32 {
	k := bits.Len32(uint32(r.end-r.first)) - 1
	level := p.least[k]
	return p.lesser(level[r.first], level[r.end-int32(1)<<k])
}

func (p *pairs) leastIn(r run) int32 { return p.found[p.leastPlace(r)].owner }

func (p *pairs) lesser(x, y int32) int32 {
	if p.found[y].owner < p.found[x].owner {
		return y
	}
	return x
}
