package runtime

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestEveryExportedNameIsDocumented reads all packages of the module and asks of each package, exported constant, variable,
// type, function and method for a comment that is a sentence, from its name on where it is about a single one. Fields come in groups with blank lines between
// them: the type's comment speaks for the first group, each further one has a comment in it.
func TestEveryExportedNameIsDocumented(t *testing.T) {
	fset := token.NewFileSet()
	packages := map[string]bool{} // by folder: has a package comment
	for _, file := range sources(t, "..") {
		f, err := parser.ParseFile(fset, filepath.Join("..", file), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		folder := path.Dir(file)
		packages[folder] = packages[folder] || isSentence(f.Doc)
		for _, decl := range f.Decls {
			for _, u := range undocumented(fset, decl) {
				t.Errorf("%s: %s", fset.Position(u.at), u.what)
			}
		}
	}
	for folder, documented := range packages {
		if !documented {
			t.Errorf("%s: the package has no comment", folder)
		}
	}
}

// lack is a name without the comment it should have.
type lack struct {
	at   token.Pos
	what string
}

func undocumented(fset *token.FileSet, decl ast.Decl) []lack {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() && ofExported(d.Recv) && !speaksOf(d.Doc, d.Name.Name) {
			return []lack{{d.Pos(), "function " + d.Name.Name}}
		}
	case *ast.GenDecl:
		var lacks []lack
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.ValueSpec:
				lacks = append(lacks, undocumentedValues(d, s)...)
			case *ast.TypeSpec:
				if s.Name.IsExported() {
					lacks = append(lacks, undocumentedType(fset, d, s)...)
				}
			}
		}
		return lacks
	}
	return nil
}

// ofExported reports whether a function is no method, or one of an exported type.
func ofExported(recv *ast.FieldList) bool {
	if recv == nil {
		return true
	}
	t := recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.IsExported()
		default:
			return false
		}
	}
}

// undocumentedValues answers the exported names of a line of constants or variables that stand without a comment of the
// line or of the group.
func undocumentedValues(d *ast.GenDecl, s *ast.ValueSpec) []lack {
	if isSentence(d.Doc) || s.Doc != nil || s.Comment != nil {
		return nil
	}
	var lacks []lack
	for _, n := range s.Names {
		if n.IsExported() {
			lacks = append(lacks, lack{n.Pos(), "value " + n.Name})
		}
	}
	return lacks
}

func undocumentedType(fset *token.FileSet, d *ast.GenDecl, s *ast.TypeSpec) []lack {
	name := s.Name.Name
	var lacks []lack
	if !speaksOf(s.Doc, name) && (len(d.Specs) > 1 || !speaksOf(d.Doc, name)) {
		lacks = append(lacks, lack{s.Pos(), "type " + name})
	}
	switch t := s.Type.(type) {
	case *ast.StructType:
		for _, group := range laterGroups(fset, t) {
			if !slices.ContainsFunc(group, func(f *ast.Field) bool { return f.Doc != nil || f.Comment != nil }) {
				lacks = append(lacks, lack{group[0].Pos(), fmt.Sprintf("fields of %s from %s on", name, group[0].Names[0].Name)})
			}
		}
	case *ast.InterfaceType:
		for _, m := range t.Methods.List {
			if len(m.Names) > 0 && m.Names[0].IsExported() && !speaksOf(m.Doc, m.Names[0].Name) {
				lacks = append(lacks, lack{m.Pos(), fmt.Sprintf("method %s.%s", name, m.Names[0].Name)})
			}
		}
	}
	return lacks
}

// laterGroups answers the groups of exported fields of a struct behind the first blank line between its fields.
func laterGroups(fset *token.FileSet, s *ast.StructType) [][]*ast.Field {
	groups := [][]*ast.Field{nil}
	line := fset.Position(s.Pos()).Line
	for _, f := range s.Fields.List {
		begin := f.Pos()
		if f.Doc != nil {
			begin = f.Doc.Pos()
		}
		if fset.Position(begin).Line > line+1 {
			groups = append(groups, nil)
		}
		line = fset.Position(f.End()).Line
		if len(f.Names) > 0 && f.Names[0].IsExported() {
			last := &groups[len(groups)-1]
			*last = append(*last, f)
		}
	}
	return slices.DeleteFunc(groups[1:], func(g []*ast.Field) bool { return len(g) == 0 })
}

// isSentence reports whether a comment says something, in words that end as a sentence does, or before an example of it.
func isSentence(c *ast.CommentGroup) bool {
	text := strings.TrimSpace(c.Text())
	first, _, _ := strings.Cut(text, "\n\n")
	return strings.HasSuffix(text, ".") || strings.HasSuffix(first, ".") || strings.HasSuffix(first, ":")
}

// speaksOf reports whether a comment is a sentence about a name, which it begins with.
func speaksOf(c *ast.CommentGroup, name string) bool {
	first, _, _ := strings.Cut(c.Text(), " ")
	return isSentence(c) && first == name
}

func TestUndocumentedNamesAreFound(t *testing.T) {
	const text = `package p

func F() {}

// G
func G() {}

// H does it.
func H() {}

// It does it.
func I() {}

type t struct{}

func (t) M() {}

// T is it.
type T[A any] struct {
	Mine int
	Ours int

	Yours int // theirs
	Theirs int

	Lost int
	hidden int

	gone int
}

func (*T[A]) M() {}

type A interface {
	// M does it.
	M()
	N()
}

const C = 1

// They are it.
const (
	D = iota
	E
)

const (
	J = 1 // it
	K = 2
)
`
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, decl := range f.Decls {
		for _, u := range undocumented(fset, decl) {
			got = append(got, u.what)
		}
	}
	want := []string{
		"function F", "function G", "function I", "fields of T from Lost on", "function M", "type A", "method A.N", "value C", "value K",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
