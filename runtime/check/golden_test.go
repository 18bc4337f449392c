package check

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/syntax"
)

// registered is a fixed set of names, by kind.
type registered struct {
	bodies, guards []string
	dynamic        bool
}

func (r registered) HasBody(name string) bool  { return slices.Contains(r.bodies, name) }
func (r registered) HasGuard(name string) bool { return slices.Contains(r.guards, name) }
func (r registered) Bodies() []string          { return r.bodies }
func (r registered) Guards() []string          { return r.guards }
func (r registered) Dynamic() bool             { return r.dynamic }

var someNames = registered{bodies: []string{"count", "double", "sum"}, guards: []string{"below3", "even", "odd"}}

// exactly and structurally answer the findings about a graph by proof and by the structural rule.
func exactly(g *graph.Graph, names Names) diag.List {
	return Run(context.Background(), g, names, Options{}).Findings
}

func structurally(g *graph.Graph, names Names) diag.List {
	return Run(context.Background(), g, names, Options{Structural: true}).Findings
}

// TestFaults checks every section of every archive against someNames and compares the findings with the section that
// follows it, or writes them there when TICKFLOW_UPDATE is 1. The comment of an archive says if the structural rule is to be
// taken. Every fix, applied on its own, must leave fewer findings.
func TestFaults(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("testdata", "faults", "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	update := os.Getenv("TICKFLOW_UPDATE") == "1"
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		run := exactly
		if strings.HasPrefix(string(archive.Comment), "by the structural rule") {
			run = structurally
		}
		for i := 0; i+1 < len(archive.Files); i += 2 {
			text, want := archive.Files[i], &archive.Files[i+1]
			t.Run(filepath.Base(path)+"/"+text.Name, func(t *testing.T) {
				found := run(build(t, string(text.Data)), someNames)
				for _, d := range found {
					for _, fix := range d.Fixes {
						fixed := apply(string(text.Data), fix)
						if after := run(build(t, fixed), someNames); len(after) >= len(found) {
							t.Errorf("%s\nfixed by %q to\n%s\nleaves\n%s", d, fix.Title, fixed, show(after))
						}
					}
				}
				if update {
					want.Data = []byte(show(found))
				} else if diff := gocmp.Diff(string(want.Data), show(found)); diff != "" {
					t.Errorf("%s (-want +got):\n%s", want.Name, diff)
				}
			})
		}
		if update {
			if err := os.WriteFile(path, txtar.Format(archive), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// show writes findings with the text they are about, and what belongs to them on lines of their own.
func show(found diag.List) string {
	var b strings.Builder
	for _, d := range found {
		fmt.Fprintf(&b, "%s %s %s: %s\n", place(d.Source, d.Span), d.Severity, d.Code, d.Msg)
		if d.Hint != "" {
			fmt.Fprintf(&b, "  hint: %s\n", d.Hint)
		}
		for _, r := range d.Related {
			fmt.Fprintf(&b, "  also %s: %s\n", place(r.Source, r.Span), r.Msg)
		}
		for _, f := range d.Fixes {
			fmt.Fprintf(&b, "  fix: %s\n", f.Title)
		}
	}
	return b.String()
}

func place(src *diag.Source, span diag.Span) string {
	at := src.Position(span.Start)
	return fmt.Sprintf("%d:%d %q", at.Line, at.Column, src.Slice(span))
}

// apply answers a text with a fix applied.
func apply(text string, fix diag.Fix) string {
	edits := slices.Clone(fix.Edits)
	slices.SortFunc(edits, func(a, b diag.Edit) int { return b.Span.Start - a.Span.Start })
	for _, e := range edits {
		text = text[:e.Span.Start] + e.Text + text[e.Span.End:]
	}
	return text
}

// TestNamesNotKnown checks against names that may be missing: nothing is said about any name.
func TestNamesNotKnown(t *testing.T) {
	g := build(t, "[A]--|nobody|-->B\nA.body: nothing\nB.body: nothing\n")
	for what, names := range map[string]Names{"no names": nil, "dynamic names": registered{dynamic: true}} {
		if found := exactly(g, names); len(found) > 0 {
			t.Errorf("%s:\n%s", what, show(found))
		}
	}
}

// TestHalfTyped checks what is left of valid texts that end too early.
func TestHalfTyped(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("testdata", "verdicts", "*.txt"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no texts: %v", err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for end := range text {
			src := diag.NewSource(path, string(text[:end]))
			f, _ := syntax.Parse(src)
			g, _ := graph.Build(f)
			for _, d := range exactly(g, someNames) {
				if d.Source != src || d.Span.Start > d.Span.End || d.Span.End > end {
					t.Fatalf("%s up to byte %d: misplaced %v", path, end, d)
				}
			}
		}
	}
}
