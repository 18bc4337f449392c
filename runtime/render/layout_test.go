package render_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/render"
)

// item is a box that lines must not run through: that of a node or a label.
type item struct {
	render.Box
	what string
	node graph.ID // -1 for a label
	edge int      // -1 for a node
}

// items answers all boxes of a layout from left to right.
func items(g *graph.Graph, l *render.Layout) []item {
	var items []item
	for n := range l.Nodes {
		items = append(items, item{l.Nodes[n].Box, "node " + g.Nodes[n].Name, graph.ID(n), -1})
	}
	for e := range l.Edges {
		if edge := &l.Edges[e]; edge.Label != "" {
			items = append(items, item{edge.LabelBox, "label " + edge.Label + " of " + nameOf(g, e), -1, e})
		}
	}
	slices.SortFunc(items, func(a, b item) int { return a.X - b.X })
	return items
}

// faults answers what is wrong with a layout: boxes that overlap or leave the drawing, and lines that run through them.
func faults(g *graph.Graph, l *render.Layout) []string {
	var found []string
	report := func(format string, args ...any) { found = append(found, fmt.Sprintf(format, args...)) }
	all := items(g, l)
	for i, a := range all {
		if a.W <= 0 || a.H <= 0 || a.X < 0 || a.Y < 0 || a.X+a.W > l.W || a.Y+a.H > l.H {
			report("%s at %v is not inside %d x %d", a.what, a.Box, l.W, l.H)
		}
		for _, b := range all[i+1:] {
			if b.X >= a.X+a.W {
				break
			}
			if a.Y < b.Y+b.H && b.Y < a.Y+a.H {
				report("%s overlaps %s", a.what, b.what)
			}
		}
	}
	for e := range l.Edges {
		checkLine(g, l, e, all, report)
	}
	for slot, at := range l.Slots {
		if at.X <= 0 || at.Y <= 0 || at.X >= l.W || at.Y >= l.H {
			report("slot %d at %v", slot, at)
		}
	}
	return found
}

// checkLine reports what is wrong with the line of an edge.
func checkLine(g *graph.Graph, l *render.Layout, e int, all []item, report func(string, ...any)) {
	edge, path := g.Edges()[e], l.Edges[e].Path
	if len(path) < 4 || len(path)%3 != 1 {
		report("edge %s has %d points", nameOf(g, e), len(path))
		return
	}
	from, to := path[0], path[len(path)-1]
	if !within(l.Nodes[edge.From].Box, float64(from.X), float64(from.Y), 1) || !within(l.Nodes[edge.To].Box, float64(to.X), float64(to.Y), 1) {
		report("edge %s leads from %v to %v beside its nodes", nameOf(g, e), from, to)
	}
	for i := 0; i+3 < len(path); i += 3 {
		piece := path[i : i+4]
		left, right := slices.MinFunc(piece, byX).X, slices.MaxFunc(piece, byX).X
		top, bottom := slices.MinFunc(piece, byY).Y, slices.MaxFunc(piece, byY).Y
		if left < 0 || top < 0 || right > l.W || bottom > l.H {
			report("edge %s leaves the drawing", nameOf(g, e))
		}
		for _, it := range all {
			if it.X > right || it.X+it.W < left || it.Y > bottom || it.Y+it.H < top || it.edge == e && edge.From != edge.To {
				continue
			}
			box, around := it.Box, 1.0
			if it.node == edge.From || it.node == edge.To {
				// The line may reach the outline, which at round and slanted sides is not that of the box.
				box, around = render.Box{X: it.X + it.H/2, Y: it.Y, W: it.W - it.H, H: it.H}, 0
			}
			if meets(piece, box, around) {
				report("edge %s runs through %s", nameOf(g, e), it.what)
			}
		}
	}
}

func byX(a, b render.Point) int { return a.X - b.X }

func byY(a, b render.Point) int { return a.Y - b.Y }

func nameOf(g *graph.Graph, e int) string {
	edge := g.Edges()[e]
	return fmt.Sprintf("%d %s->%s", e, g.Nodes[edge.From].Name, g.Nodes[edge.To].Name)
}

// within reports whether a point lies in a box, or less than so many pixels around it.
func within(b render.Box, x, y, around float64) bool {
	return x > float64(b.X)-around && x < float64(b.X+b.W)+around && y > float64(b.Y)-around && y < float64(b.Y+b.H)+around
}

// meets reports whether a curve comes into a box, or nearer to it than so many pixels. Four points make a curve; a straight
// one is level or upright.
func meets(piece []render.Point, b render.Box, around float64) bool {
	p, q, r, s := piece[0], piece[1], piece[2], piece[3]
	if p == q && r == s {
		nearest := func(from, to, low, size int) float64 {
			return float64(min(max(low+size/2, min(from, to)), max(from, to)))
		}
		return within(b, nearest(p.X, s.X, b.X, b.W), nearest(p.Y, s.Y, b.Y, b.H), around)
	}
	steps := 2 + (abs(s.X-p.X)+abs(s.Y-p.Y))/2
	for k := range steps + 1 {
		t := float64(k) / float64(steps)
		u := 1 - t
		at := func(p, q, r, s int) float64 {
			return u*u*u*float64(p) + 3*u*u*t*float64(q) + 3*u*t*t*float64(r) + t*t*t*float64(s)
		}
		if within(b, at(p.X, q.X, r.X, s.X), at(p.Y, q.Y, r.Y, s.Y), around) {
			return true
		}
	}
	return false
}

func abs(n int) int { return max(n, -n) }

// wellFormed reads a document to its end.
func wellFormed(text []byte) error {
	d := xml.NewDecoder(bytes.NewReader(text))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// checkDrawing reports everything that is wrong with the drawing of a graph.
func checkDrawing(t interface{ Errorf(string, ...any) }, text string) {
	g := build(text)
	l := render.Arrange(g)
	if found := faults(g, l); len(found) > 0 {
		t.Errorf("%s\n%s", strings.Join(found, "\n"), text)
	}
	svg := l.SVG(render.Options{})
	if err := wellFormed(svg); err != nil {
		t.Errorf("%v\n%s", err, svg)
	}
	if !bytes.Equal(svg, render.SVG(build(text))) {
		t.Errorf("the second drawing differs:\n%s", text)
	}
}

// drawn draws a graph text of up to 40 nodes with edges of every kind.
func drawn(t *rapid.T) string {
	nodes := rapid.IntRange(1, 40).Draw(t, "nodes")
	node := rapid.IntRange(0, nodes-1)
	span := rapid.IntRange(1, nodes).Draw(t, "span")
	loops := rapid.Bool().Draw(t, "loops")
	var text strings.Builder
	name := func(n int) string {
		return [...]string{"n%d", "longer_%d", "A_Name_That_Is_Long_Enough_To_Wrap_%d", "名前%d", "x%d"}[n%5]
	}
	full := func(n int) string { return fmt.Sprintf(name(n), n) }
	text.WriteString("[" + full(0) + "]\n")
	for range rapid.IntRange(0, 2*nodes+20).Draw(t, "edges") {
		from := node.Draw(t, "from")
		to := min(nodes-1, from+rapid.IntRange(0, span).Draw(t, "by"))
		if loops && rapid.IntRange(0, 4).Draw(t, "back") == 0 {
			from, to = to, from
		}
		if from == to && !loops {
			continue
		}
		arrow := rapid.SampledFrom([]string{"-->", "-->", "--|g|-->", "--|a_longer_guard|-->"}).Draw(t, "arrow")
		text.WriteString(full(from) + arrow + full(to) + "\n")
	}
	for n := range nodes {
		if rapid.IntRange(0, 2).Draw(t, "attributes") == 0 {
			text.WriteString(full(n) + ".join: OR\n" + full(n) + ".body: some_body\n")
		}
	}
	return text.String()
}

func TestRandomDrawings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkDrawing(t, drawn(t)) })
}

// The example graphs, and those of TICKFLOW_CORPUS, are drawn without faults.
func TestCorpusDrawings(t *testing.T) {
	patterns := []string{"../../examples/*/*.tickflow", "../check/testdata/verdicts/*.txt", "../check/testdata/verdicts/hard/*.txt"}
	if corpus := os.Getenv("TICKFLOW_CORPUS"); corpus != "" {
		patterns = append(patterns, filepath.Join(corpus, "charts/as_graph/*.txt"), filepath.Join(corpus, "processes/*.txt"))
	}
	for _, pattern := range patterns {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Fatalf("no graphs match %s: %v", pattern, err)
		}
		for _, path := range paths {
			t.Run(filepath.Base(path), func(t *testing.T) {
				text, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				checkDrawing(t, string(text))
			})
		}
	}
}
