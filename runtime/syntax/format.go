package syntax

import (
	"strconv"
	"strings"

	"github.com/tickflow/tickflow/runtime/diag"
)

// Format answers the text of a file in the one canonical layout: no indentation, no blanks around arrows, one blank behind
// colons, commas and the # of a comment, two blanks before a comment that follows a statement, guards written --|g|-->,
// blank lines single and only between others, a line ending at the end. Comments and the order of lines stay, a broken
// line stays as it is, and so does a file that is no text at all. Lines end in CRLF if most of the source's do; a byte
// order mark is kept. Formatting a formatted text changes nothing.
func Format(f *File) string {
	text := f.Source.Text
	if isBinary(text) {
		return text
	}
	w := writer{source: f.Source, ending: "\n"}
	w.Grow(len(text) + len(text)/8)
	if crlf := strings.Count(text, "\r\n"); crlf > strings.Count(text, "\n")-crlf {
		w.ending = "\r\n"
	}
	if strings.HasPrefix(text, byteOrderMark) {
		w.WriteString(byteOrderMark)
	}
	blank, first := false, true
	for i := range f.Lines {
		line := &f.Lines[i]
		if line.Stmt == nil && line.Comment.Len() == 0 && !line.Broken {
			blank = true
			continue
		}
		if blank && !first {
			w.WriteString(w.ending)
		}
		w.line(line)
		w.WriteString(w.ending)
		blank, first = false, false
	}
	return w.String()
}

// writer collects formatted lines.
type writer struct {
	strings.Builder
	source *diag.Source
	ending string
}

func (w *writer) line(line *Line) {
	if line.Broken {
		w.WriteString(strings.TrimLeft(w.source.Slice(line.Span), byteOrderMark))
		return
	}
	switch stmt := line.Stmt.(type) {
	case *Start:
		w.node(stmt.Node, true)
	case *Edges:
		w.edges(stmt)
	case *Attr:
		w.attribute(stmt)
	}
	if line.Comment.Len() == 0 {
		return
	}
	if line.Stmt != nil {
		w.WriteString("  ")
	}
	w.comment(w.source.Slice(line.Comment))
}

// comment writes text that begins with #. Marks that people set apart, as in #! or ##, stay.
func (w *writer) comment(text string) {
	text = strings.TrimRight(text, " \t")
	w.WriteByte('#')
	if len(text) > 1 && !strings.ContainsRune(" \t#!", rune(text[1])) {
		w.WriteByte(' ')
	}
	w.WriteString(text[1:])
}

func (w *writer) node(name Name, start bool) {
	if !start {
		w.WriteString(name.Text)
		return
	}
	w.WriteByte('[')
	w.WriteString(name.Text)
	w.WriteByte(']')
}

func (w *writer) edges(stmt *Edges) {
	w.node(stmt.Source, stmt.Start)
	for _, hop := range stmt.Hops {
		if hop.Guard.Text == "" {
			w.WriteString("-->")
		} else {
			w.WriteString("--|")
			w.WriteString(hop.Guard.Text)
			w.WriteString("|-->")
		}
		w.WriteString(hop.To.Text)
	}
}

func (w *writer) attribute(stmt *Attr) {
	w.WriteString(stmt.Node.Text)
	w.WriteByte('.')
	w.WriteString(stmt.Key.Text)
	w.WriteString(": ")
	switch stmt.Key.Text {
	case "body":
		w.WriteString(stmt.Body.Text)
	case "join":
		w.WriteString(stmt.Join.String())
	case "guards":
		w.WriteString(stmt.Guards.String())
	case "inputs":
		for i, input := range stmt.Inputs {
			w.comma(i)
			w.WriteString(input.Producer.Text)
			if input.K > 0 {
				w.WriteByte('[')
				w.WriteString(strconv.Itoa(input.K))
				w.WriteByte(']')
			}
		}
	case "bind":
		w.bind(stmt.Bind)
	}
}

func (w *writer) bind(bind *Bind) {
	brackets := [...]string{BindOne: "", BindList: "[]", BindNamed: "{}"}[bind.Form]
	if brackets != "" {
		w.WriteByte(brackets[0])
	}
	for i, field := range bind.Fields {
		w.comma(i)
		if bind.Form == BindNamed {
			w.WriteString(field.Name.Text)
			w.WriteString(": ")
		}
		w.WriteString(field.Input.Text)
	}
	if brackets != "" {
		w.WriteByte(brackets[1])
	}
}

// comma writes what stands before item i of a list.
func (w *writer) comma(i int) {
	if i > 0 {
		w.WriteString(", ")
	}
}
