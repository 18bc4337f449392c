package graph_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/syntax"
)

// net draws a small text of edges: sparse or dense, with or without cycles.
func net(t *rapid.T) string {
	names := strings.Split("abcdefghijklmnopqrst", "")[:rapid.IntRange(1, 20).Draw(t, "nodes")]
	index := rapid.IntRange(0, len(names)-1)
	forward := rapid.Bool().Draw(t, "forward")
	var text strings.Builder
	for _, n := range names {
		text.WriteString("[" + n + "]\n")
	}
	for range rapid.IntRange(0, 3*len(names)).Draw(t, "edges") {
		from, to := index.Draw(t, "from"), index.Draw(t, "to")
		if forward && from > to {
			from, to = to, from
		}
		text.WriteString(names[from] + rapid.SampledFrom([]string{"-->", "--|g|-->"}).Draw(t, "arrow") + names[to] + "\n")
	}
	return text.String()
}

// paths answers for each node which nodes a path of at least one edge leads to.
func paths(g *graph.Graph) [][]bool {
	all := make([][]bool, len(g.Nodes))
	for n := range all {
		all[n] = make([]bool, len(g.Nodes))
		for open := []graph.ID{graph.ID(n)}; len(open) > 0; open = open[1:] {
			for _, e := range g.Out(open[0]) {
				if !all[n][e.To] {
					all[n][e.To] = true
					open = append(open, e.To)
				}
			}
		}
	}
	return all
}

func TestReachEqualsTheWalk(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, _ := build(diag.NewSource("net", net(t)))
		want, reach := paths(g), g.Reach()
		for a := range want {
			for b := range want[a] {
				if got := reach.Path(graph.ID(a), graph.ID(b)); got != want[a][b] {
					t.Fatalf("path from %s to %s: %t, want %t", g.Nodes[a].Name, g.Nodes[b].Name, got, want[a][b])
				}
			}
		}
	})
}

func TestComponentsEqualTheWalk(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, _ := build(diag.NewSource("net", net(t)))
		want, c := paths(g), g.Components()
		for a := range want {
			if c.Cyclic(c.Of(graph.ID(a))) != want[a][a] {
				t.Fatalf("%s on a cycle: %t, want %t", g.Nodes[a].Name, !want[a][a], want[a][a])
			}
			if !slices.Contains(c.Members(c.Of(graph.ID(a))), graph.ID(a)) {
				t.Fatalf("%s is no member of its component", g.Nodes[a].Name)
			}
			for b := range want {
				same := a == b || want[a][b] && want[b][a]
				if got := c.Of(graph.ID(a)) == c.Of(graph.ID(b)); got != same {
					t.Fatalf("%s and %s in one component: %t, want %t", g.Nodes[a].Name, g.Nodes[b].Name, got, same)
				}
				if want[a][b] && c.Of(graph.ID(a)) < c.Of(graph.ID(b)) {
					t.Fatalf("the component of %s comes before that of %s, which it leads to", g.Nodes[a].Name, g.Nodes[b].Name)
				}
			}
		}
	})
}

// TestDigestForgetsTheLayout formats random texts and adds comments and blank lines: the digest stays.
func TestDigestForgetsTheLayout(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := net(t)
		f, _ := syntax.Parse(diag.NewSource("net", text))
		g, _ := graph.Build(f)
		loose := "# a comment\r\n\n" + strings.ReplaceAll(strings.ReplaceAll(text, "-->", " -->\t"), "\n", " # x\n\n")
		for _, other := range []string{loose, syntax.Format(f)} {
			h, _ := build(diag.NewSource("other", other))
			if g.Digest() != h.Digest() {
				t.Fatalf("the digests of these differ:\n%s\n%s", text, other)
			}
		}
	})
}

// TestAnyText builds what is left of a text after random damage.
func TestAnyText(t *testing.T) {
	pieces := []string{"A", "B", "state", "[", "]", "-->", "--|g|-->", "--|", ".", "join: OR", "inputs: A, B[2]", "bind: {x: A}", "bind: B", "body: f", ":", ",", "\n", "\n", " ", "#", "é", "\xff"}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 60).Draw(t, "pieces"), "")
		g, found := build(diag.NewSource("any", text))
		for _, d := range found {
			if d.Source != g.Source || d.Span.Start > d.Span.End || d.Span.End > len(text) {
				t.Fatalf("%q: misplaced %v", text, d)
			}
		}
		for n := range g.Nodes {
			for _, e := range g.Out(graph.ID(n)) {
				if e.From != graph.ID(n) || g.Producers(e.To)[e.Slot-g.FirstSlot(e.To)] != e.From {
					t.Fatalf("%q: the slot of %v is another's", text, e)
				}
			}
		}
	})
}
