package syntax

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tickflow/tickflow/runtime/diag"
)

// isBinary reports whether a text is none: no editor writes a NUL into one.
func isBinary(text string) bool { return strings.IndexByte(text, 0) >= 0 }

// binaryFile reports the one fault of a file that is no text; its lines are not looked at.
func (p *parser) binaryFile() {
	at := strings.IndexByte(p.text, 0)
	msg, hint := "the file holds a NUL byte: it is no text", "is this the right file?"
	if strings.HasPrefix(p.text, "\xff\xfe") || strings.HasPrefix(p.text, "\xfe\xff") {
		msg, hint = "the file is UTF-16", "save it as UTF-8"
	}
	p.fault(diag.BinaryFile, diag.Span{Start: at, End: at + 1}, msg, hint)
}

// readable reports whether the statement at hand can be read at all. It reports bytes that are no UTF-8, carriage
// returns and blanks that only look like one, in the comment too where the bytes are wrong.
func (p *parser) readable(line Line) bool {
	if p.invalidUTF8 {
		if at := invalidAt(p.src.Slice(line.Span)); at >= 0 {
			at += line.Span.Start
			p.fault(diag.InvalidUTF8, diag.Span{Start: at, End: at + 1},
				fmt.Sprintf("byte 0x%02x is no UTF-8", p.text[at]), "save the file as UTF-8")
			return at >= p.end
		}
	}
	if i := strings.IndexByte(p.text[p.pos:line.Span.End], '\r'); i >= 0 {
		at := p.pos + i
		p.fault(diag.CarriageReturn, diag.Span{Start: at, End: at + 1},
			"a carriage return stands inside the line", "end lines with LF or CRLF")
		return false
	}
	return p.plainBlanks()
}

// plainBlanks reports the first character of the statement that looks like a blank or like nothing at all.
func (p *parser) plainBlanks() bool {
	for i, r := range p.rest() {
		if r < utf8.RuneSelf || !unicode.IsSpace(r) && !unicode.Is(unicode.Z, r) && !unicode.Is(unicode.Cf, r) {
			continue
		}
		span := diag.Span{Start: p.pos + i, End: p.pos + i + utf8.RuneLen(r)}
		fix, hint := p.replace(span, " "), "put a plain space there"
		if unicode.Is(unicode.Cf, r) {
			fix, hint = p.replace(span, ""), "remove it"
		}
		p.fault(diag.OddBlank, span, fmt.Sprintf("an invisible character stands here: %U", r), hint, fix)
		return false
	}
	return true
}

// invalidAt answers the offset of the first byte of s that is no UTF-8, or -1.
func invalidAt(s string) int {
	for i, r := range s {
		if r != utf8.RuneError {
			continue
		}
		if _, n := utf8.DecodeRuneInString(s[i:]); n == 1 {
			return i
		}
	}
	return -1
}
