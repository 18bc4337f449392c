package luaindex_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/tickflow/tickflow/luabind/luaindex"
	"github.com/tickflow/tickflow/runtime/diag"
)

// TestIndex indexes every file of the archives in testdata that ends in .lua and compares the dump with the section that
// follows it.
func TestIndex(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no archives: ", err)
	}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i+1 < len(archive.Files); i += 2 {
			file, want := archive.Files[i], &archive.Files[i+1]
			t.Run(filepath.Base(path)+"/"+file.Name, func(t *testing.T) {
				got := dump(luaindex.Index(diag.NewSource(file.Name, string(file.Data))))
				if os.Getenv("TICKFLOW_UPDATE") == "1" {
					want.Data = []byte(got)
				} else if diff := cmp.Diff(string(want.Data), got); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			})
		}
		if os.Getenv("TICKFLOW_UPDATE") == "1" {
			if err := os.WriteFile(path, txtar.Format(archive), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// dump writes an index with what stands at each span, so that a wrong span shows.
func dump(f *luaindex.File) string {
	var b strings.Builder
	at := func(span diag.Span) string {
		p := f.Source.Position(span.Start)
		return fmt.Sprintf("%d:%d %q", p.Line, p.Column, f.Source.Slice(span))
	}
	for _, r := range f.Registrations {
		fmt.Fprintf(&b, "%s %s at %s\n", r.Kind, r.Name, at(r.Span))
		if r.Func.Len() > 0 {
			p, q := f.Source.Position(r.Func.Start), f.Source.Position(r.Func.End)
			fmt.Fprintf(&b, "  function %d:%d to %d:%d\n", p.Line, p.Column, q.Line, q.Column)
		}
		for _, p := range r.Params {
			fmt.Fprintf(&b, "  parameter %s\n", at(p.Span))
		}
		for _, r := range r.Reads {
			through := ""
			if r.Inputs {
				through = " through inputs"
			}
			if r.Bare {
				through += " bare"
			}
			fmt.Fprintf(&b, "  reads %s at %s%s\n", r.Name, at(r.Span), through)
		}
	}
	for _, r := range f.Requires {
		fmt.Fprintf(&b, "requires %s at %s\n", r.Module, at(r.Span))
	}
	if f.Dynamic {
		b.WriteString("dynamic\n")
	}
	for _, d := range f.Findings() {
		b.WriteString(d.String() + "\n")
		for _, r := range d.Related {
			fmt.Fprintf(&b, "  %s: %s\n", at(r.Span), r.Msg)
		}
	}
	return b.String()
}
