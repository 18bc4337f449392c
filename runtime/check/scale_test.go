package check

import (
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/syntax"
)

// shape is a family of nets of about n lines, and how many suggestions the structural rule makes about one.
type shape struct {
	line string // written again and again, {i} counting from 0 and {j} from 1
	last string // {i} is how often line was written
	want func(times int) int
}

func none(int) int   { return 0 }
func one(int) int    { return 1 }
func each(n int) int { return n }

// The shapes are those in which walks of all branches, or comparisons of all pairs, would take quadratic time.
var shapes = map[string]shape{
	"chain":                   {"n{i}-->n{j}\n", "", none},
	"fan of guards":           {"s--|g{i}|-->x{i}\nx{i}-->M\n", "", one},
	"fan of one guard":        {"s--|g|-->x{i}\nx{i}-->M\n", "s--|h|-->y\n", none},
	"fan of merges":           {"s--|g{i}|-->x{i}\nt-->x{i}\nx{i}.join: OR\nx{i}-->M\n", "", one},
	"fan of joins":            {"M{i}.inputs: x\nx-->M{i}\ny-->M{i}\n", "s--|g|-->x\ns--|h|-->y\n", each},
	"ladder":                  {"n{i}--|ok|-->n{j}\nn{i}--|fail|-->f{i}\nf{i}-->M\n", "n{i}-->M\n", each},
	"ladder to one merge":     {"n{i}--|ok|-->n{j}\nn{i}--|fail|-->E\n", "E.join: OR\nE-->M\nn{i}-->M\n", one},
	"ladder to merges":        {"n{i}--|ok|-->n{j}\nn{i}--|fail|-->x{i}\nt-->x{i}\nx{i}-->M\n", "n{i}-->M\n", each},
	"ladder to joins":         {"n{i}--|ok|-->n{j}\nn{i}--|fail|-->f{i}\nf{i}-->M{i}\nn{j}-->M{i}\n", "", each},
	"ring of splitters":       {"n{i}--|ok|-->n{j}\nn{i}--|fail|-->f{i}\nf{i}-->M\n", "n{i}-->n0\n", none},
	"diamonds in a row":       {"n{i}--|g|-->a{i}-->n{j}\nn{i}--|h|-->b{i}-->n{j}\n", "", each},
	"OR diamonds in a row":    {"n{i}--|g|-->a{i}-->n{j}\nn{i}--|h|-->b{i}-->n{j}\nn{j}.join: OR\n", "", none},
	"two arms along a ladder": {"n{i}-->n{j}\nm{i}--|g|-->m{j}\nm{i}--|h|-->x{i}\nn{j}-->J{i}\nm{j}-->J{i}\n", "", none},
}

func (s shape) text(lines int) (text string, times int) {
	times = lines / strings.Count(s.line, "\n")
	var b strings.Builder
	for i := range times {
		strings.NewReplacer("{i}", strconv.Itoa(i), "{j}", strconv.Itoa(i+1)).WriteString(&b, s.line)
	}
	b.WriteString(strings.ReplaceAll(s.last, "{i}", strconv.Itoa(times)))
	return b.String(), times
}

// TestScale applies the structural rule to large nets of every shape, and to a fan of 100,000 guards.
func TestScale(t *testing.T) {
	for name, s := range shapes {
		t.Run(name, func(t *testing.T) {
			lines := 20_000
			if name == "fan of guards" {
				lines = 200_000
			}
			text, times := s.text(lines)
			if got, want := len(Structural(build(t, text))), s.want(times); got != want {
				t.Errorf("%d suggestions, want %d", got, want)
			}
		})
	}
}

// BenchmarkStructural applies the structural rule to every shape in three sizes: the time per line should hardly grow.
func BenchmarkStructural(b *testing.B) {
	for name, s := range shapes {
		for _, lines := range []int{1_000, 100_000, 1_000_000} {
			text, _ := s.text(lines)
			g := parsed(text)
			b.Run(strings.ReplaceAll(name, " ", "_")+"/"+strconv.Itoa(lines), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					runtime.KeepAlive(Structural(g))
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(lines), "ns/line")
			})
		}
	}
}

// BenchmarkRun checks a chain, in which every node but the last is a producer without a body.
func BenchmarkRun(b *testing.B) {
	for _, lines := range []int{1_000, 100_000, 1_000_000} {
		text, _ := shapes["chain"].text(lines)
		g := parsed(text)
		b.Run(strconv.Itoa(lines), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				runtime.KeepAlive(exactly(g, someNames))
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(lines), "ns/line")
		})
	}
}

func parsed(text string) *graph.Graph {
	f, _ := syntax.Parse(diag.NewSource("scale", text))
	g, _ := graph.Build(f)
	return g
}
