package render_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/render"
)

// someGraph answers the text of a graph with that many nodes, a third more edges than a tree has, and a few loops.
func someGraph(r *rand.Rand, nodes int) string {
	var text strings.Builder
	text.WriteString("[n0]\n")
	arrow := func() string {
		if r.IntN(5) == 0 {
			return fmt.Sprintf("--|g%d|-->", r.IntN(9))
		}
		return "-->"
	}
	for n := 1; n < nodes; n++ {
		fmt.Fprintf(&text, "n%d%sn%d\n", max(0, n-1-r.IntN(8)), arrow(), n)
	}
	for range nodes / 3 {
		from := r.IntN(nodes)
		to := min(nodes-1, from+1+r.IntN(8))
		if r.IntN(4) == 0 {
			from, to = to, from
		}
		fmt.Fprintf(&text, "n%d%sn%d\n", from, arrow(), to)
	}
	return text.String()
}

// keptOrder counts the pairs of nodes of a in one layer of it that stand in the same order in b, and all such pairs.
func keptOrder(a, b *render.Layout) (kept, all int) {
	for m := range a.Nodes {
		for n := range m {
			if a.Nodes[m].Layer != a.Nodes[n].Layer || a.Nodes[m].Y+a.Nodes[m].H/2 != a.Nodes[n].Y+a.Nodes[n].H/2 {
				continue
			}
			all++
			if b.Nodes[m].Layer == b.Nodes[n].Layer && (a.Nodes[m].X < a.Nodes[n].X) == (b.Nodes[m].X < b.Nodes[n].X) {
				kept++
			}
		}
	}
	return kept, all
}

// Small edits of a text do not reshuffle its drawing.
func TestSmallEditsKeepTheOrder(t *testing.T) {
	const graphs = 400
	edits := []struct {
		name  string
		edit  func(r *rand.Rand, text string, g *graph.Graph) string
		pairs float64 // the least share of pairs of nodes that keep their order
		whole float64 // the least share of drawings in which all pairs do
	}{
		{"a leaf", func(r *rand.Rand, text string, g *graph.Graph) string {
			return text + g.Nodes[r.IntN(len(g.Nodes))].Name + "-->leaf\n"
		}, 0.97, 0.83},
		{"a guard", func(r *rand.Rand, text string, _ *graph.Graph) string {
			plain := regexp.MustCompile(`\d-->n`).FindAllStringIndex(text, -1)
			at := plain[r.IntN(len(plain))][0] + 1
			return text[:at] + "--|new" + "|" + text[at:]
		}, 1, 1},
		{"an edge", func(r *rand.Rand, text string, g *graph.Graph) string {
			from := r.IntN(len(g.Nodes) - 1)
			return text + g.Nodes[from].Name + "-->" + g.Nodes[from+1].Name + "\n"
		}, 0.8, 0.3},
	}
	for _, e := range edits {
		t.Run(e.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			kept, all, whole := 0, 0, 0
			for range graphs {
				text := someGraph(r, 10+r.IntN(31))
				g := build(text)
				k, a := keptOrder(render.Arrange(g), render.Arrange(build(e.edit(r, text, g))))
				kept, all = kept+k, all+a
				if k == a {
					whole++
				}
			}
			pairs, drawings := float64(kept)/float64(all), float64(whole)/graphs
			t.Logf("%.1f %% of the pairs and %.1f %% of the drawings keep their order", 100*pairs, 100*drawings)
			if pairs < e.pairs || drawings < e.whole {
				t.Errorf("too few: want %.1f %% and %.1f %%", 100*e.pairs, 100*e.whole)
			}
		})
	}
}
