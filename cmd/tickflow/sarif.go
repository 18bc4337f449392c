package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/diag/catalog"
)

// printSARIF prints findings as a log in SARIF 2.1.0. The same findings give the same bytes on every machine: places are
// relative to the folder that the command runs in.
func (c *console) printSARIF(list diag.List) error {
	folder, err := filepath.Abs(".")
	if err != nil {
		return err
	}
	s := sarif{folder: folder, lines: map[string]int{}}
	encoder := json.NewEncoder(c.out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(s.log(list))
}

// sarif turns findings into results.
type sarif struct {
	folder string         // absolute: what places are relative to
	lines  map[string]int // by fingerprint without a number: how many results have had it
}

func (s *sarif) log(list diag.List) sarifLog {
	run := sarifRun{
		Tool:       sarifTool{sarifDriver{Name: "tickflow", Version: thisVersion().Version, InformationURI: modulePage, Rules: rulesOf(list)}},
		ColumnKind: "unicodeCodePoints",
		BaseIDs:    map[string]sarifBase{sourceRoot: {sarifText{Text: "The folder that tickflow ran in."}}},
		Results:    []sarifResult{},
	}
	for _, d := range list {
		run.Results = append(run.Results, s.result(d, run.Tool.Driver.Rules))
	}
	return sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{run}}
}

const (
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	modulePage  = "https://pkg.go.dev/github.com/tickflow/tickflow"
	sourceRoot  = "%SRCROOT%"
)

// rulesOf answers what the catalog has on the codes of findings, by code.
func rulesOf(list diag.List) []sarifRule {
	codes := map[diag.Code]bool{}
	rules := []sarifRule{}
	for _, d := range list {
		if codes[d.Code] {
			continue
		}
		codes[d.Code] = true
		e, _ := catalog.Lookup(d.Code)
		rules = append(rules, sarifRule{
			ID: d.Code, Short: sarifText{Text: sentence(e.Title)}, Full: sarifText{Text: e.Why},
			Help: sarifHelp{e.Text(), e.Markdown()}, HelpURI: d.Code.Docs(), Configuration: sarifConfiguration{level(e.Severity)},
		})
	}
	slices.SortFunc(rules, func(a, b sarifRule) int { return strings.Compare(string(a.ID), string(b.ID)) })
	return rules
}

func (s *sarif) result(d diag.Diagnostic, rules []sarifRule) sarifResult {
	r := sarifResult{
		RuleID:    d.Code,
		RuleIndex: slices.IndexFunc(rules, func(r sarifRule) bool { return r.ID == d.Code }),
		Level:     level(d.Severity),
		Message:   sarifText{Text: sentence(d.Msg)},
	}
	if d.Hint != "" {
		r.Message.Text += " " + sentence(d.Hint)
	}
	if d.Source != nil {
		r.Locations = []sarifLocation{s.location(d.Source, d.Span)}
	}
	for i, other := range d.Related {
		l := s.location(other.Source, other.Span)
		l.ID, l.Message = i+1, &sarifText{Text: sentence(other.Msg)}
		r.Related = append(r.Related, l)
	}
	for _, fix := range d.Fixes {
		r.Fixes = append(r.Fixes, s.fix(fix))
	}
	r.Fingerprints = map[string]string{"tickflowFinding/v1": s.fingerprint(d)}
	return r
}

func (s *sarif) location(src *diag.Source, span diag.Span) sarifLocation {
	if src == nil {
		return sarifLocation{}
	}
	p := &sarifPlace{Artifact: s.artifact(src.Name)}
	if src.Text != "" {
		p.Region = region(src, span)
		p.Region.Snippet = snippetOf(src.Slice(span))
		if line := wholeLines(src, span); line != span {
			p.Context = region(src, line)
			p.Context.Snippet = snippetOf(src.Slice(line))
		}
	}
	return sarifLocation{Place: p}
}

// region answers where a span is.
func region(src *diag.Source, span diag.Span) *sarifRegion {
	from, to := position(src, span.Start), position(src, span.End)
	return &sarifRegion{StartLine: from.Line, StartColumn: from.Column, EndLine: to.Line, EndColumn: to.Column}
}

// position answers where an offset is as SARIF counts: a byte order mark is no part of the text.
func position(src *diag.Source, offset int) diag.Position {
	p := src.Position(offset)
	if p.Line == 1 && p.Column > 1 && strings.HasPrefix(src.Text, "\ufeff") {
		p.Column--
	}
	return p
}

// wholeLines answers the span of all lines that a span touches.
func wholeLines(src *diag.Source, span diag.Span) diag.Span {
	first, last := src.Position(span.Start).Line, src.Position(span.End).Line
	return diag.Span{Start: min(src.Line(first).Start, span.Start), End: max(src.Line(last).End, span.End)}
}

// snippetAtMost is how many bytes of text a region comes with: the log of a file with one huge line stays small.
const snippetAtMost = 1000

func snippetOf(text string) *sarifSnippet {
	if len(text) > snippetAtMost {
		return nil
	}
	return &sarifSnippet{text}
}

// artifact names a file: relative to the folder that the command runs in when it is below it, else by its full path.
func (s *sarif) artifact(name string) sarifArtifact {
	if name == stdin {
		return sarifArtifact{URI: "stdin:"}
	}
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(s.folder, path)
	}
	if within, err := filepath.Rel(s.folder, path); err == nil && filepath.IsLocal(within) {
		return sarifArtifact{URI: (&url.URL{Path: filepath.ToSlash(within)}).String(), BaseID: sourceRoot}
	}
	slashed := filepath.ToSlash(path)
	if !strings.HasPrefix(slashed, "/") { // a path with the letter of a drive
		slashed = "/" + slashed
	}
	return sarifArtifact{URI: (&url.URL{Scheme: "file", Path: slashed}).String()}
}

func (s *sarif) fix(fix diag.Fix) sarifFix {
	out := sarifFix{Description: sarifText{Text: sentence(fix.Title)}}
	for _, e := range fix.Edits {
		replacement := sarifReplacement{Deleted: region(e.Source, e.Span)}
		if e.Text != "" {
			replacement.Inserted = &sarifSnippet{e.Text}
		}
		artifact := s.artifact(e.Source.Name)
		i := slices.IndexFunc(out.Changes, func(c sarifChange) bool { return c.Artifact == artifact })
		if i < 0 {
			i = len(out.Changes)
			out.Changes = append(out.Changes, sarifChange{Artifact: artifact})
		}
		out.Changes[i].Replacements = append(out.Changes[i].Replacements, replacement)
	}
	return out
}

// fingerprint answers what tells a finding from all others for as long as its own lines stay as they are, wherever in the
// file they move: its code, its file, the text it marks, the lines that is on whatever their blanks, and how many
// findings before it have all of these in common. Messages are left out, as some name the numbers of lines.
func (s *sarif) fingerprint(d diag.Diagnostic) string {
	parts := []string{string(d.Code)}
	if d.Source != nil {
		parts = append(parts, s.artifact(d.Source.Name).URI, d.Source.Slice(d.Span))
		if line := wholeLines(d.Source, d.Span); line.Len() <= snippetAtMost { // else every finding on it would read it all
			parts = append(parts, strings.Join(strings.Fields(d.Source.Slice(line)), " "))
		}
	}
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	print := hex.EncodeToString(sum[:8])
	s.lines[print]++
	return print + ":" + strconv.Itoa(s.lines[print])
}

// level answers SARIF's word for a severity.
func level(s diag.Severity) string {
	switch s {
	case diag.Error:
		return "error"
	case diag.Warning:
		return "warning"
	}
	return "note"
}

// sentence makes a sentence of a clause.
func sentence(clause string) string {
	r, n := utf8.DecodeRuneInString(clause)
	s := string(unicode.ToUpper(r)) + clause[n:]
	if strings.HasSuffix(s, ".") || strings.HasSuffix(s, "?") {
		return s
	}
	return s + "."
}
