package graph_test

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
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/syntax"
)

// golden runs show on every section NAME of every archive in a folder and compares the answer with the section that
// follows it, or writes it there when TICKFLOW_UPDATE is 1.
func golden(t *testing.T, folder string, show func(t *testing.T, src *diag.Source) string) {
	paths, err := filepath.Glob(filepath.Join("testdata", folder, "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives in %s: %v", folder, err)
	}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i+1 < len(archive.Files); i += 2 {
			text, want := archive.Files[i], &archive.Files[i+1]
			t.Run(filepath.Base(path)+"/"+text.Name, func(t *testing.T) {
				got := show(t, diag.NewSource("graph", string(text.Data)))
				if os.Getenv("TICKFLOW_UPDATE") == "1" {
					want.Data = []byte(got)
				} else if diff := cmp.Diff(string(want.Data), got); diff != "" {
					t.Errorf("%s (-want +got):\n%s", want.Name, diff)
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

func build(src *diag.Source) (*graph.Graph, diag.List) {
	f, _ := syntax.Parse(src)
	return graph.Build(f)
}

// TestNet compares the nets of texts without faults.
func TestNet(t *testing.T) {
	golden(t, "net", func(t *testing.T, src *diag.Source) string {
		f, found := syntax.Parse(src)
		g, more := graph.Build(f)
		for _, d := range append(found, more...) {
			if d.Severity == diag.Error {
				t.Error(d)
			}
		}
		return dump(g)
	})
}

// dump writes a net: per node its attributes, its inputs, its slots and its out-edges.
func dump(g *graph.Graph) string {
	var b strings.Builder
	for i := range g.Nodes {
		n := &g.Nodes[i]
		fmt.Fprintf(&b, "%d %s %s %s", i, n.Name, n.Join, n.Guards)
		if n.Start {
			b.WriteString(" start")
		}
		if n.Body != "" {
			b.WriteString(" body " + n.Body)
		}
		b.WriteString("\n")
		for _, in := range n.Inputs {
			fmt.Fprintf(&b, "  reads %s", g.Nodes[in.Producer].Name)
			if in.K > 0 {
				fmt.Fprintf(&b, "[%d]", in.K)
			}
			if in.Span.Len() > 0 {
				fmt.Fprintf(&b, " at %s", place(g.Source, in.Span))
			}
			b.WriteString("\n")
		}
		if n.Bind != nil {
			fmt.Fprintf(&b, "  binds %v %q\n", n.Bind.Inputs, n.Bind.Fields)
		}
		for k, p := range g.Producers(graph.ID(i)) {
			fmt.Fprintf(&b, "  slot %d from %s\n", int(g.FirstSlot(graph.ID(i)))+k, g.Nodes[p].Name)
		}
		for _, e := range g.Out(graph.ID(i)) {
			fmt.Fprintf(&b, "  writes slot %d of %s", e.Slot, g.Nodes[e.To].Name)
			if e.Guard >= 0 {
				fmt.Fprintf(&b, " guard %s ask %d", g.GuardNames[e.Guard], e.Ask)
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

func place(src *diag.Source, span diag.Span) string {
	at := src.Position(span.Start)
	return fmt.Sprintf("%d:%d %q", at.Line, at.Column, src.Slice(span))
}

// TestFaults compares what Build finds wrong in texts, and applies every fix on its own: the finding that offers it goes,
// and nothing new comes.
func TestFaults(t *testing.T) {
	golden(t, "faults", func(t *testing.T, src *diag.Source) string {
		_, found := build(src)
		for _, d := range found {
			for _, fix := range d.Fixes {
				fixed := apply(src.Text, fix)
				if _, after := build(diag.NewSource("fixed", fixed)); len(after) >= len(found) {
					t.Errorf("%s\nfixed by %q to\n%s\nleaves\n%s", d, fix.Title, fixed, show(after))
				}
			}
		}
		return show(found)
	})
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

// apply answers a text with a fix applied.
func apply(text string, fix diag.Fix) string {
	edits := slices.Clone(fix.Edits)
	slices.SortFunc(edits, func(a, b diag.Edit) int { return b.Span.Start - a.Span.Start })
	for _, e := range edits {
		text = text[:e.Span.Start] + e.Text + text[e.Span.End:]
	}
	return text
}
