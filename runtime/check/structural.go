package check

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tickflow/tickflow/runtime/graph"
)

// Suggestion is an AND-join that waits for two producers which no single branch of a splitter reaches: as the splitter's
// guards exclude one another, only one of the two gets a token. Making the join OR removes the wait.
type Suggestion struct {
	Node      graph.ID      // the AND-join
	Splitter  graph.ID      // the node with two or more distinct guards
	Producers [2]graph.ID   // the first such pair of the join's producers, in name order
	Branches  [2]graph.Edge // edges of Splitter, parallel to Producers: where a branch begins that reaches the producer
}

// Structural answers what the structural rule says of every AND-join and splitter: joins in node order, the splitters of
// one join in node order, one pair of producers for each. The rule looks at the text's structure only; it neither finds
// all deadlocks, nor is everything it finds one.
//
// The time is near linear in nodes and edges unless many merges feed many joins, and then grows with the number of paths
// of two edges that end at a join, and with the number of suggestions.
func Structural(g *graph.Graph) []Suggestion {
	b := newBranches(g)
	if b == nil {
		return nil
	}
	var all []Suggestion
	s := search{branches: b}
	for n := range g.Nodes {
		if g.Nodes[n].Join == graph.And && len(g.Producers(graph.ID(n))) >= 2 {
			all = s.join(all, graph.ID(n))
		}
	}
	return all
}

// search looks at one join at a time; its slices are kept to be used again.
type search struct {
	*branches
	owners     []graph.ID   // the join's producers in name order; an owner is an index into it
	found      []occurrence // by number of the node
	candidates []candidate  // by splitter
	pairs      pairs
}

// occurrence says that a branch which begins at or above the node with that number holds the owner.
type occurrence struct{ at, owner int32 }

// branch says which occurrences a branch of a splitter has: a run of them, since a branch that begins at a node has all
// at and below it in the forest. Branches that begin at the same node, or in the same ring, count as one.
type branch struct {
	run        // of occurrences
	edge int32 // the edge that begins the branch, as an index into all edges
}

// candidate is a splitter that may separate two owners, with one of its branches that has a whole group, if any; the run
// is empty otherwise.
type candidate struct {
	splitter graph.ID
	branch
}

// join appends the suggestions about one join.
func (s *search) join(all []Suggestion, n graph.ID) []Suggestion {
	s.rank(n)
	s.occur()
	if len(s.found) < 2 {
		return all
	}
	s.nominate()
	s.pairs.reset(s.owners, s.found)
	for rest := s.candidates; len(rest) > 0; {
		same := 1
		for same < len(rest) && rest[same].splitter == rest[0].splitter {
			same++
		}
		splitter := rest[0].splitter
		if p, ok := s.pairs.first(splitter, s.held(splitter, rest[:same])); ok {
			all = append(all, Suggestion{
				Node: n, Splitter: splitter,
				Producers: [2]graph.ID{s.owners[p.owners[0]], s.owners[p.owners[1]]},
				Branches:  [2]graph.Edge{s.g.Edges()[p.edges[0]], s.g.Edges()[p.edges[1]]},
			})
		}
		rest = rest[same:]
	}
	return all
}

// rank makes a join's producers the owners.
func (s *search) rank(n graph.ID) {
	s.owners = append(s.owners[:0], s.g.Producers(n)...)
	slices.SortFunc(s.owners, func(x, y graph.ID) int { return strings.Compare(s.g.Nodes[x].Name, s.g.Nodes[y].Name) })
}

// occur collects the lowest nodes at which, or above which, a branch may begin that holds an owner.
func (s *search) occur() {
	s.found = s.found[:0]
	for i, owner := range s.owners {
		s.add(owner, i)
		if above := s.g.Producers(owner); len(above) >= 2 {
			for _, n := range above {
				s.add(n, i)
			}
		}
	}
	slices.SortFunc(s.found, func(x, y occurrence) int { return cmp.Or(cmp.Compare(x.at, y.at), cmp.Compare(x.owner, y.owner)) })
}

func (s *search) add(n graph.ID, owner int) {
	if s.within[n] {
		s.found = append(s.found, occurrence{s.at[n], int32(owner)})
	}
}

// nominate collects the splitters whose branches can tell occurrences apart: those at which the ways up from two
// occurrences meet, and those with a branch that holds a whole group.
func (s *search) nominate() {
	s.candidates = s.candidates[:0]
	group := run{}
	for i := range s.found {
		n := s.node[s.found[i].at]
		if i+1 < len(s.found) {
			next := s.node[s.found[i+1].at]
			if meet := s.meet(n, next); meet >= 0 && s.splits[meet] {
				s.candidates = append(s.candidates, candidate{splitter: meet})
			}
			if s.group[n] == s.group[next] {
				continue
			}
		}
		group = run{group.end, int32(i) + 1}
		for _, e := range s.tops.of(s.group[n]) {
			s.candidates = append(s.candidates, candidate{s.g.Edges()[e].From, branch{group, e}})
		}
	}
	slices.SortFunc(s.candidates, func(x, y candidate) int {
		return cmp.Or(cmp.Compare(x.splitter, y.splitter), cmp.Compare(x.first, y.first), cmp.Compare(x.edge, y.edge))
	})
}

// held answers the branches of a splitter that have occurrences, by place and without overlaps, given all candidates with
// that splitter.
func (s *search) held(splitter graph.ID, same []candidate) []branch {
	var held []branch
	own := false
	for _, c := range same {
		if c.first == c.end || len(held) > 0 && held[len(held)-1].first == c.first {
			continue
		}
		held = append(held, c.branch)
		own = own || s.group[s.node[s.found[c.first].at]] == s.group[splitter]
	}
	if own {
		// All that hangs below the splitter is in that group, so nothing there is told apart from the rest of the group.
		return held
	}
	under := s.under(splitter)
	last := s.position(under.end)
	for at := s.position(under.first); at < last; {
		child := s.toward(splitter, s.node[s.found[at].at])
		end := s.position(s.at[child] + s.size[child])
		if begin := s.below.of(int32(child)); len(begin) > 0 {
			held = append(held, branch{run{at, end}, begin[0]})
		}
		at = end
	}
	slices.SortFunc(held, func(x, y branch) int { return cmp.Compare(x.first, y.first) })
	return held
}

// position answers the index of the first occurrence at or behind a number.
func (s *search) position(number int32) int32 {
	i, _ := slices.BinarySearchFunc(s.found, number, func(o occurrence, n int32) int { return cmp.Compare(o.at, n) })
	return int32(i)
}
