package graph_test

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/syntax"
)

// chain is n edges in a row, fan is n ways from one node to one, woven is a long chain with shortcuts; each node's
// attributes come last.
var shapes = map[string]func(n int) string{
	"chain": func(n int) string {
		var b strings.Builder
		b.WriteString("[n0]\n")
		for i := range n {
			fmt.Fprintf(&b, "n%d-->n%d\n", i, i+1)
		}
		return b.String()
	},
	"fan": func(n int) string {
		var b strings.Builder
		b.WriteString("[from]\n")
		for i := range n / 2 {
			fmt.Fprintf(&b, "from-->n%d\nn%d-->to\n", i, i)
		}
		return b.String()
	},
	"woven": func(n int) string {
		var b strings.Builder
		b.WriteString("[n0]\n")
		for i := range n / 3 {
			fmt.Fprintf(&b, "n%d-->n%d\nn%d--|skip|-->n%d\n", i, i+1, i, i+2)
			fmt.Fprintf(&b, "n%d.inputs: n%d[1]\n", i+2, i/2)
		}
		return b.String()
	},
}

// TestScale builds large nets, asks for distant inputs, and expects no fault.
func TestScale(t *testing.T) {
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			g, found := build(diag.NewSource(name, shape(100_000)))
			if err := found.Err(); err != nil {
				t.Error(err)
			}
			last := graph.ID(len(g.Nodes) - 1)
			if reach := g.Reach(); !reach.Path(0, last) || reach.Path(last, 0) {
				t.Error("the last node is not downstream of the first")
			}
			if c := g.Components(); c.Len() != len(g.Nodes) {
				t.Errorf("%d components, want one for each of the %d nodes", c.Len(), len(g.Nodes))
			}
		})
	}
}

// BenchmarkBuild builds parsed texts. Its floor is BenchmarkFloorLookup: one look-up of every name.
func BenchmarkBuild(b *testing.B) {
	for name, shape := range shapes {
		for _, lines := range []int{1_000, 100_000, 1_000_000} {
			f, _ := syntax.Parse(diag.NewSource(name, shape(lines)))
			b.Run(name+"/"+strconv.Itoa(lines), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					g, _ := graph.Build(f)
					runtime.KeepAlive(g)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(lines), "ns/line")
			})
		}
	}
}

// BenchmarkFloorLookup numbers the names of a chain with a map, which no way of building can do without.
func BenchmarkFloorLookup(b *testing.B) {
	for _, lines := range []int{1_000, 100_000, 1_000_000} {
		names := make([]string, lines)
		for i := range names {
			names[i] = "n" + strconv.Itoa(i)
		}
		b.Run("chain/"+strconv.Itoa(lines), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				ids := make(map[string]int32, lines)
				for i, name := range names {
					ids[name] = int32(i)
				}
				for _, name := range names {
					if ids[name] < 0 {
						b.Fatal("lost")
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(lines), "ns/line")
		})
	}
}
