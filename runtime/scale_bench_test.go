package runtime_test

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	tickflow "github.com/tickflow/tickflow/runtime"
)

// The shapes of large graphs, by number of edges.
var shapes = []struct {
	name string
	text func(edges int) string
}{
	{"chain", func(n int) string {
		var b strings.Builder
		b.WriteString("[N0]\n")
		for i := range n {
			fmt.Fprintf(&b, "N%d-->N%d\n", i, i+1)
		}
		return b.String()
	}},
	{"fan", func(n int) string { // half of the edges lead out, half come together
		var b strings.Builder
		b.WriteString("[from]\n")
		for i := range n / 2 {
			fmt.Fprintf(&b, "from-->N%d\nN%d-->to\n", i, i)
		}
		return b.String()
	}},
	{"random", func(n int) string { // every node leads to the next and to three that come later
		random := rand.New(rand.NewPCG(1, 2))
		nodes := n/4 + 2
		var b strings.Builder
		b.WriteString("[N0]\n")
		for i := range nodes - 1 {
			fmt.Fprintf(&b, "N%d-->N%d\n", i, i+1)
			for range 3 {
				fmt.Fprintf(&b, "N%d-->N%d\n", i, i+1+random.IntN(min(nodes-i-1, 1000)))
			}
		}
		return b.String()
	}},
}

// BenchmarkParseCheck reports the time from text to checked program. The floor of each is the scan of its lines.
func BenchmarkParseCheck(b *testing.B) {
	for _, shape := range shapes {
		for _, edges := range []int{1_000, 100_000, 1_000_000} {
			text := shape.text(edges)
			b.Run(fmt.Sprintf("%s/%d", shape.name, edges), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := tickflow.Compile("large.tickflow", text, nil); err != nil {
						b.Fatal(err)
					}
				}
			})
			b.Run(fmt.Sprintf("%s/%d/floor", shape.name, edges), func(b *testing.B) {
				for b.Loop() {
					for lines := bufio.NewScanner(strings.NewReader(text)); lines.Scan(); {
					}
				}
			})
		}
	}
}

// BenchmarkRunLarge reports the time of a whole run of a large graph, records dropped, and checks that all of it fired.
func BenchmarkRunLarge(b *testing.B) {
	for _, shape := range shapes {
		b.Run(shape.name, func(b *testing.B) {
			p := compile(b, shape.text(1_000_000), nil)
			nodes := len(p.Graph().Nodes)
			for b.Loop() {
				r, err := tickflow.New(p, tickflow.Config{DropRecords: true})
				if err != nil {
					b.Fatal(err)
				}
				if _, err := r.Run(b.Context(), tickflow.RunOptions{}); err != nil {
					b.Fatal(err)
				}
				if r.Err() != nil {
					b.Fatal(r.Err())
				}
				for _, n := range p.Graph().Nodes {
					if _, fired := r.LastOutput(n.Name); !fired {
						b.Fatalf("%s of %d nodes never fired", n.Name, nodes)
					}
				}
			}
		})
	}
}
