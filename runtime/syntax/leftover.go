package syntax

import (
	"slices"
	"strings"

	"github.com/tickflow/tickflow/runtime/diag"
)

// leftover reports what stands where the statement should have ended, or where no statement begins, and skips it. It is
// silent when the line has a fault already, which is then the likely cause.
func (p *parser) leftover() {
	c := p.peek()
	if c == 0 || p.broken {
		p.skip()
		return
	}
	token := p.token()
	text := quote(p.src.Slice(token))
	rest := diag.Span{Start: p.pos, End: p.end}
	mark := p.foreignComment()
	switch {
	case mark != "":
		span := diag.Span{Start: p.pos, End: p.pos + len(mark)}
		p.fault(diag.ForeignComment, span, quote(mark)+" starts no comment here", "a comment starts with `#`", p.replace(span, "#"))
	case c == ';' && rest.Len() == 1:
		p.fault(diag.MermaidSyntax, rest, "a line ends without `;`", "remove it", p.replace(rest, ""))
	case c == ';':
		p.fault(diag.TrailingText, rest, "a line holds one statement", "put "+quote(strings.Trim(p.rest(), "; \t"))+" on a line of its own")
	case c == '&', c == ',':
		p.fault(diag.TrailingText, rest, "an edge has one source and one target, "+text+" joins no nodes", "write each edge on a line of its own")
	case c == ']', c == ')', c == '}':
		p.fault(diag.UnexpectedBracket, diag.Span{Start: p.pos, End: p.pos + 1}, "no bracket opens before "+quote(string(c)), "remove it",
			p.replace(diag.Span{Start: p.pos, End: p.pos + 1}, ""))
	case c == '[', c == '(', c == '{':
		p.fault(diag.UnexpectedBracket, rest, "unexpected "+quote(p.rest()), "a name stands alone here")
	case p.codeFence():
		p.fault(diag.UnexpectedText, rest, "a code fence is no graph text", "remove it")
	case p.atWord():
		hint := "a name holds no blanks; a comment starts with `#`"
		if strings.ContainsAny(p.rest(), "-.:") {
			hint = "put " + quote(p.rest()) + " on a line of its own"
		}
		p.fault(diag.TrailingText, rest, "unexpected "+text+" behind the statement", hint)
	default:
		p.fault(diag.UnexpectedText, token, "unexpected "+text, statementForms)
	}
	p.skip()
}

func (p *parser) codeFence() bool {
	return strings.HasPrefix(p.rest(), "```") || strings.HasPrefix(p.rest(), "~~~")
}

// foreignComment answers the mark at pos with which another language starts a comment, or "".
func (p *parser) foreignComment() string {
	rest := p.rest()
	if rest == "" {
		return ""
	}
	switch rest[0] {
	case '/', '%':
		for _, mark := range [...]string{"//", "/*", "%%"} {
			if strings.HasPrefix(rest, mark) {
				return mark
			}
		}
	case '-':
		if strings.HasPrefix(rest, "-- ") && !strings.ContainsAny(p.near(), "|>") {
			return "--"
		}
	}
	return ""
}

var mermaidWords = []string{
	"graph", "flowchart", "subgraph", "end", "direction", "style", "linkStyle", "class", "classDef", "click",
	"accTitle", "accDescr", "sequenceDiagram", "stateDiagram",
}

func isMermaidLine(firstWord string) bool { return slices.Contains(mermaidWords, firstWord) }

// mermaidLine reports a line that means something to mermaid only.
func (p *parser) mermaidLine(start int) {
	span := diag.Span{Start: start, End: p.end}
	p.fault(diag.MermaidSyntax, span, quote(p.src.Slice(span))+" is a line of mermaid, not of graph text",
		"remove it: graph text has no headers, groups or styles", p.replace(span, ""))
	p.skip()
}
