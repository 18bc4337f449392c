package syntax_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/syntax"
)

func parse(text string) (*syntax.File, diag.List) { return syntax.Parse(diag.NewSource("graph", text)) }

func format(text string) string {
	file, _ := parse(text)
	return syntax.Format(file)
}

// statements answers what a file says, broken lines as their text.
func statements(f *syntax.File) []any {
	var all []any
	for _, line := range f.Lines {
		switch {
		case line.Broken:
			all = append(all, strings.TrimLeft(f.Source.Slice(line.Span), "\ufeff"))
		case line.Stmt != nil:
			all = append(all, line.Stmt)
		}
	}
	return all
}

// comments answers the texts of a file's comments, without the blanks around them.
func comments(f *syntax.File) []string {
	var all []string
	for _, line := range f.Lines {
		if line.Comment.Len() > 0 {
			all = append(all, strings.Trim(f.Source.Slice(line.Comment)[1:], " \t"))
		}
	}
	return all
}

// checkFormat fails unless the formatted text is stable, says the same and keeps all comments.
func checkFormat(t interface {
	Helper()
	Fatalf(string, ...any)
}, text string,
) {
	t.Helper()
	before, _ := parse(text)
	formatted := syntax.Format(before)
	after, _ := parse(formatted)
	if again := syntax.Format(after); again != formatted {
		t.Fatalf("formatting twice changes the text:\n%q\n%q\n%q", text, formatted, again)
	}
	if diff := cmp.Diff(statements(before), statements(after), cmpopts.IgnoreTypes(diag.Span{})); diff != "" {
		t.Fatalf("formatting changes the statements of %q:\n%s", text, diff)
	}
	if diff := cmp.Diff(comments(before), comments(after)); diff != "" {
		t.Fatalf("formatting changes the comments of %q:\n%s", text, diff)
	}
}

func TestFormat(t *testing.T) {
	archives(t, "format", func(t *testing.T, path string, archive *txtar.Archive, src *diag.Source) {
		formatted := format(src.Text)
		golden(t, path, archive, "formatted", formatted)
		checkFormat(t, src.Text)
	})
}

func TestFormatLineEndings(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", ""},
		{"blank lines only", "\n \n\t\n", ""},
		{"a final line feed is added", "[A]", "[A]\n"},
		{"LF", "[A]\nA-->B\n", "[A]\nA-->B\n"},
		{"CRLF", "[A]\r\nA -->B", "[A]\r\nA-->B\r\n"},
		{"mostly CRLF", "[A]\r\nA-->B\r\nA-->C\n", "[A]\r\nA-->B\r\nA-->C\r\n"},
		{"half CRLF", "[A]\r\nA-->B\n", "[A]\nA-->B\n"},
		{"CR CR LF", "[A]\r\r\nA-->B\r\r\n", "[A]\r\nA-->B\r\n"},
		{"a mark", "\ufeff [A]\n", "\ufeff[A]\n"},
		{"a mark and nothing", "\ufeff\n", "\ufeff"},
		{"a second mark", "[A]\n\ufeffA-->B\n", "[A]\nA-->B\n"},
		{"a mark before a broken line", "\ufeffA B\n", "\ufeffA B\n"},
		{"a mark inside", "\n\ufeff A B\n", " A B\n"},
		{"a mark inside a text that has one", "\ufeff\n\ufeff A B\n", "\ufeff A B\n"},
		{"a binary file", "[A]  \n\n\n\x00", "[A]  \n\n\n\x00"},
		{"a lone CR", "A-->B\rB-->C  \n", "A-->B\rB-->C  \n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := format(c.text); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			checkFormat(t, c.text)
		})
	}
}
