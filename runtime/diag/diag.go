// Package diag describes faults in a user's text: where they are, how bad they are, what to do about them.
//
// Offsets are bytes into a Source, half-open. Lines and columns are 1-based; a column counts Unicode code points.
// The package never prints and never reads files. All its values may be shared between goroutines once built.
package diag

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Severity orders findings: Error stops a run, Warning and below do not.
type Severity uint8

// The severities, from worst to mildest. The zero value is not a severity.
const (
	Error Severity = iota + 1
	Warning
	Info
	Hint
)

// String answers "error", "warning", "info" or "hint".
func (s Severity) String() string {
	switch s {
	case Error:
		return "error"
	case Warning:
		return "warning"
	case Info:
		return "info"
	case Hint:
		return "hint"
	}
	return fmt.Sprintf("severity(%d)", uint8(s))
}

// Span is a stretch of a Source in byte offsets: Start inclusive, End exclusive, Start <= End.
type Span struct{ Start, End int }

// Len answers the number of bytes the span covers.
func (s Span) Len() int { return s.End - s.Start }

// Diagnostic is one finding in one place.
type Diagnostic struct {
	Code     Code      // stable, kebab-case: what kind of finding this is
	Severity Severity  //
	Source   *Source   // the text the span is in; nil when the finding has no text (an unreadable file)
	Span     Span      // where, in Source
	Msg      string    // one sentence in lower case, without a full stop
	Hint     string    // what to do about it, or ""
	Related  []Related // other places that belong to the finding
	Fixes    []Fix     // edits that remove it, best first
}

// Related is a further place that explains a Diagnostic.
type Related struct {
	Source *Source
	Span   Span
	Msg    string
}

// Fix is a set of edits that removes a finding. The edits do not overlap and apply together or not at all.
type Fix struct {
	Title string
	Edits []Edit
}

// Edit replaces the bytes of Span in Source by Text.
type Edit struct {
	Source *Source
	Span   Span
	Text   string
}

// String answers "file:line:column: severity: message [code]"; the hint follows in brackets of its own.
func (d Diagnostic) String() string {
	var b strings.Builder
	if d.Source != nil {
		p := d.Source.Position(d.Span.Start)
		fmt.Fprintf(&b, "%s:%d:%d: ", d.Source.Name, p.Line, p.Column)
	}
	fmt.Fprintf(&b, "%s: %s [%s]", d.Severity, d.Msg, d.Code)
	if d.Hint != "" {
		fmt.Fprintf(&b, " (%s)", d.Hint)
	}
	return b.String()
}

// List is findings in the order they are shown.
type List []Diagnostic

// Sort orders the list by file, place, severity and code, so that the same faults always print the same way.
func (l List) Sort() {
	slices.SortStableFunc(l, func(a, b Diagnostic) int {
		return cmp.Or(
			cmp.Compare(sourceName(a.Source), sourceName(b.Source)),
			cmp.Compare(a.Span.Start, b.Span.Start),
			cmp.Compare(a.Span.End, b.Span.End),
			cmp.Compare(a.Severity, b.Severity),
			cmp.Compare(a.Code, b.Code),
			cmp.Compare(a.Msg, b.Msg),
		)
	})
}

// Has reports whether the list holds a finding at least as bad as s.
func (l List) Has(s Severity) bool {
	return slices.ContainsFunc(l, func(d Diagnostic) bool { return d.Severity <= s })
}

// Err answers the list's errors (not its warnings) as an *ErrorList, or nil when it has none.
func (l List) Err() error {
	if !l.Has(Error) {
		return nil
	}
	return &ErrorList{Findings: l}
}

// ErrorList is an error made of findings, at least one of which is an Error. Findings holds the milder ones too.
type ErrorList struct{ Findings List }

// Error answers each finding of severity Error on a line of its own.
func (e *ErrorList) Error() string {
	var lines []string
	for _, d := range e.Findings {
		if d.Severity == Error {
			lines = append(lines, d.String())
		}
	}
	return strings.Join(lines, "\n")
}

func sourceName(s *Source) string {
	if s == nil {
		return ""
	}
	return s.Name
}
