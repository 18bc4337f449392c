package catalog_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/diag/catalog"
)

// constant is a code as package diag declares it.
type constant struct{ name, comment string }

// constants answers the codes that package diag declares.
func constants(t *testing.T) map[diag.Code]constant {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../code.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	codes := map[diag.Code]constant{}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if typ, ok := spec.Type.(*ast.Ident); !ok || typ.Name != "Code" || len(spec.Values) != 1 {
			t.Fatalf("%s: a code is declared as NAME Code = \"...\"", spec.Names[0].Name)
		}
		code, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		if err != nil {
			t.Fatal(err)
		}
		codes[diag.Code(code)] = constant{spec.Names[0].Name, strings.TrimSpace(spec.Comment.Text())}
		return false
	})
	return codes
}

func TestEveryCodeHasAnEntry(t *testing.T) {
	declared := constants(t)
	told := map[diag.Code]bool{}
	for _, chapter := range catalog.Chapters() {
		for _, e := range chapter.Entries {
			if told[e.Code] {
				t.Errorf("%s has two entries", e.Code)
			}
			told[e.Code] = true
			if diff := cmp.Diff(declared[e.Code].comment, e.Title); diff != "" {
				t.Errorf("the title of %s is not what stands behind its constant (-constant +title):\n%s", e.Code, diff)
			}
		}
	}
	for code, c := range declared {
		if !told[code] {
			t.Errorf("diag.%s (%s) has no entry: add one to the chapter it belongs to, with an example and the example mended", c.name, code)
		}
		if _, ok := catalog.Lookup(code); ok != told[code] {
			t.Errorf("Lookup(%s) answers %t", code, ok)
		}
	}
}

// Constants are documented at an anchor of their name.
func TestAnchors(t *testing.T) {
	for code, c := range constants(t) {
		if want := "https://pkg.go.dev/github.com/tickflow/tickflow/runtime/diag#" + c.name; code.Docs() != want {
			t.Errorf("%s is documented at %s, not at %s", code, want, code.Docs())
		}
	}
}

func TestEntriesAreWhole(t *testing.T) {
	for _, chapter := range catalog.Chapters() {
		for _, e := range chapter.Entries {
			if e.Severity < diag.Error || e.Severity > diag.Hint {
				t.Errorf("%s has no severity", e.Code)
			}
			if strings.HasSuffix(e.Title, ".") || e.Title == "" {
				t.Errorf("%s: the title is a clause without a full stop: %q", e.Code, e.Title)
			}
			if !strings.HasSuffix(e.Why, ".") || strings.Count(e.Why, "`")%2 != 0 || strings.ContainsFunc(e.Why, unicode.IsControl) {
				t.Errorf("%s: why is one paragraph of sentences: %q", e.Code, e.Why)
			}
			for _, example := range []catalog.Example{e.Example, e.Mended} {
				if len(example.Files) == 0 {
					t.Errorf("%s lacks an example", e.Code)
				}
				for _, f := range example.Files {
					if !strings.HasSuffix(f.Text, "\n") {
						t.Errorf("%s: %s does not end in a line feed", e.Code, f.Name)
					}
				}
			}
		}
	}
}
