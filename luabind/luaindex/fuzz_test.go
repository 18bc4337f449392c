package luaindex_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/tickflow/tickflow/luabind/luaindex"
	"github.com/tickflow/tickflow/runtime/diag"
)

// FuzzIndex indexes any text: spans lie in the text and in order, and what they cover is what they are said to cover.
func FuzzIndex(f *testing.F) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range txtar.Parse(text).Files {
			f.Add(string(file.Data))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		src := diag.NewSource("fuzz.lua", text)
		x := luaindex.Index(src)
		inside := func(what string, span diag.Span) {
			if span.Start < 0 || span.End < span.Start || span.End > len(text) {
				t.Fatalf("%s at %v of %d bytes", what, span, len(text))
			}
		}
		last := 0
		for _, r := range x.Registrations {
			inside("name", r.Span)
			inside("function", r.Func)
			if r.Span.Start < last {
				t.Fatal("registrations are out of order")
			}
			last = r.Span.Start
			for _, p := range r.Params {
				inside("parameter", p.Span)
				if src.Slice(p.Span) != p.Name || p.Span.Start < r.Func.Start {
					t.Fatalf("parameter %q at %v", p.Name, p.Span)
				}
			}
			for _, read := range r.Reads {
				inside("read", read.Span)
				if read.Span.Start < r.Func.Start || read.Span.End > r.Func.End {
					t.Fatalf("read of %q outside of its function", read.Name)
				}
			}
		}
		for _, r := range x.Requires {
			inside("module", r.Span)
		}
		for line := 1; line <= min(src.Lines(), 5); line++ {
			inside("code", luaindex.Code(src, line))
			for _, u := range luaindex.Uses(src, line) {
				inside("use", u.Span)
				inside("used", u.Of.Span)
				inside("operand", u.Right.Span)
				for _, arg := range u.Args {
					inside("argument", arg.Span)
				}
			}
		}
		for _, d := range x.Findings() {
			inside("finding", d.Span)
			for _, r := range d.Related {
				inside("related", r.Span)
			}
		}
	})
}
