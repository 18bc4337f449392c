package syntax_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/syntax"
)

func name(text string) syntax.Name { return syntax.Name{Text: text} }

func plain(to string) syntax.Hop { return syntax.Hop{To: name(to)} }

func guarded(guard, to string) syntax.Hop { return syntax.Hop{Guard: name(guard), To: name(to)} }

func TestParse(t *testing.T) {
	attr := func(node, key string, set func(*syntax.Attr)) *syntax.Attr {
		a := &syntax.Attr{Node: name(node), Key: name(key)}
		set(a)
		return a
	}
	for _, c := range []struct {
		text string
		want syntax.Stmt
	}{
		{"[A]", &syntax.Start{Node: name("A")}},
		{"\t[ A ]\t# start", &syntax.Start{Node: name("A")}},
		{"A-->B", &syntax.Edges{Source: name("A"), Hops: []syntax.Hop{plain("B")}}},
		{"[A] -->B", &syntax.Edges{Source: name("A"), Start: true, Hops: []syntax.Hop{plain("B")}}},
		{"A --|g|--> B# note", &syntax.Edges{Source: name("A"), Hops: []syntax.Hop{guarded("g", "B")}}},
		{"A-->|g| B", &syntax.Edges{Source: name("A"), Hops: []syntax.Hop{guarded("g", "B")}}},
		{"A --> | g |B", &syntax.Edges{Source: name("A"), Hops: []syntax.Hop{guarded("g", "B")}}},
		{"A-->B--|g|-->C-->|h|D", &syntax.Edges{Source: name("A"), Hops: []syntax.Hop{plain("B"), guarded("g", "C"), guarded("h", "D")}}},
		{"_x1-->größe", &syntax.Edges{Source: name("_x1"), Hops: []syntax.Hop{plain("größe")}}},
		{"名前-->x٣", &syntax.Edges{Source: name("名前"), Hops: []syntax.Hop{plain("x٣")}}},
		{"end-->graph", &syntax.Edges{Source: name("end"), Hops: []syntax.Hop{plain("graph")}}},
		{"A.body: f", attr("A", "body", func(a *syntax.Attr) { a.Body = name("f") })},
		{"A . join : AND", attr("A", "join", func(a *syntax.Attr) { a.Join = syntax.And })},
		{"A.join:OR", attr("A", "join", func(a *syntax.Attr) { a.Join = syntax.Or })},
		{"A.guards: free", attr("A", "guards", func(a *syntax.Attr) { a.Guards = syntax.Free })},
		{"A.guards: exclusive", attr("A", "guards", func(a *syntax.Attr) { a.Guards = syntax.Exclusive })},
		{"A.guards: exhaustive", attr("A", "guards", func(a *syntax.Attr) { a.Guards = syntax.Exhaustive })},
		{"A.guards: xor", attr("A", "guards", func(a *syntax.Attr) { a.Guards = syntax.Xor })},
		{"A.inputs: B, C[2] ,D [ 2147483647 ]", attr("A", "inputs", func(a *syntax.Attr) {
			a.Inputs = []syntax.Input{{Producer: name("B")}, {Producer: name("C"), K: 2}, {Producer: name("D"), K: 1<<31 - 1}}
		})},
		{"A.bind: B", attr("A", "bind", func(a *syntax.Attr) {
			a.Bind = &syntax.Bind{Form: syntax.BindOne, Fields: []syntax.Field{{Input: name("B")}}}
		})},
		{"A.bind: [B,C]", attr("A", "bind", func(a *syntax.Attr) {
			a.Bind = &syntax.Bind{Form: syntax.BindList, Fields: []syntax.Field{{Input: name("B")}, {Input: name("C")}}}
		})},
		{"A.bind: { left: B, right :C }", attr("A", "bind", func(a *syntax.Attr) {
			a.Bind = &syntax.Bind{Form: syntax.BindNamed, Fields: []syntax.Field{{name("left"), name("B")}, {name("right"), name("C")}}}
		})},
	} {
		t.Run(c.text, func(t *testing.T) {
			file, list := parse(c.text)
			if len(list) > 0 {
				t.Fatalf("unexpected findings: %v", list)
			}
			if diff := cmp.Diff(c.want, file.Lines[0].Stmt, cmpopts.IgnoreTypes(diag.Span{})); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			checkTree(t, file)
		})
	}
}

// What can be understood of a broken line is in the tree, so that an editor has something to work with.
func TestParseBroken(t *testing.T) {
	for _, c := range []struct {
		text string
		want syntax.Stmt
	}{
		{"A->B", &syntax.Edges{Source: name("A"), Hops: []syntax.Hop{plain("B")}}},
		{"[A-->B", &syntax.Edges{Source: name("A"), Start: true, Hops: []syntax.Hop{plain("B")}}},
		{"(A)", &syntax.Start{Node: name("A")}},
		{"A-->", &syntax.Edges{Source: name("A"), Hops: []syntax.Hop{plain("")}}},
		{"-->B", &syntax.Edges{Hops: []syntax.Hop{plain("B")}}},
		{"A-->B-->[C]-->D", &syntax.Edges{Source: name("A"), Hops: []syntax.Hop{plain("B"), plain("C"), plain("D")}}},
		{"A--|g-->B", &syntax.Edges{Source: name("A"), Hops: []syntax.Hop{guarded("g", "B")}}},
		{"A -- yes --> B", &syntax.Edges{Source: name("A"), Hops: []syntax.Hop{guarded("yes", "B")}}},
		{"A[Label] --> B", &syntax.Edges{Source: name("A"), Hops: []syntax.Hop{plain("B")}}},
		{"[A] foo", &syntax.Start{Node: name("A")}},
		{"A", nil},
		{"graph TD", nil},
		{"A.", &syntax.Attr{Node: name("A")}},
		{"A.jo", &syntax.Attr{Node: name("A"), Key: name("jo")}},
		{"A.join:", &syntax.Attr{Node: name("A"), Key: name("join")}},
		{"A join: OR", &syntax.Attr{Node: name("A"), Key: name("join"), Join: syntax.Or}},
		{"A.join OR", &syntax.Attr{Node: name("A"), Key: name("join"), Join: syntax.Or}},
		{"A.inputs: B,, C[x], 2", &syntax.Attr{Node: name("A"), Key: name("inputs"), Inputs: []syntax.Input{
			{Producer: name("B")}, {Producer: name("C")}, {Producer: name("2")},
		}}},
	} {
		t.Run(c.text, func(t *testing.T) {
			file, list := parse(c.text)
			if len(list) == 0 || !file.Lines[0].Broken {
				t.Fatalf("broken is %v with findings %v", file.Lines[0].Broken, list)
			}
			if diff := cmp.Diff(c.want, file.Lines[0].Stmt, cmpopts.IgnoreTypes(diag.Span{})); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			checkTree(t, file)
		})
	}
}

func TestParseLines(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"", []string{""}},
		{"[A]", []string{"[A]"}},
		{"[A]\n", []string{"[A]", ""}},
		{"[A]\r\nA-->B\n\r\n", []string{"[A]", "A-->B", "", ""}},
		{"[A]\r", []string{"[A]"}},
		{"[A]\r\r\n", []string{"[A]", ""}},
		{"\ufeff[A]\n", []string{"\ufeff[A]", ""}},
	} {
		file, list := parse(c.text)
		if len(list) > 0 {
			t.Errorf("%q: unexpected findings: %v", c.text, list)
		}
		var got []string
		for _, line := range file.Lines {
			got = append(got, file.Source.Slice(line.Span))
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", c.text, diff)
		}
		checkTree(t, file)
	}
}

// A file that is no text has one fault, however long it is.
func TestParseBinary(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a NUL", "[A]-->B\n->\n\x00\n->\n", "graph:3:1: error: the file holds a NUL byte: it is no text [binary-file] (is this the right file?)"},
		{"UTF-16", "\xff\xfe[\x00A\x00]\x00", "graph:1:4: error: the file is UTF-16 [binary-file] (save it as UTF-8)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file, list := parse(c.text)
			if len(list) != 1 || list[0].String() != c.want {
				t.Errorf("got %v, want %s", list, c.want)
			}
			if len(file.Lines) != file.Source.Lines() || !file.Lines[0].Broken || file.Lines[0].Stmt != nil {
				t.Errorf("got lines %v", file.Lines)
			}
		})
	}
}

// A line of a megabyte is read in one pass, whether right or wrong.
func TestParseLongLines(t *testing.T) {
	const n = 100_000
	for _, c := range []struct {
		name, text string
		faults     int
	}{
		{"a chain", "A" + strings.Repeat("-->B", n), 0},
		{"a name", "[" + strings.Repeat("n", n) + "]", 0},
		{"inputs", "A.inputs: B" + strings.Repeat(", B", n), n},
		{"bad inputs", "A.inputs: 1" + strings.Repeat(", ?", n), 2 * n},
		{"dashes", "A" + strings.Repeat("-", n) + "B", 1},
		{"open brackets", strings.Repeat("[", n), 1},
		{"labels", "A" + strings.Repeat("[", n), 1},
		{"bars", "A" + strings.Repeat("|", n), 2},
		{"bad arrows", "A" + strings.Repeat("--B", n), n},
		{"bad arrows and one good", "A" + strings.Repeat("-- B", n) + "-->C", 1},
		{"bracketed targets", "A" + strings.Repeat("-->[B", n), n},
		{"open guards", "A" + strings.Repeat("--|g-->B", n), n},
		{"open guards without arrows", "A" + strings.Repeat("--|g", n), n / 2},
		{"comments of Lua", "A" + strings.Repeat("-- B ", n) + "|", 1},
		{"quotes", "A" + strings.Repeat("-->\"B\"", n), n},
		{"indices", "A.inputs: B[" + strings.Repeat("[", n), 2},
		{"blanks", "A" + strings.Repeat(" ", n) + "B", 1},
		{"words", strings.Repeat("word ", n), 1},
		{"dots", "A" + strings.Repeat(".b", n), 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			file, list := parse(c.text)
			if len(list) != c.faults {
				t.Errorf("got %d findings, want %d: %.3v", len(list), c.faults, list[:min(len(list), 2)])
			}
			checkTree(t, file)
		})
	}
}

func TestBehaviours(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"[A]\n# behaviours: my file.lua \n", "my file.lua"},
		{"#behaviours:x.lua\r\n", "x.lua"},
		{"[A]  #\tbehaviours :\tx.lua\n# behaviours: y.lua", "x.lua"},
		{"# behaviours:\n# behaviours: C:\\x.lua", "C:\\x.lua"},
		{"# the behaviours: x.lua\n# behaviours are in x.lua\nbehaviours: x.lua", ""},
		{"", ""},
	} {
		file, _ := parse(c.text)
		got, ok := file.Behaviours()
		if got.Text != c.want || ok != (c.want != "") || file.Source.Slice(got.Span) != c.want {
			t.Errorf("%q: got %q at %v, %v, want %q", c.text, got.Text, got.Span, ok, c.want)
		}
	}
}

func TestIsName(t *testing.T) {
	for s, want := range map[string]bool{"A": true, "_": true, "a1": true, "é٣": true, "": false, "1a": false, "a b": false, "a-b": false, "٣a": false, "e\u0301": false, "\xff": false} {
		if got := syntax.IsName(s); got != want {
			t.Errorf("IsName(%q) = %v", s, got)
		}
	}
}

// Every prefix of every text of the folder can be parsed and formatted.
func TestTruncated(t *testing.T) {
	paths, err := filepath.Glob("testdata/*/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no texts: %v", err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text, _, _ := strings.Cut(string(data), "\n-- fault")
		for end := range text {
			file, _ := parse(text[:end])
			checkTree(t, file)
			syntax.Format(file)
		}
	}
}
