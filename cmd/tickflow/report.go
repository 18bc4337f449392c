package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tickflow/tickflow/runtime/diag"
)

// reporter prints findings the way compilers do: the place, what is wrong, the line with the place marked, what to do.
//
//	counter.tickflow:3:3: error: `joni` is no attribute [unknown-attribute]
//	  3 | B.joni: OR
//	    |   ^^^^
//	    = hint: did you mean `join`?
type reporter struct {
	w       io.Writer
	paint   paint
	verbose bool // tell also the runs that hints are about
}

// findings prints a list, one finding after the other.
func (r reporter) findings(list diag.List) {
	for _, d := range list {
		r.finding(d)
	}
}

func (r reporter) finding(d diag.Diagnostic) {
	r.headline(place(d.Source, d.Span, d.Code), d.Severity, d.Msg, d.Code)
	located := d.Source != nil && d.Source.Text != ""
	width, margin := 0, "  "
	if located {
		width = numberWidth(d)
		margin = r.snippet(d.Source, d.Span, width, severity(d.Severity))
	}
	if d.Hint != "" {
		r.tail(margin, "hint", d.Hint)
	}
	if isStory(d.Code) {
		r.story(margin, d)
		return
	}
	for _, other := range d.Related {
		r.tail(margin, "note", place(other.Source, other.Span, "")+other.Msg)
		if other.Source != nil && other.Source.Text != "" {
			r.snippet(other.Source, other.Span, width, cyan)
		}
	}
}

// numberWidth answers how wide the numbers of the lines are that a finding shows, so that all of them end in one column.
func numberWidth(d diag.Diagnostic) int {
	line := d.Source.Position(d.Span.Start).Line
	if !isStory(d.Code) {
		for _, other := range d.Related {
			if other.Source != nil && other.Source.Text != "" {
				line = max(line, other.Source.Position(other.Span.Start).Line)
			}
		}
	}
	return len(strconv.Itoa(line))
}

// isStory reports whether what belongs to a finding tells a run, rather than points at places.
func isStory(code diag.Code) bool {
	return code == diag.StarvedJoin || code == diag.LatentHazard || code == diag.StarvesOnFailure
}

// story prints the run that a finding is about; that of a hint only if everything is to be told.
func (r reporter) story(margin string, d diag.Diagnostic) {
	if len(d.Related) == 0 || d.Severity == diag.Hint && !r.verbose {
		return
	}
	lines := make([]string, len(d.Related))
	for i, tick := range d.Related {
		lines[i] = tick.Msg
	}
	r.tail(margin, "note", strings.Join(lines, "\n"))
}

// brief prints a finding on one line.
func (r reporter) brief(d diag.Diagnostic) {
	r.headline(place(d.Source, d.Span, d.Code), d.Severity, d.Msg, d.Code)
}

// trouble prints an error that has no place in a text.
func (r reporter) trouble(msg, hint string) {
	r.headline("", diag.Error, msg, "")
	if hint != "" {
		r.tail("  ", "hint", hint)
	}
}

func (r reporter) headline(place string, s diag.Severity, msg string, code diag.Code) {
	line := r.paint.in(bold, visible(place)) + r.paint.in(severity(s), s.String()+":") + " " + r.paint.in(bold, paragraphs(msg, "  "))
	if code != "" {
		line += r.paint.in(faint, " ["+string(code)+"]")
	}
	fmt.Fprintln(r.w, line)
}

func (r reporter) tail(margin, word, msg string) {
	lead := margin + "= " + word + ": "
	fmt.Fprintln(r.w, r.paint.in(blue, margin+"=")+" "+r.paint.in(bold, word+":")+" "+paragraphs(msg, strings.Repeat(" ", len(lead))))
}

// paragraphs makes a message fit to print: its lines after the first are indented.
func paragraphs(msg, indent string) string {
	lines := strings.Split(strings.TrimRight(msg, "\n"), "\n")
	for i, line := range lines {
		lines[i] = visible(line)
	}
	return strings.Join(lines, "\n"+indent)
}

// place answers "file:line:column: ". A file that could not be read has no lines.
func place(src *diag.Source, span diag.Span, code diag.Code) string {
	switch {
	case src == nil:
		return ""
	case code == diag.UnreadableFile:
		return src.Name + ": "
	}
	p := src.Position(span.Start)
	return src.Name + ":" + strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Column) + ": "
}

// snippet prints the line where a span starts, its number at least as wide as asked for, and marks the part of the span that
// lies on it. It answers the blanks left of hints and notes, so that they stand below the bar beside the line.
func (r reporter) snippet(src *diag.Source, span diag.Span, width int, colour string) (margin string) {
	n := src.Position(span.Start).Line
	line := src.Line(n)
	start := min(max(span.Start, line.Start), line.End)
	end := max(min(span.End, line.End), start)
	before, marked, after := window(src.Text[line.Start:start], src.Text[start:end], src.Text[end:line.End])
	number := fmt.Sprintf("  %*d |", width, n)
	margin = strings.Repeat(" ", len(number)-1)
	fmt.Fprintln(r.w, r.paint.in(blue, number)+strings.TrimRight(" "+visible(before+marked+after), " \t"))
	fmt.Fprintln(r.w, r.paint.in(blue, margin+"| ")+blanks(visible(before))+r.paint.in(colour, carets(visible(marked))))
	return margin
}

// window cuts a very long line down to the surroundings of the marked part. It looks at no more of the line than that: a
// line may have as many findings as characters.
func window(before, marked, after string) (string, string, string) {
	const sides, most = 60, 120
	if end := lastRunes(before, sides); len(end) < len(before) {
		before = "…" + end
	}
	if begin := firstRunes(marked, most); len(begin) < len(marked) {
		return before, begin, "…"
	}
	if begin := firstRunes(after, sides); len(begin) < len(after) {
		after = begin + "…"
	}
	return before, marked, after
}

func firstRunes(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

func lastRunes(s string, n int) string {
	at := len(s)
	for ; n > 0 && at > 0; n-- {
		_, size := utf8.DecodeLastRuneInString(s[:at])
		at -= size
	}
	return s[at:]
}

// blanks answers white space as wide as the text; tabs stay tabs, so that the marks stand right whatever a tab's width.
func blanks(s string) string { return under(s, ' ') }

// carets answers marks as wide as the text, at least one.
func carets(s string) string {
	if marks := under(s, '^'); strings.ContainsRune(marks, '^') {
		return marks
	}
	return "^"
}

func under(s string, mark rune) string {
	var b strings.Builder
	for _, r := range s {
		if r == '\t' {
			b.WriteRune(r)
			continue
		}
		for range columns(r) {
			b.WriteRune(mark)
		}
	}
	return b.String()
}
