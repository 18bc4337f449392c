package main

import (
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tickflow/tickflow/runtime/diag"
)

func TestSnippet(t *testing.T) {
	tests := []struct {
		name, text, span string
		want             string
	}{
		{"plain", "[A]-->B", "-->", "  1 | [A]-->B\n    |    ^^^\n"},
		{"tab before", "\t[A]", "A", "  1 | \t[A]\n    | \t ^\n"},
		{"tab within", "a\tb", "a\tb", "  1 | a\tb\n    | ^\t^\n"},
		{"wide before", "漢字 A", "A", "  1 | 漢字 A\n    |      ^\n"},
		{"wide within", "x 漢字", "漢字", "  1 | x 漢字\n    |   ^^^^\n"},
		{"emoji", "# 😀 x", "x", "  1 | # 😀 x\n    |      ^\n"},
		{"combining", "e\u0301 x", "x", "  1 | e\u0301 x\n    |   ^\n"},
		{"only a combining mark", "e\u0301 x", "\u0301", "  1 | e\u0301 x\n    |  ^\n"},
		{"nothing", "A", "", "  1 | A\n    | ^\n"},
		{"second line", "A\r\nB-->\r\n", "-->", "  2 | B-->\n    |  ^^^\n"},
		{"several lines", "A(x\ny)", "(x\ny)", "  1 | A(x\n    |  ^^\n"},
		{"control characters", "A\x1b[31m B", "B", "  1 | A\ufffd[31m B\n    |        ^\n"},
		{"order of writing", "A\u202eB C", "C", "  1 | A\ufffdB C\n    |     ^\n"},
		{"no text", "\xff\xfeA", "A", "  1 | \ufffd\ufffdA\n    |   ^\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			src := diag.NewSource("x", tt.text)
			start := strings.Index(tt.text, tt.span)
			var b strings.Builder
			reporter{w: &b}.snippet(src, diag.Span{Start: start, End: start + len(tt.span)}, 0, red)
			if diff := cmp.Diff(tt.want, b.String()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestSnippetOfLongLine(t *testing.T) {
	text := strings.Repeat("a", 5000) + "HERE" + strings.Repeat("b", 5000)
	var b strings.Builder
	reporter{w: &b}.snippet(diag.NewSource("x", text), diag.Span{Start: 5000, End: 5004}, 0, red)
	want := "  1 | …" + strings.Repeat("a", 60) + "HERE" + strings.Repeat("b", 60) + "…\n" +
		"    | " + strings.Repeat(" ", 61) + "^^^^\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestLineNumbersOfOneFindingEndInOneColumn shows a finding in a line with one digit, and a place in one with two.
func TestLineNumbersOfOneFindingEndInOneColumn(t *testing.T) {
	src := diag.NewSource("a.tickflow", "[A]-->B"+strings.Repeat("\n", 9)+"A-->B\n")
	d := diag.Diagnostic{
		Code: diag.ParallelEdges, Severity: diag.Warning, Source: src, Span: diag.Span{Start: 3, End: 6}, Msg: "twice", Hint: "once",
		Related: []diag.Related{{Source: src, Span: diag.Span{Start: 17, End: 20}, Msg: "the other"}},
	}
	var b strings.Builder
	reporter{w: &b}.finding(d)
	want := `a.tickflow:1:4: warning: twice [parallel-edges]
   1 | [A]-->B
     |    ^^^
     = hint: once
     = note: a.tickflow:10:2: the other
  10 | A-->B
     |  ^^^
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestFinding(t *testing.T) {
	src := diag.NewSource("a.tickflow", "[A]-->B\n[A]-->C\n")
	d := diag.Diagnostic{
		Code: "some-code", Severity: diag.Warning, Source: src, Span: diag.Span{Start: 9, End: 10}, Msg: "something is odd\nvery odd",
		Hint: "look again", Related: []diag.Related{{Source: src, Span: diag.Span{Start: 1, End: 2}, Msg: "here, too"}, {Msg: "and somewhere"}},
	}
	want := `a.tickflow:2:2: warning: something is odd
  very odd [some-code]
  2 | [A]-->C
    |  ^
    = hint: look again
    = note: a.tickflow:1:2: here, too
  1 | [A]-->B
    |  ^
    = note: and somewhere
`
	var b strings.Builder
	reporter{w: &b}.finding(d)
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTable(t *testing.T) {
	table := table{head: []string{"n", "name", "text"}, right: []bool{true}}
	table.add("1", "漢字", "one")
	table.add("22", "b", strings.Repeat("long ", 10))
	table.add("3", strings.Repeat("x", 50), "tab\tand \x1b")
	for _, tt := range []struct {
		limit int
		want  string
	}{
		{0, `
 n  name                                                text
 1  漢字                                                one
22  b                                                   long long long long long long long long long long
 3  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx  tab and �
`},
		{52, `
 n  name                                      text
 1  漢字                                      one
22  b                                         long …
 3  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…  tab a…
`},
	} {
		var b strings.Builder
		table.print(&b, false, tt.limit)
		if diff := cmp.Diff(tt.want, "\n"+b.String()); diff != "" {
			t.Errorf("limit %d (-want +got):\n%s", tt.limit, diff)
		}
	}
}

// TestManyFindingsOnOneLine would take minutes if every finding looked at the whole of its line.
func TestManyFindingsOnOneLine(t *testing.T) {
	src := diag.NewSource("x", strings.Repeat("é,", 500_000))
	var list diag.List
	for i := range 20_000 {
		list = append(list, diag.Diagnostic{Code: diag.MissingName, Severity: diag.Error, Source: src, Span: diag.Span{Start: 60 * i, End: 60*i + 2}})
	}
	began := time.Now()
	reporter{w: io.Discard}.findings(list)
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("it took %v", took)
	}
}
