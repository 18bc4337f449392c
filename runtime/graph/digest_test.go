package graph_test

import (
	"testing"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
)

// TestDigestTellsApart changes one thing at a time.
func TestDigestTellsApart(t *testing.T) {
	base := "[A]-->B-->C\nA--|g|-->C\nC.body: f\n"
	texts := map[string]string{
		"base":           base,
		"a start more":   base + "[B]\n",
		"an edge more":   base + "C-->A\n",
		"an edge twice":  base + "B-->C\n",
		"another guard":  "[A]-->B-->C\nA--|h|-->C\nC.body: f\n",
		"other order":    "[A]--|g|-->C\nA-->B-->C\nC.body: f\n",
		"another body":   base + "C.body: g\n",
		"a join":         base + "C.join: OR\n",
		"a guard mode":   base + "A.guards: exhaustive\n",
		"inputs":         base + "C.inputs: A\n",
		"inputs turned":  base + "C.inputs: B, A\n",
		"an index":       base + "C.inputs: A[1], B\n",
		"a bind":         base + "C.bind: [A, B]\n",
		"a bind turned":  base + "C.bind: [B, A]\n",
		"a named bind":   base + "C.bind: {x: A, y: B}\n",
		"other fields":   base + "C.bind: {y: A, x: B}\n",
		"an other name":  "[A]-->B-->D\nA--|g|-->D\nD.body: f\n",
		"a node between": base + "Z.body: f\n",
	}
	seen := map[string]string{}
	for name, text := range texts {
		g, _ := build(diag.NewSource("text", text))
		if other, ok := seen[g.Digest()]; ok {
			t.Errorf("%s and %s have the same digest", name, other)
		}
		seen[g.Digest()] = name
	}
}

// TestDigestIsOfTheMeaning says defaults out loud: the digest stays.
func TestDigestIsOfTheMeaning(t *testing.T) {
	silent, _ := build(diag.NewSource("text", "[A]--|g|-->B\nA--|h|-->C\n"))
	loud, _ := build(diag.NewSource("text", "[A]--|g|-->B\nA--|h|-->C\nB.join: AND\nA.guards: xor\nC.inputs: A\n"))
	if silent.Digest() != loud.Digest() {
		t.Error("the digests differ")
	}
}

func TestWithJoin(t *testing.T) {
	g, _ := build(diag.NewSource("text", "[A]-->C\n[B]-->C\n"))
	want, _ := build(diag.NewSource("text", "[A]-->C\n[B]-->C\nC.join: OR\n"))
	c, _ := g.Lookup("C")
	got := g.WithJoin(graph.Or, c, -1, 99)
	if got.Nodes[c].Join != graph.Or || got.Digest() != want.Digest() {
		t.Errorf("join %s, digest %s; want OR, %s", got.Nodes[c].Join, got.Digest(), want.Digest())
	}
	if g.Nodes[c].Join != graph.And || g.Digest() == got.Digest() {
		t.Error("the graph itself has changed")
	}
	if back := got.WithJoin(graph.And, c); back.Digest() != g.Digest() {
		t.Error("the way back leads elsewhere")
	}
}
