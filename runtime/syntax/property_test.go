package syntax_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/syntax"
)

// checkTree fails unless the lines of a file account for its whole text and every name stands where its span says.
func checkTree(t interface {
	Helper()
	Fatalf(string, ...any)
}, f *syntax.File,
) {
	t.Helper()
	src := f.Source
	at := 0
	for i, line := range f.Lines {
		if ending := strings.TrimLeft(src.Text[at:line.Span.Start], "\r"); i > 0 && ending != "\n" || i == 0 && line.Span.Start != 0 {
			t.Fatalf("line %d of %q does not begin behind a line ending: %v", i, src.Text, line.Span)
		}
		at = line.Span.End
		within := func(span diag.Span) {
			if span.Start < line.Span.Start || span.End < span.Start || span.End > line.Span.End {
				t.Fatalf("span %v of %q lies outside its line %v", span, src.Text, line.Span)
			}
		}
		checkName := func(n syntax.Name) {
			if n == (syntax.Name{}) {
				return
			}
			within(n.Span)
			if src.Slice(n.Span) != n.Text {
				t.Fatalf("the name %q of %q stands at %q", n.Text, src.Text, src.Slice(n.Span))
			}
			if !line.Broken && !syntax.IsName(n.Text) {
				t.Fatalf("%q is no name, but its line is not broken: %q", n.Text, src.Slice(line.Span))
			}
		}
		if line.Comment.Len() > 0 {
			if within(line.Comment); line.Comment.End != line.Span.End || src.Text[line.Comment.Start] != '#' {
				t.Fatalf("comment at %v of %q", line.Comment, src.Text)
			}
		}
		checkStmt(line.Stmt, checkName, within)
	}
	if rest := strings.TrimLeft(src.Text[at:], "\r"); rest != "" {
		t.Fatalf("the lines of %q leave %q over", src.Text, rest)
	}
}

func checkStmt(stmt syntax.Stmt, checkName func(syntax.Name), within func(diag.Span)) {
	switch stmt := stmt.(type) {
	case *syntax.Start:
		checkName(stmt.Node)
	case *syntax.Edges:
		checkName(stmt.Source)
		for _, hop := range stmt.Hops {
			within(hop.Arrow)
			checkName(hop.Guard)
			checkName(hop.To)
		}
	case *syntax.Attr:
		checkName(stmt.Node)
		checkName(stmt.Key)
		checkName(stmt.Body)
		for _, input := range stmt.Inputs {
			within(input.Span)
			checkName(input.Producer)
		}
		if stmt.Bind != nil {
			for _, field := range stmt.Bind.Fields {
				checkName(field.Name)
				checkName(field.Input)
			}
		}
	}
}

// checkFaults fails unless findings lie in the text, in order, and broken lines are exactly the lines with findings.
func checkFaults(t interface {
	Helper()
	Fatalf(string, ...any)
}, f *syntax.File, list diag.List,
) {
	t.Helper()
	faulty := make(map[int]bool)
	for i, d := range list {
		if d.Span.Start < 0 || d.Span.End < d.Span.Start || d.Span.End > len(f.Source.Text) {
			t.Fatalf("%s lies outside %q: %v", d, f.Source.Text, d.Span)
		}
		if i > 0 && d.Span.Start < list[i-1].Span.Start {
			t.Fatalf("%s of %q comes too late", d, f.Source.Text)
		}
		if d.Msg == "" || d.Code == "" || d.Severity != diag.Error || d.Source != f.Source {
			t.Fatalf("incomplete finding %#v", d)
		}
		faulty[f.Source.Position(d.Span.Start).Line] = true
	}
	for i, line := range f.Lines {
		if line.Broken != faulty[i+1] && !strings.Contains(f.Source.Text, "\x00") {
			t.Fatalf("line %d of %q: broken is %v, findings %v", i+1, f.Source.Text, line.Broken, list)
		}
	}
}

var piece = rapid.SampledFrom([]string{
	"A", "B", "job_1", "größe", "2", "x9", "-->", "--|g|-->", "-->|h|", "->", "--", "|", "[", "]", "[A]", "(", ")", "{", "}",
	".join: OR", ".join", ".inputs: A, B[2]", ".body: f", ".guards: xor", ".bind: [A, C]", ".bind: {left: A}", ":", ",", ".", ";",
	" ", " ", "\t", "\n", "\n", "\r\n", "\r", "# note", "#", "\ufeff", "\u00a0", "\xff", "\"", "é", "//", "%%", "graph TD", "=", "😀",
})

// text draws lines of graph text with noise in between.
var text = rapid.Custom(func(t *rapid.T) string { return strings.Join(rapid.SliceOfN(piece, 0, 40).Draw(t, "pieces"), "") })

// Any text is accounted for to the last byte, its findings have their place, and formatting it keeps what it says.
func TestAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		file, list := parse(text.Draw(t, "text"))
		checkTree(t, file)
		checkFaults(t, file, list)
		checkFormat(t, file.Source.Text)
	})
}

// A file says what its lines say alone.
func TestLinesAreIndependent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(text.Filter(func(s string) bool { return !strings.Contains(s, "\n") }), 1, 5).Draw(t, "lines")
		whole, list := parse(strings.Join(lines, "\n"))
		faults := 0
		for i, line := range lines {
			alone, list := parse(line)
			faults += len(list)
			if alone.Lines[0].Broken != whole.Lines[i].Broken {
				t.Fatalf("line %q is broken in one place only", line)
			}
		}
		if faults != len(list) {
			t.Fatalf("%d findings, %d line by line", len(list), faults)
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Fuzz(func(t *testing.T, text string) {
		file, list := parse(text)
		checkTree(t, file)
		checkFaults(t, file, list)
	})
}

func FuzzFormat(f *testing.F) {
	f.Fuzz(func(t *testing.T, text string) { checkFormat(t, text) })
}
