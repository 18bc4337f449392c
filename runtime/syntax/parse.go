package syntax

import (
	"strings"
	"unicode/utf8"

	"github.com/tickflow/tickflow/runtime/diag"
)

const byteOrderMark = "\ufeff"

// Parse reads graph text. It answers a File with one Line for every line of the text (the last one is empty when the text
// ends in a line feed) and every fault found, in text order; all of them are errors. It takes any bytes: what is not
// understood makes its line Broken. A line ends at LF, with any CR before it; a CR elsewhere is a fault.
// A byte order mark at the start of the text belongs to the first line's span.
func Parse(src *diag.Source) (*File, diag.List) {
	p := parser{
		src:         src,
		text:        src.Text,
		binary:      isBinary(src.Text),
		invalidUTF8: !utf8.ValidString(src.Text),
	}
	file := &File{Source: src, Lines: make([]Line, 0, strings.Count(src.Text, "\n")+1)}
	if p.binary {
		p.binaryFile()
	}
	for start := 0; ; {
		length := strings.IndexByte(p.text[start:], '\n')
		end := start + length
		if length < 0 {
			end = len(p.text)
		}
		file.Lines = append(file.Lines, p.line(diag.Span{Start: start, End: end}))
		if length < 0 {
			break
		}
		start = end + 1
	}
	p.faults.Sort()
	return file, p.faults
}

// parser reads one line after the other. The statement at hand is text[pos:end]; its trailing blanks are cut off.
type parser struct {
	src    *diag.Source
	text   string
	faults diag.List

	binary      bool
	invalidUTF8 bool // somewhere in the text

	pos, end int
	broken   bool // the line at hand

	starts slab[Start]
	edges  slab[Edges]
	hops   slab[Hop]
	attrs  slab[Attr]
	inputs slab[Input]
	binds  slab[Bind]
	fields slab[Field]

	// Lists of unknown length grow here before they move to a slab.
	hopList   []Hop
	inputList []Input
	fieldList []Field
	mentioned map[string]int // producers in a long inputList
}

// line reads the line of a span that may still end in CRs, which belong to the line's ending.
func (p *parser) line(span diag.Span) Line {
	for span.End > span.Start && p.text[span.End-1] == '\r' {
		span.End--
	}
	line := Line{Span: span}
	p.pos, p.end = span.Start, span.End
	// Texts that were put together from several files have marks at the start of later lines too.
	for strings.HasPrefix(p.text[p.pos:p.end], byteOrderMark) {
		p.pos += len(byteOrderMark)
	}
	if p.binary {
		line.Broken = p.peek() != 0
		return line
	}
	if i := strings.IndexByte(p.text[p.pos:p.end], '#'); i >= 0 {
		line.Comment = diag.Span{Start: p.pos + i, End: p.end}
		p.end = p.pos + i
		p.misspelt(line.Comment)
	}
	for p.end > p.pos && isBlank(p.text[p.end-1]) {
		p.end--
	}
	p.broken = false
	if p.readable(line) && p.peek() != 0 {
		line.Stmt = p.statement()
	}
	line.Broken = p.broken
	return line
}

// fault reports an error and marks the line at hand as broken. msg is a sentence in lower case.
func (p *parser) fault(code diag.Code, span diag.Span, msg, hint string, fixes ...diag.Fix) {
	p.broken = true
	p.faults = append(p.faults, diag.Diagnostic{
		Code: code, Severity: diag.Error, Source: p.src, Span: span, Msg: msg, Hint: hint, Fixes: fixes,
	})
}

// replace answers a fix that puts text in the place of a span.
func (p *parser) replace(span diag.Span, text string) diag.Fix {
	title := "Replace by " + quote(text)
	switch {
	case text == "":
		title = "Remove " + quote(p.src.Slice(span))
	case span.Len() == 0:
		title = "Insert " + quote(text)
	}
	return diag.Fix{Title: title, Edits: []diag.Edit{{Source: p.src, Span: span, Text: text}}}
}
