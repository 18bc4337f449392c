package syntax_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/syntax"
)

// golden compares got with a section of an archive, or writes it there when TICKFLOW_UPDATE is 1.
func golden(t *testing.T, path string, archive *txtar.Archive, section, got string) {
	t.Helper()
	i := slices.IndexFunc(archive.Files, func(f txtar.File) bool { return f.Name == section })
	if i < 0 {
		t.Fatalf("%s has no section %s", path, section)
	}
	if os.Getenv("TICKFLOW_UPDATE") == "1" {
		archive.Files[i].Data = []byte(got)
		if err := os.WriteFile(path, txtar.Format(archive), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(archive.Files[i].Data), got); diff != "" {
		t.Errorf("%s, section %s (-want +got):\n%s", path, section, diff)
	}
}

// archives runs a test for each archive of a folder, with the text of its first section.
func archives(t *testing.T, folder string, test func(t *testing.T, path string, archive *txtar.Archive, src *diag.Source)) {
	paths, err := filepath.Glob(filepath.Join("testdata", folder, "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives in %s: %v", folder, err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			test(t, path, archive, diag.NewSource("graph", string(archive.Files[0].Data)))
		})
	}
}

// show writes each line that has findings, with a caret under every character of each one's span.
func show(src *diag.Source, list diag.List) string {
	var b strings.Builder
	shown := 0
	for _, d := range list {
		at := src.Position(d.Span.Start)
		if at.Line != shown {
			shown = at.Line
			fmt.Fprintf(&b, "%4d  %q\n", at.Line, src.Slice(src.Line(at.Line)))
		}
		before := fmt.Sprintf("%q", src.Text[src.Line(at.Line).Start:d.Span.Start])
		marked := fmt.Sprintf("%q", src.Slice(d.Span))
		pad := strings.Repeat(" ", len([]rune(before))-1)
		carets := strings.Repeat("^", max(1, len([]rune(marked))-2))
		fmt.Fprintf(&b, "      %s%s %d: %s: %s\n", pad, carets, at.Column, d.Code, d.Msg)
		if d.Hint != "" {
			fmt.Fprintf(&b, "%28s %s\n", "hint:", d.Hint)
		}
		for _, r := range d.Related {
			at := r.Source.Position(r.Span.Start)
			fmt.Fprintf(&b, "%28s %d:%d: %s\n", "also:", at.Line, at.Column, r.Msg)
		}
		for _, f := range d.Fixes {
			fmt.Fprintf(&b, "%28s %s\n", "fix:", f.Title)
		}
	}
	return b.String()
}

// Each mistake has its own message in its own place.
func TestFaults(t *testing.T) {
	archives(t, "faults", func(t *testing.T, path string, archive *txtar.Archive, src *diag.Source) {
		_, list := syntax.Parse(src)
		golden(t, path, archive, "faults", show(src, list))
	})
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

// A fix removes its finding and adds no further ones.
func TestFixes(t *testing.T) {
	archives(t, "faults", func(t *testing.T, _ string, _ *txtar.Archive, src *diag.Source) {
		for n := range src.Lines() {
			line := diag.NewSource("line", src.Slice(src.Line(n+1)))
			_, list := syntax.Parse(line)
			for _, d := range list {
				for _, fix := range d.Fixes {
					fixed := apply(line.Text, fix)
					_, after := syntax.Parse(diag.NewSource("line", fixed))
					stays := func(e diag.Diagnostic) bool { return e.Code == d.Code && e.Span.Start == d.Span.Start }
					if len(after) > len(list) || slices.ContainsFunc(after, stays) {
						t.Errorf("%q\n%s\nfixed by %q to %q:\n%s", line.Text, d, fix.Title, fixed, show(diag.NewSource("line", fixed), after))
					}
				}
			}
		}
	})
}
