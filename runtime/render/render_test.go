package render_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"pgregory.net/rapid"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/render"
	"github.com/tickflow/tickflow/runtime/syntax"
)

func build(text string) *graph.Graph {
	file, _ := syntax.Parse(diag.NewSource("graph", text))
	g, _ := graph.Build(file)
	return g
}

func indented(t *testing.T, text []byte) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Indent(&b, text, "", "  "); err != nil {
		t.Fatal(err)
	}
	return b.String() + "\n"
}

func TestGoldens(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			g := build(string(archive.Files[0].Data))
			got := map[string]string{
				"mermaid": render.Mermaid(g),
				"dot":     render.DOT(g),
				"json":    indented(t, render.JSON(g)),
			}
			update := os.Getenv("TICKFLOW_UPDATE") == "1"
			for i, file := range archive.Files[1:] {
				if update {
					archive.Files[i+1].Data = []byte(got[file.Name])
				} else if diff := cmp.Diff(string(file.Data), got[file.Name]); diff != "" {
					t.Errorf("%s (-want +got):\n%s", file.Name, diff)
				}
			}
			if update {
				if err := os.WriteFile(path, txtar.Format(archive), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

var (
	mermaidNode = regexp.MustCompile(`^    ([A-Za-z_][A-Za-z0-9_]*|node-[0-9]+)(\[|\(\[|\{\{)([A-Za-z0-9_]+|"[^"]*")(\]|\]\)|\}\})$`)
	mermaidEdge = regexp.MustCompile(`^    ([A-Za-z_][A-Za-z0-9_]*|node-[0-9]+) -->(\|([A-Za-z0-9_]+|"[^"]*")\|)? ([A-Za-z_][A-Za-z0-9_]*|node-[0-9]+)$`)
	dotString   = `"(\\.|[^"\\])*"`
	dotLine     = regexp.MustCompile(`^    ` + dotString + `( -> ` + dotString + `)?( \[((shape=[a-z]+|label=` + dotString + `)(, )?)+\])?$`)
)

// Whatever stands in a graph text, the drawings are well formed and show every node and edge once.
func TestAnyGraph(t *testing.T) {
	names := rapid.SampledFrom([]string{"A", "B", "C1", "end", "graph", "größe", "_", "my node", `"q"`, `a\b`, "x-y", "<b>", "[S]", "名前"})
	arrows := rapid.SampledFrom([]string{"-->", "--|g|-->", "--|end|-->", `--|a "b" \|-->`, "-->|größe|", "->"})
	rapid.Check(t, func(t *rapid.T) {
		var text strings.Builder
		for range rapid.IntRange(0, 12).Draw(t, "lines") {
			text.WriteString(names.Draw(t, "from") + arrows.Draw(t, "arrow") + names.Draw(t, "to") + "\n")
		}
		g := build(text.String())
		if !json.Valid(render.JSON(g)) {
			t.Fatalf("no JSON: %s", render.JSON(g))
		}
		if err := wellFormed(render.SVG(g)); err != nil {
			t.Fatalf("%v in the picture of %q", err, text.String())
		}
		nodes, edges := 0, 0
		for _, line := range strings.Split(strings.TrimSuffix(render.Mermaid(g), "\n"), "\n")[1:] {
			switch {
			case mermaidNode.MatchString(line):
				nodes++
			case mermaidEdge.MatchString(line):
				edges++
			default:
				t.Fatalf("unexpected mermaid line %q for %q", line, text.String())
			}
		}
		if nodes != len(g.Nodes) || edges != len(g.Edges()) {
			t.Fatalf("%d nodes and %d edges drawn, not %d and %d", nodes, edges, len(g.Nodes), len(g.Edges()))
		}
		lines := strings.Split(render.DOT(g), "\n")
		for _, line := range lines[2 : len(lines)-2] {
			if !dotLine.MatchString(line) {
				t.Fatalf("unexpected DOT line %q for %q", line, text.String())
			}
		}
		if len(lines) != 4+nodes+edges {
			t.Fatalf("%d lines of DOT for %d nodes and %d edges", len(lines), nodes, edges)
		}
	})
}
