package proof

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tickflow/tickflow/runtime/graph"
)

// BenchmarkSearch proves a join of eight loops safe by trying 6,818 states. The floor is putting as many states into a map.
func BenchmarkSearch(b *testing.B) {
	text, err := os.ReadFile(filepath.Join(verdictsFolder, "hard", "f2b_08.txt"))
	if err != nil {
		b.Fatal(err)
	}
	g := build(b, string(text))
	states := 0
	for b.Loop() {
		states = Run(context.Background(), g, Options{}).Joins[0].States
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(states), "ns/state")
}

// BenchmarkFloorSearch is the floor of BenchmarkSearch.
func BenchmarkFloorSearch(b *testing.B) {
	const states = 6_818
	for b.Loop() {
		seen := map[uint64]int32{}
		marking := uint64(1)
		for i := range int32(states) {
			if _, known := seen[marking]; !known {
				seen[marking] = i
			}
			marking = marking*6364136223846793005 + 1442695040888963407
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/states, "ns/state")
}

// BenchmarkFixpoints decides joins by the fixpoints alone. The floor is looking at every edge once.
func BenchmarkFixpoints(b *testing.B) {
	for _, nodes := range []int{10_000, 100_000, 1_000_000} {
		g := build(b, wideText(nodes))
		b.Run(fmt.Sprintf("nodes=%d", nodes), func(b *testing.B) {
			for b.Loop() {
				fixpointsOf(g)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(nodes), "ns/node")
		})
	}
}

// BenchmarkFloorFixpoints is the floor of BenchmarkFixpoints.
func BenchmarkFloorFixpoints(b *testing.B) {
	for _, nodes := range []int{10_000, 100_000, 1_000_000} {
		g := build(b, wideText(nodes))
		reached := make([]int32, len(g.Nodes))
		b.Run(fmt.Sprintf("nodes=%d", nodes), func(b *testing.B) {
			for b.Loop() {
				for _, e := range g.Edges() {
					reached[e.To]++
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(nodes), "ns/node")
		})
	}
}

// fixpointsOf answers how many joins of a graph the fixpoints decide.
func fixpointsOf(g *graph.Graph) int {
	f := newFixpoints(newNet(g, Mode{}, nil))
	decided := 0
	for i := range g.Nodes {
		if id := graph.ID(i); f.n.isJoin(id) {
			if verdict, _ := f.rule(id); verdict != Unknown {
				decided++
			}
		}
	}
	return decided
}

// wideText makes a graph of many diamonds one after the other, a quarter of whose joins are undecided by the fixpoints, and
// of a loop around every tenth.
func wideText(nodes int) string {
	var text strings.Builder
	text.WriteString("[N0]\n")
	for i := 0; i+4 <= nodes; i += 4 {
		guard := "-->"
		if i%16 == 12 {
			guard = "--|g|-->"
		}
		fmt.Fprintf(&text, "N%d-->N%d\nN%d%sN%d\nN%d-->N%d\nN%d-->N%d\nN%d-->N%d\n", i, i+1, i, guard, i+2, i+1, i+3, i+2, i+3, i+3, i+4)
		if i%40 == 0 {
			fmt.Fprintf(&text, "N%d--|again|-->N%d\nN%d.join: OR\n", i+3, i+1, i+1)
		}
	}
	return text.String()
}

// TestLinear decides the joins of graphs of growing size by the fixpoints: ten times the nodes take about ten times as long.
func TestLinear(t *testing.T) {
	sizes := []int{30_000, 300_000}
	if race {
		sizes = []int{10_000, 100_000}
	}
	graphs := [2]*graph.Graph{build(t, wideText(sizes[0])), build(t, wideText(sizes[1]))}
	took := [2]time.Duration{time.Hour, time.Hour}
	for range 20 { // the machine may be busy with other things: the best of several tries counts
		for i, g := range graphs {
			begin := time.Now()
			fixpointsOf(g)
			took[i] = min(took[i], time.Since(begin))
		}
		if took[1] <= 40*took[0] {
			return
		}
	}
	t.Errorf("%d nodes take %v, %d take %v: ten times the nodes take %.0f times as long",
		sizes[0], took[0], sizes[1], took[1], float64(took[1])/float64(took[0]))
}

// TestFans answers about joins and splitters of very many edges, too.
func TestFans(t *testing.T) {
	const fan = 30_000
	for _, c := range []struct {
		name, edge, join, more string
		want                   Verdict
	}{
		{"plain", "[S]-->X%d\n", "X%d-->M\n", "", Proved},
		{"late", "[S]-->X%d\n", "X%d-->M\n", "[S]--|g|-->A\n[S]--|h|-->B\nA-->C\nB-->C\nC.join: OR\nC-->M\n", Proved},
		{"xor", "[S]--|g%d|-->X%d\n", "X%d-->M\n", "", Refuted},
		{"free", "[S]--|g%d|-->X%d\n", "X%d-->M\n", "S.guards: free\n", Refuted},
		{"starts", "[X%d]--|g|-->Y\n", "X%d-->M\n", "[Z]--|g|-->M\n", Refuted},
	} {
		t.Run(c.name, func(t *testing.T) {
			var text strings.Builder
			for i := range fan {
				text.WriteString(strings.ReplaceAll(c.edge+c.join, "%d", fmt.Sprint(i)))
			}
			text.WriteString(c.more)
			g := build(t, text.String())
			begin := time.Now()
			r := Run(context.Background(), g, Options{})
			r.Findings(nil)
			took := time.Since(begin)
			j := r.Join(lookup(t, g, "M"))
			t.Logf("%v, %d states, %q, %s", took, j.States, j.Limit, j.Rule)
			if j.Verdict != c.want || j.Verdict == Refuted && j.Trace == nil {
				t.Errorf("%s, %s; want %s", j.Verdict, j.Limit, c.want)
			}
			if !race && took > 10*time.Second {
				t.Errorf("it takes %v", took)
			}
		})
	}
}
