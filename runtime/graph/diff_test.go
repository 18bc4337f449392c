package graph_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/syntax"
)

func built(text string) *graph.Graph {
	f, _ := syntax.Parse(diag.NewSource("graph", text))
	g, _ := graph.Build(f)
	return g
}

func TestDiffTellsInTheWordsOfTheText(t *testing.T) {
	const base = "[A]-->B\nB--|ok|-->C\nA-->C\nC.body: add\n"
	for _, tt := range []struct {
		name, before, now string
		want              []string
	}{
		{"layout and comments", base, "# new\n[A] --> B\n\nB--|ok|-->C\nA-->C\nC.body: add\n", nil},
		{"a node and its edges", base, "[A]-->B\nB--|ok|-->C\nA-->C\nC-->D\nC.body: add\n", []string{"+ node D", "+ C-->D"}},
		{"a node is gone", base, "[A]-->C\nC.body: add\n", []string{"- node B", "- A-->B", "- B--|ok|-->C"}},
		{"a guard", base, "[A]-->B\nB--|no|-->C\nA-->C\nC.body: add\n", []string{"- B--|ok|-->C", "+ B--|no|-->C"}},
		{"an edge twice", base, base + "A-->C\n", []string{"+ A-->C"}},
		{"join, body, bind", base, "[A]-->B\nB--|ok|-->C\nA-->C\nC.body: sub\nC.join: OR\nC.bind: {left: A, right: B}\n", []string{
			"~ C.join: AND is now OR", "~ C.body: add is now sub", "~ C.bind: none is now {left: A, right: B}",
		}},
		{"inputs", base, base + "C.inputs: B, A[2]\nC.guards: free\n", []string{"~ C.inputs: A, B is now B, A[2]"}},
		{"a start", base, "[A]-->B\n[B]--|ok|-->C\nA-->C\nC.body: add\n", []string{"~ B is a start now"}},
		{"the order", "[A]-->B\nA-->C\n", "[A]-->C\nA-->B\n", []string{"~ nodes or edges are in another order"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, d := range graph.Diff(built(tt.before), built(tt.now)) {
				got = append(got, d.String())
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestDiffIsEmptyForTheSameGraphOnly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(rapid.StringMatching(`\[[AB]\]-->[A-D]\n|[A-D](-->|--\|g\|-->)[A-D]\n|[A-D]\.(join: OR|body: f|inputs: A|bind: \[B\])\n`), 1, 8)
		join := func(all []string) (text string) {
			for _, line := range all {
				text += line
			}
			return text
		}
		a, b := built(join(lines.Draw(t, "before"))), built(join(lines.Draw(t, "now")))
		if got := len(graph.Diff(a, b)) == 0; got != (a.Digest() == b.Digest()) {
			t.Fatalf("%d differences, the same digest: %t", len(graph.Diff(a, b)), a.Digest() == b.Digest())
		}
	})
}
