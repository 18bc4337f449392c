package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/tickflow/tickflow/runtime/check"
	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/diag/catalog"
)

// sarifOf answers what check --sarif prints of findings.
func sarifOf(t *testing.T, list diag.List) []byte {
	t.Helper()
	var b bytes.Buffer
	c := &console{out: bufio.NewWriter(&b)}
	if err := c.printSARIF(list); err != nil {
		t.Fatal(err)
	}
	c.out.Flush()
	return b.Bytes()
}

func sarifSchemaOf(t *testing.T) *jsonschema.Schema {
	t.Helper()
	text, err := os.Open("testdata/sarif-schema-2.1.0.json")
	if err != nil {
		t.Fatal(err)
	}
	defer text.Close()
	doc, err := jsonschema.UnmarshalJSON(text)
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource(sarifSchema, doc); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile(sarifSchema)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func validate(t *testing.T, schema *jsonschema.Schema, log []byte) {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(log))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(doc); err != nil {
		t.Errorf("%v\n%s", err, log)
	}
}

// TestSARIFKeepsItsSchema holds logs of findings of every code, and of odd ones, against the schema.
func TestSARIFKeepsItsSchema(t *testing.T) {
	schema := sarifSchemaOf(t)
	src := diag.NewSource("a b/[ä]?#:%.tickflow", "\ufeff[A]-->\r\n\xff\n\n")
	odd := diag.List{
		{Code: diag.LostFire, Severity: diag.Info, Msg: "no place"},
		{Code: diag.LostFire, Severity: diag.Hint, Source: diag.NewSource(stdin, ""), Msg: "standard input, empty"},
		{
			Code: diag.BadArrow, Severity: diag.Error, Source: src, Span: diag.Span{Start: 0, End: len(src.Text)}, Msg: "all of it",
			Related: []diag.Related{{Msg: "elsewhere"}, {Source: src, Span: diag.Span{Start: 4, End: 4}, Msg: "here"}},
			Fixes:   []diag.Fix{{Title: "all", Edits: []diag.Edit{{Source: src, Span: diag.Span{Start: 0, End: 3}}, {Source: src, Text: "x"}}}},
		},
	}
	validate(t, schema, sarifOf(t, odd))
	validate(t, schema, sarifOf(t, nil))
	for _, chapter := range catalog.Chapters() {
		for _, e := range chapter.Entries {
			validate(t, schema, sarifOf(t, findingsOf(t, e.Code, e.Example)))
		}
	}
}

// parsed answers a log's only run.
func parsed(t *testing.T, log []byte) sarifRun {
	t.Helper()
	var l sarifLog
	if err := json.Unmarshal(log, &l); err != nil {
		t.Fatal(err)
	}
	return l.Runs[0]
}

// A finding keeps its fingerprint while lines come and go around it, and no two findings share one.
func TestFingerprintsStay(t *testing.T) {
	const text = "[A]->B\nB->C\nA.body: a\nA.body: b\nB->C\nB->C\n"
	moved := "# a comment\n\n" + strings.ReplaceAll(text, "B->C\n", "\tB->C\n\n# more\n")
	prints := func(text string) []string {
		var all []string
		for _, r := range parsed(t, sarifOf(t, checkedText(t, text))).Results {
			if r.RuleID == diag.BadArrow || r.RuleID == diag.RepeatedAttribute {
				all = append(all, string(r.RuleID)+" "+r.Fingerprints["tickflowFinding/v1"])
			}
		}
		return all
	}
	before := prints(text)
	if len(before) != 5 {
		t.Fatalf("the text has other findings than expected: %v", before)
	}
	if diff := cmp.Diff(before, prints(moved)); diff != "" {
		t.Errorf("moving lines changes fingerprints (-before +after):\n%s", diff)
	}
	seen := map[string]bool{}
	for _, print := range before {
		if seen[print] {
			t.Errorf("two findings share the fingerprint %s", print)
		}
		seen[print] = true
	}
}

// checkedText answers what check finds about a text, whatever its behaviours.
func checkedText(t *testing.T, text string) diag.List {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("example.tickflow", []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return checked(t, "example.tickflow", check.Options{})
}

func TestArtifacts(t *testing.T) {
	s := &sarif{folder: "/home/me/flows"}
	for name, want := range map[string]sarifArtifact{
		"a.tickflow":                   {"a.tickflow", sourceRoot},
		"./x/../a.tickflow":            {"a.tickflow", sourceRoot},
		"deep/er/a b.tickflow":         {"deep/er/a%20b.tickflow", sourceRoot},
		"50%#?.tickflow":               {"50%25%23%3F.tickflow", sourceRoot},
		"c:d.tickflow":                 {"./c:d.tickflow", sourceRoot},
		"ä.tickflow":                   {"%C3%A4.tickflow", sourceRoot},
		"/home/me/flows/x/a.tickflow":  {"x/a.tickflow", sourceRoot},
		"../other/a.tickflow":          {"file:///home/me/other/a.tickflow", ""},
		"/tmp/a.tickflow":              {"file:///tmp/a.tickflow", ""},
		"..a.tickflow":                 {"..a.tickflow", sourceRoot},
		"-":                            {"stdin:", ""},
		"./-":                          {"-", sourceRoot},
		"/home/me/flowsafe/a.tickflow": {"file:///home/me/flowsafe/a.tickflow", ""},
	} {
		if diff := cmp.Diff(want, s.artifact(name)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// Places are 1-based, columns count characters, ends are exclusive, a byte order mark does not count.
func TestRegions(t *testing.T) {
	src := diag.NewSource("x", "\ufeffä😀[A]\r\nB\n")
	for _, tt := range []struct {
		text string
		want sarifRegion
	}{
		{"ä", sarifRegion{1, 1, 1, 2, nil}},
		{"[A]", sarifRegion{1, 3, 1, 6, nil}},
		{"A]\r\nB", sarifRegion{1, 4, 2, 2, nil}},
		{"", sarifRegion{1, 1, 1, 1, nil}},
	} {
		start := strings.Index(src.Text, tt.text)
		got := region(src, diag.Span{Start: start, End: start + len(tt.text)})
		if diff := cmp.Diff(tt.want, *got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.text, diff)
		}
	}
}
