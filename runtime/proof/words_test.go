package proof

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

// TestWords compares findings and explanations with testdata/*.txtar: an archive begins with the mode, or else with
// nothing, and holds the graph; the rest is what is said about it. TICKFLOW_UPDATE=1 writes it anew.
func TestWords(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			mode := "declared"
			if words := strings.Fields(string(archive.Comment)); len(words) == 2 && words[0] == "mode:" {
				mode = words[1]
			}
			if _, known := modes[mode]; !known || archive.Files[0].Name != "graph" {
				t.Fatalf("mode %q, or no graph", mode)
			}
			said := say(t, string(archive.Files[0].Data), modes[mode])
			if os.Getenv("TICKFLOW_UPDATE") != "" {
				archive.Files = append(archive.Files[:1], said...)
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want := &txtar.Archive{Files: archive.Files[1:]}
			if diff := gocmp.Diff(string(txtar.Format(want)), string(txtar.Format(&txtar.Archive{Files: said}))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// say answers everything that there is to say about a graph.
func say(t *testing.T, text string, mode Mode) []txtar.File {
	g := build(t, text)
	ctx := context.Background()
	r := Run(ctx, g, Options{Mode: mode, States: 2000})
	replayAll(t, r)
	var findings, explained, repaired bytes.Buffer
	for _, d := range append(r.Findings(nil), r.HazardFindings(r.Hazards(ctx, 1))...) {
		fmt.Fprintln(&findings, d)
	}
	for i := range r.Joins {
		explained.WriteString(r.Explain(&r.Joins[i]))
	}
	files := []txtar.File{{Name: "findings", Data: findings.Bytes()}, {Name: "explained", Data: explained.Bytes()}}
	if fix := r.Repair(ctx, Options{States: 2000}); len(fix.Joins) > 0 {
		fmt.Fprintln(&repaired, strings.Join(names(g, fix.Joins), " "))
		for _, note := range fix.Notes() {
			fmt.Fprintln(&repaired, note)
		}
		files = append(files, txtar.File{Name: "repaired", Data: repaired.Bytes()})
	}
	return files
}

// TestStoriesOfWideGraphs tells of a join with very many producers: in time near linear, and in few words.
func TestStoriesOfWideGraphs(t *testing.T) {
	var b strings.Builder
	b.WriteString("[from]\nfrom--|odd|-->N0\n")
	const wide = 50_000
	for i := range wide {
		fmt.Fprintf(&b, "from-->N%d\nN%d-->to\n", i+1, i)
	}
	r := Run(t.Context(), build(t, b.String()), Options{Workers: 2})
	why, story := r.Tell(r.Join(r.Joins[0].Node))
	if r.Joins[0].Verdict != Refuted || len(why)+len(story) > 4000 || !strings.Contains(story, "more fire") {
		t.Errorf("%s, %d bytes: %s\n%.2000s", r.Joins[0].Verdict, len(why)+len(story), why, story)
	}
}

// TestWhyUndecided says of an undecided join why without looking at all that leads to it: there may be very many such joins.
func TestWhyUndecided(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var allocs []float64
	for _, nodes := range []int{2, 5000} {
		text := "[A0]--|g|-->M\nA0--|h|-->B\nB-->M\n"
		for i := range nodes {
			text += fmt.Sprintf("A%d-->A%d\n", i+1, i)
		}
		r := Run(ctx, build(t, text), Options{})
		id, _ := r.Graph.Lookup("M")
		if j := r.Join(id); j.Verdict != Unknown {
			t.Fatalf("it is %s", j.Verdict)
		}
		allocs = append(allocs, testing.AllocsPerRun(3, func() { r.Why(r.Join(id)) }))
	}
	if allocs[1] > allocs[0]+3 {
		t.Errorf("it takes %v allocations for few and many nodes", allocs)
	}
}
