package render_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/render"
)

// lines writes a line n times: {i} counts from 0 and {j} from 1.
func lines(n int, line string) string {
	var b strings.Builder
	b.WriteString("[n0]\n")
	for i := range n {
		b.WriteString(strings.NewReplacer("{i}", strconv.Itoa(i), "{j}", strconv.Itoa(i+1)).Replace(line) + "\n")
	}
	return b.String()
}

// TestScale draws large graphs of shapes in which comparisons of all pairs, or bends of all edges, would take quadratic time.
func TestScale(t *testing.T) {
	for _, shape := range []struct {
		name string
		n    int
		line string
	}{
		{"chain", 10_000, "n{i}-->n{j}"},
		{"fan", 100_000, "n0-->n{j}"},
		{"fan of guards", 5_000, "n0--|g|-->n{j}"},
		{"fan that comes back", 5_000, "n0-->n{j}\nn{j}-->n0"},
		{"fan and merge", 5_000, "n0-->n{j}\nn{j}-->end"},
		{"ways out", 1_000, "n{i}-->n{j}\nn{i}--|g|-->end"},
		{"ways back", 1_000, "n{i}-->n{j}\nn{j}--|g|-->n0"},
		{"alone", 10_000, "[n{i}]"},
		{"parallel", 5_000, "n0--|g|-->end"},
		{"loops", 5_000, "n0--|g|-->n0"},
	} {
		t.Run(shape.name, func(t *testing.T) {
			layout := render.Arrange(build(lines(shape.n, shape.line)))
			for n := range layout.Nodes {
				if b := layout.Nodes[n]; b.X < 0 || b.Y < 0 || b.X+b.W > layout.W || b.Y+b.H > layout.H {
					t.Fatalf("node %d at %v is not inside %d x %d", n, b.Box, layout.W, layout.H)
				}
			}
			if svg := layout.SVG(render.Options{}); !bytes.HasSuffix(svg, []byte("</svg>\n")) {
				t.Errorf("the drawing ends in %q", svg[len(svg)-10:])
			}
		})
	}
}

// Edges that would need too many bends go around everything, and run into nothing there.
func TestWaysAround(t *testing.T) {
	for name, line := range map[string]string{
		"out":          "n{i}-->n{j}\nn{i}-->end",
		"out, guarded": "n{i}-->n{j}\nn{i}--|way_out|-->end",
		"back":         "n{i}-->n{j}\nn{j}--|again|-->n0\nn{j}-->n1",
	} {
		t.Run(name, func(t *testing.T) {
			g := build(lines(280, line))
			if found := faults(g, render.Arrange(g)); len(found) > 0 {
				t.Error(strings.Join(found[:min(len(found), 10)], "\n"))
			}
		})
	}
}

// BenchmarkArrange lays graphs out, BenchmarkSVG writes them. The floor of both is BenchmarkFloorCopy.
func BenchmarkArrange(b *testing.B) {
	eachSize(b, func(b *testing.B, g *graph.Graph) {
		for b.Loop() {
			runtime.KeepAlive(render.Arrange(g))
		}
	})
}

func BenchmarkSVG(b *testing.B) {
	eachSize(b, func(b *testing.B, g *graph.Graph) {
		layout := render.Arrange(g)
		for b.Loop() {
			runtime.KeepAlive(layout.SVG(render.Options{}))
		}
	})
}

// BenchmarkFloorCopy copies the bytes of a drawing.
func BenchmarkFloorCopy(b *testing.B) {
	eachSize(b, func(b *testing.B, g *graph.Graph) {
		svg := render.SVG(g)
		for b.Loop() {
			runtime.KeepAlive(append([]byte(nil), svg...))
		}
	})
}

func eachSize(b *testing.B, run func(*testing.B, *graph.Graph)) {
	for _, nodes := range []int{100, 1_000, 10_000} {
		g := build(someGraph(rand.New(rand.NewPCG(1, 2)), nodes))
		b.Run(fmt.Sprint(nodes), func(b *testing.B) {
			b.ReportAllocs()
			run(b, g)
		})
	}
}
