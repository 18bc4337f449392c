package check

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/syntax"
)

// build resolves a text that the parser accepts; Build's findings do not matter here.
func build(t rapid.TB, text string) *graph.Graph {
	t.Helper()
	f, found := syntax.Parse(diag.NewSource("test.tickflow", text))
	if err := found.Err(); err != nil {
		t.Fatalf("parse: %v\n%s", err, text)
	}
	g, _ := graph.Build(f)
	return g
}

// TestStructuralEqualsTheWalk compares the rule with a plain walk of every branch on random graphs.
func TestStructuralEqualsTheWalk(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := strings.Split("hbfaidcgjelkusrtvqpoxnmw", "")[:rapid.IntRange(2, 24).Draw(t, "nodes")]
		arrow := rapid.SampledFrom([]string{"-->", "-->", "--|x|-->", "--|y|-->", "--|z|-->"})
		var text strings.Builder
		if rapid.Bool().Draw(t, "tree") {
			// Long ways without merges are rare among random edges.
			for i := range names[1:] {
				from := names[rapid.IntRange(max(0, i-2), i).Draw(t, "parent")]
				text.WriteString(from + arrow.Draw(t, "arrow") + names[i+1] + "\n")
			}
		}
		name := rapid.SampledFrom(names)
		for range rapid.IntRange(1, 3*len(names)/2).Draw(t, "edges") {
			text.WriteString(name.Draw(t, "from") + arrow.Draw(t, "arrow") + name.Draw(t, "to") + "\n")
		}
		g := build(t, text.String())
		if diff := gocmp.Diff(walkedSuggestions(g), withoutBranches(Structural(g))); diff != "" {
			t.Fatalf("%s\nwalk against rule:\n%s", text.String(), diff)
		}
		for _, s := range Structural(g) {
			for i, p := range s.Producers {
				if e := s.Branches[i]; e.From != s.Splitter || e.Guard < 0 || !walk(g, e.To)[p] {
					t.Fatalf("%s\nthe branch %v does not hold producer %s", text.String(), e, g.Nodes[p].Name)
				}
			}
		}
	})
}

func withoutBranches(all []Suggestion) []Suggestion {
	for i := range all {
		all[i].Branches = [2]graph.Edge{}
	}
	return all
}

// walkedSuggestions is the rule as it is told: walk every branch of every splitter, then look at every pair.
func walkedSuggestions(g *graph.Graph) []Suggestion {
	var all []Suggestion
	for n := range g.Nodes {
		producers := slices.Clone(g.Producers(graph.ID(n)))
		if g.Nodes[n].Join == graph.Or || len(producers) < 2 {
			continue
		}
		slices.SortFunc(producers, func(x, y graph.ID) int { return strings.Compare(g.Nodes[x].Name, g.Nodes[y].Name) })
		for splitter := range g.Nodes {
			if pair, ok := separated(walkedBranches(g, graph.ID(splitter)), producers); ok {
				all = append(all, Suggestion{Node: graph.ID(n), Splitter: graph.ID(splitter), Producers: pair})
			}
		}
	}
	return all
}

// walkedBranches answers by guard what the guard's branch holds, or nil for a node that is no splitter.
func walkedBranches(g *graph.Graph, splitter graph.ID) map[int32]map[graph.ID]bool {
	held := map[int32]map[graph.ID]bool{}
	for _, e := range g.Out(splitter) {
		if e.Guard >= 0 && held[e.Guard] == nil {
			held[e.Guard] = walk(g, e.To)
			delete(held[e.Guard], splitter)
		}
	}
	if len(held) < 2 {
		return nil
	}
	return held
}

func walk(g *graph.Graph, from graph.ID) map[graph.ID]bool {
	seen := map[graph.ID]bool{from: true}
	for open := []graph.ID{from}; len(open) > 0; open = open[1:] {
		for _, e := range g.Out(open[0]) {
			if !seen[e.To] {
				seen[e.To] = true
				if len(g.Producers(e.To)) < 2 {
					open = append(open, e.To)
				}
			}
		}
	}
	return seen
}

func separated(branches map[int32]map[graph.ID]bool, producers []graph.ID) (pair [2]graph.ID, ok bool) {
	for i, p := range producers {
		for _, q := range producers[i+1:] {
			one, other, both := false, false, false
			for _, held := range branches {
				one, other, both = one || held[p], other || held[q], both || held[p] && held[q]
			}
			if one && other && !both {
				return [2]graph.ID{p, q}, true
			}
		}
	}
	return pair, false
}

// TestStructuralOnTexts compares the rule with the walk on our own graphs, and on the real ones below the folder that
// TICKFLOW_CORPUS names; Build finds no errors in any.
func TestStructuralOnTexts(t *testing.T) {
	globs := []string{filepath.Join("testdata", "verdicts", "*.txt"), filepath.Join("testdata", "verdicts", "hard", "*.txt")}
	if corpus := os.Getenv("TICKFLOW_CORPUS"); corpus != "" {
		globs = append(globs, filepath.Join(corpus, "charts", "as_graph", "*.txt"), filepath.Join(corpus, "processes", "*.txt"))
	}
	for _, glob := range globs {
		paths, err := filepath.Glob(glob)
		if err != nil || len(paths) == 0 {
			t.Fatalf("no texts match %s: %v", glob, err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			f, found := syntax.Parse(diag.NewSource(path, string(text)))
			g, more := graph.Build(f)
			if err := cmp.Or(found.Err(), more.Err()); err != nil {
				t.Error(err)
			}
			if diff := gocmp.Diff(walkedSuggestions(g), withoutBranches(Structural(g))); diff != "" {
				t.Errorf("%s\nwalk against rule:\n%s", path, diff)
			}
		}
	}
}
