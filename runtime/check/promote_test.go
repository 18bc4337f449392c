package check

import (
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/tickflow/tickflow/runtime/graph"
)

// TestJoinFix writes the join where it belongs, and the text then says what Promote answers.
func TestJoinFix(t *testing.T) {
	const split = "[B]--|g|-->X\nB--|h|-->Y\n"
	for _, c := range []struct{ name, text, want string }{
		{
			"behind the last edge",
			split + "X-->M\nY-->M # both\nM-->E\n",
			split + "X-->M\nY-->M # both\nM.join: OR\nM-->E\n",
		}, {
			"at the end without a line feed",
			split + "X-->M\nY-->M",
			split + "X-->M\nY-->M\nM.join: OR",
		}, {
			"with the line endings of the text",
			"[B]--|g|-->X-->M\r\nB--|h|-->Y-->M\r\nM-->E\r\n",
			"[B]--|g|-->X-->M\r\nB--|h|-->Y-->M\r\nM.join: OR\r\nM-->E\r\n",
		}, {
			"behind the node's attributes",
			split + "X-->M-->E\nY-->M\nM.inputs: X, Y\nM.body: f # why\nE.body: g\n",
			split + "X-->M-->E\nY-->M\nM.inputs: X, Y\nM.body: f # why\nM.join: OR\nE.body: g\n",
		}, {
			"in place of another join",
			split + "M.join:  AND  # all\nX-->M\nY-->M\n",
			split + "M.join:  OR  # all\nX-->M\nY-->M\n",
		}, {
			"in place of the join that counts",
			split + "M.join: OR\nM.join: AND\nX-->M\nY-->M\n",
			split + "M.join: OR\nM.join: OR\nX-->M\nY-->M\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := build(t, c.text)
			all := Structural(g)
			if len(all) != 1 {
				t.Fatalf("%d suggestions, want 1", len(all))
			}
			got := apply(c.text, JoinFix(g, all[0].Node))
			if diff := gocmp.Diff(c.want, got); diff != "" {
				t.Errorf("text (-want +got):\n%s", diff)
			}
			if want := Promote(g, all...).Digest(); build(t, got).Digest() != want {
				t.Error("the text does not say what the promoted graph does")
			}
		})
	}
}

// TestPromote makes the joins of all suggestions OR, and nothing is left to suggest.
func TestPromote(t *testing.T) {
	g := build(t, "[B]--|g|-->X\nB--|h|-->Y\nX-->M\nY-->M\nX-->N\nY-->N\nM-->O\nN-->O\n")
	all := Structural(g)
	promoted := Promote(g, all...)
	var or []string
	for _, n := range promoted.Nodes {
		if n.Join == graph.Or {
			or = append(or, n.Name)
		}
	}
	if diff := gocmp.Diff([]string{"M", "N"}, or); diff != "" {
		t.Errorf("OR-joins (-want +got):\n%s", diff)
	}
	if left := Structural(promoted); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
	if again := Structural(g); len(again) != len(all) {
		t.Error("the graph itself has changed")
	}
}
