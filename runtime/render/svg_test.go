package render_test

import (
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/tickflow/tickflow/runtime/render"
)

var style = regexp.MustCompile(`(?s)<style>.*</style>\n`)

// TestPictures compares drawings without their style sheet, which they all share.
func TestPictures(t *testing.T) {
	paths, err := filepath.Glob("testdata/svg/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			text := string(archive.Files[0].Data)
			checkDrawing(t, text)
			got := style.ReplaceAllString(string(render.SVG(build(text))), "")
			if os.Getenv("TICKFLOW_UPDATE") == "1" {
				archive.Files[1].Data = []byte(got)
				if err := os.WriteFile(path, txtar.Format(archive), 0o666); err != nil {
					t.Fatal(err)
				}
			} else if diff := cmp.Diff(string(archive.Files[1].Data), got); diff != "" {
				t.Errorf("svg (-want +got):\n%s", diff)
			}
		})
	}
}

// element is what the tests read of a drawing.
type element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Text     string     `xml:",chardata"`
	Children []element  `xml:",any"`
}

func (e *element) attr(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// find answers all elements of a class, in document order.
func (e *element) find(class string) []*element {
	var found []*element
	for _, c := range strings.Fields(e.attr("class")) {
		if c == class {
			found = append(found, e)
		}
	}
	for i := range e.Children {
		found = append(found, e.Children[i].find(class)...)
	}
	return found
}

func read(t *testing.T, svg []byte) *element {
	t.Helper()
	var root element
	if err := xml.Unmarshal(svg, &root); err != nil {
		t.Fatalf("%v\n%s", err, svg)
	}
	return &root
}

// What nodes and edges are shows in their classes.
func TestClasses(t *testing.T) {
	root := read(t, render.SVG(build(`
[A]-->B--|again|-->A
B-->B
B-->C
A-->C
A-->D
C-->D
D.join: OR
B.join: OR
B.body: work
`)))
	var got []string
	for _, class := range []string{"node", "edge"} {
		for _, e := range root.find(class) {
			got = append(got, e.attr("data-node")+e.attr("data-from")+e.attr("data-to")+e.attr("data-guard")+": "+e.attr("class"))
		}
	}
	want := []string{
		"A: node start identity", "B: node or", "C: node and identity", "D: node or sink identity",
		"AB: edge", "AC: edge", "AD: edge", "BAagain: edge back guarded", "BB: edge back", "BC: edge", "CD: edge",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("classes (-want +got):\n%s", diff)
	}
}

// Names that XML or a page could misread come back as they are, and long ones are whole in tooltips.
func TestNames(t *testing.T) {
	long := strings.Repeat("very", 30)
	for _, name := range []string{"größe", "名前", "_", long} {
		root := read(t, render.SVG(build("["+name+"]-->B\n")))
		node := root.find("node")[0]
		if got := node.attr("data-node"); got != name {
			t.Errorf("data-node is %q, want %q", got, name)
		}
		if title := node.Children[0].Text; !strings.HasPrefix(title, name+"\n") {
			t.Errorf("the tooltip of %q is %q", name, title)
		}
	}
	label := "a < b & \"c\"\x00\n\xff"
	root := read(t, render.Arrange(build("[A]\n")).SVG(render.Options{Label: label}))
	if got, want := root.attr("aria-label"), "a < b & \"c\"\uFFFD\n\uFFFD"; got != want {
		t.Errorf("aria-label is %q, want %q", got, want)
	}
	if root.attr("role") != "img" {
		t.Errorf("role is %q", root.attr("role"))
	}
}

// Marks show as classes; what they leave out, and what the graph does not have, is not marked.
func TestMarks(t *testing.T) {
	layout := render.Arrange(build("[A]-->B\nA-->C\nB-->D\nC-->D\n"))
	root := read(t, layout.SVG(render.Options{Marks: render.Marks{
		Nodes: []render.Mark{render.Fired | render.Fireable, render.Waiting, render.Failed},
		Slots: []bool{false, true, false, false, true, true},
	}}))
	var got []string
	for _, e := range root.find("node") {
		got = append(got, e.attr("class"))
	}
	for _, e := range root.find("slot") {
		got = append(got, e.attr("data-slot")+" "+e.attr("class"))
	}
	want := []string{
		"node start identity fired fireable", "node identity waiting", "node identity failed", "node and sink identity",
		"0 slot", "1 slot token", "2 slot", "3 slot",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("marks (-want +got):\n%s", diff)
	}
}

// Edges of the same pair are drawn apart and share their slot.
func TestParallelEdges(t *testing.T) {
	layout := render.Arrange(build("[A]--|g|-->B\nA--|h|-->B\nA-->B\nA-->A\nA--|g|-->A\nB-->A\nB--|g|-->A\n"))
	paths := map[string]bool{}
	for _, e := range layout.Edges {
		paths[fmt.Sprint(e.Path)] = true
	}
	if len(paths) != len(layout.Edges) {
		t.Errorf("%d different lines for %d edges", len(paths), len(layout.Edges))
	}
	if a, b := layout.Edges[0].Path, layout.Edges[1].Path; a[len(a)-1] != b[len(b)-1] {
		t.Errorf("edges into one slot end at %v and %v", a[len(a)-1], b[len(b)-1])
	}
}
