package proof

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/tickflow/tickflow/runtime/graph"
)

// TestRepairCorpora repairs all graphs that people have drawn: no join can starve afterwards. It shows how much else the
// repairs change.
func TestRepairCorpora(t *testing.T) {
	for _, c := range corpora(t) {
		for _, mode := range []string{"declared", "free"} {
			repaired, made, circles, twice := 0, 0, 0, 0
			for i, g := range c.graph {
				fix := Run(context.Background(), g, Options{Mode: modes[mode]}).Repair(context.Background(), Options{})
				for _, j := range fix.Report.Joins {
					if j.Verdict != Proved {
						t.Errorf("%s: %s is %s after the repair (%s)", c.files[i], g.Nodes[j.Node].Name, j.Verdict, mode)
					}
				}
				if len(fix.Joins) == 0 {
					continue
				}
				repaired++
				made += len(fix.Joins)
				if len(fix.Circle) > 0 {
					circles++
				}
				if len(fix.Twice) > 0 {
					twice++
				}
			}
			t.Logf("%-10s %-9s %4d graphs repaired with %4d joins made OR; %3d gain a livelock, %3d let a node fire twice",
				c.name, mode, repaired, made, circles, twice)
		}
	}
}

// TestRepairOneByOne compares repairs of random graphs with those that make one join OR at a time.
func TestRepairOneByOne(t *testing.T) {
	checkRandom(t, func(t *rapid.T) {
		text := drawText(t)
		g := build(t, text)
		fix := Run(context.Background(), g, Options{}).Repair(context.Background(), Options{})
		var want []graph.ID
		for {
			r := Run(context.Background(), g, Options{})
			first := -1
			for i := range r.Joins {
				if r.Joins[i].Verdict == Refuted && (first < 0 || r.Joins[i].lead() < r.Joins[first].lead()) {
					first = i
				}
			}
			if first < 0 {
				break
			}
			want = append(want, r.Joins[first].Node)
			g = g.WithJoin(graph.Or, r.Joins[first].Node)
		}
		got := slices.Sorted(slices.Values(fix.Joins))
		if slices.Sort(want); !slices.Equal(got, want) {
			t.Fatalf("made OR are %v, one by one %v\n%s", got, want, text)
		}
	})
}

// TestVeryMany makes joins OR together that have nothing to do with one another, and tells no more runs than is good.
func TestVeryMany(t *testing.T) {
	const many = 3000
	var text strings.Builder
	for i := range many {
		fmt.Fprintf(&text, "[B%[1]d]--|g|-->X%[1]d\nB%[1]d--|h|-->Y%[1]d\nX%[1]d-->M%[1]d\nY%[1]d-->M%[1]d\n", i)
	}
	g := build(t, text.String())
	r := Run(context.Background(), g, Options{})
	if first := r.fixpoints.n.firstToStarve(r.Joins); len(first) != many {
		t.Errorf("%d of %d joins are made OR together", len(first), many)
	}
	var traces []*Trace
	for i := range r.Joins {
		traces = append(traces, r.Joins[i].Trace)
	}
	if n := len(Scripts(g, traces)); n == 0 || n > many/10 {
		t.Errorf("there are %d scripts", n)
	}
	w := r.writer()
	w.effort = 2 * len(g.Nodes)
	for i, told := range []bool{true, false} {
		if d := w.starved(&r.Joins[i]); told != (len(d.Related) > 0) || !strings.Contains(d.Msg, "has reached it") {
			t.Errorf("of join %d is told: %s %v", i, d.Msg, d.Related)
		}
	}
}
