package graph_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tickflow/tickflow/runtime/graph"
)

func TestWrittenComesBack(t *testing.T) {
	g := built("[A]-->C\n[B]-->C\nC-->D\nA-->D\nD.join: OR\n")
	c, _ := g.Lookup("C")
	d, _ := g.Lookup("D")
	g = g.WithJoin(graph.Or, c).WithJoin(graph.And, d)
	w := g.Written()
	if diff := cmp.Diff(map[string]string{"C": "OR", "D": "AND"}, w.Joins); diff != "" {
		t.Errorf("joins (-want +got):\n%s", diff)
	}
	again, err := w.Graph()
	if err != nil || again.Digest() != g.Digest() {
		t.Errorf("comes back as another graph: %v", err)
	}
}

func TestWrittenThatIsNone(t *testing.T) {
	for name, w := range map[string]graph.Written{
		"a broken text":   {Text: "[A-->"},
		"an unknown node": {Text: "[A]-->B\n", Joins: map[string]string{"C": "OR"}},
		"no join":         {Text: "[A]-->B\n", Joins: map[string]string{"B": "XOR"}},
	} {
		if _, err := w.Graph(); err == nil {
			t.Errorf("%s is a graph", name)
		}
	}
}
