package syntax_test

import (
	"bufio"
	"fmt"
	"strings"
	"testing"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/syntax"
)

// manyLines makes a text of n lines: edges, half of them guarded, and every tenth line an attribute.
func manyLines(n int) string {
	var b strings.Builder
	b.WriteString("[n0]\n")
	for i := range n - 1 {
		switch {
		case i%10 == 9:
			fmt.Fprintf(&b, "n%d.inputs: n%d, n%d[2]\n", i, i-1, i-2)
		case i%2 == 0:
			fmt.Fprintf(&b, "n%d-->n%d\n", i, i+1)
		default:
			fmt.Fprintf(&b, "n%d--|ready|-->n%d\n", i, i+1)
		}
	}
	return b.String()
}

func sizes(b *testing.B, run func(b *testing.B, text string)) {
	for _, n := range []int{1_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprintf("lines=%d", n), func(b *testing.B) {
			text := manyLines(n)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			run(b, text)
		})
	}
}

func BenchmarkParse(b *testing.B) {
	sizes(b, func(b *testing.B, text string) {
		for b.Loop() {
			if _, list := syntax.Parse(diag.NewSource("graph", text)); len(list) > 0 {
				b.Fatal(list[0])
			}
		}
	})
}

// BenchmarkFloorScan is the floor of BenchmarkParse: the same lines found and not looked at.
func BenchmarkFloorScan(b *testing.B) {
	sizes(b, func(b *testing.B, text string) {
		for b.Loop() {
			scanner, lines := bufio.NewScanner(strings.NewReader(text)), 0
			for scanner.Scan() {
				lines += min(len(scanner.Bytes()), 1)
			}
			if lines == 0 {
				b.Fatal("no lines")
			}
		}
	})
}

func BenchmarkFormat(b *testing.B) {
	sizes(b, func(b *testing.B, text string) {
		file, _ := syntax.Parse(diag.NewSource("graph", text))
		for b.Loop() {
			if len(syntax.Format(file)) != len(text) {
				b.Fatal("the text was formatted already")
			}
		}
	})
}
