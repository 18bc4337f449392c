package syntax

import (
	"strings"

	"github.com/tickflow/tickflow/runtime/diag"
)

// bracketed reads one name in brackets of either kind, the opening one at pos. A missing closing one is reported and
// assumed behind the name; before and after are what should stand around the name. ok is false when the rest of the
// statement makes no sense.
func (p *parser) bracketed(before, after string) (name Name, ok bool) {
	open, closer := p.pos, closing(p.text[p.pos])
	p.pos++
	if p.peek() == closer {
		p.pos++
		p.fault(diag.MissingName, diag.Span{Start: open, End: p.pos}, "the brackets hold no name", "a start is `[A]`")
		return Name{Span: diag.Span{Start: open + 1, End: open + 1}}, true
	}
	name, ok = p.name("node", " -.")
	if p.peek() == closer {
		p.pos++
		return name, true
	}
	length := strings.IndexByte(p.near(), closer)
	if length >= 0 && !strings.Contains(p.near()[:length], "--") && !strings.Contains(p.near()[:length], "->") {
		more := diag.Span{Start: p.pos, End: p.pos + length}
		p.pos = more.End + 1
		if ok {
			p.fault(diag.UnexpectedText, more, "brackets hold one name, not "+quote(p.text[name.Span.Start:more.End]),
				"each start has brackets of its own")
		}
		return name, true
	}
	if !ok {
		return name, false
	}
	p.pos = name.Span.End
	better := before + name.Text + after
	p.unclosed(diag.Span{Start: open, End: p.pos}, closer, better)
	return name, true
}

// unclosed reports a bracket in a span that should have been closed at its end, and what to write instead of the span.
func (p *parser) unclosed(span diag.Span, closer byte, better string) {
	p.fault(diag.UnclosedBracket, span, "a bracket is not closed: "+quote(string(closer))+" is missing",
		"did you mean "+quote(better)+"?", p.replace(span, better))
}

func closing(open byte) byte {
	switch open {
	case '[':
		return ']'
	case '(':
		return ')'
	}
	return '}'
}

// label reports and skips what mermaid allows behind a node's name: a label in brackets or a style class.
func (p *parser) label() {
	start := p.pos
	c := p.peek()
	at := p.pos
	switch {
	case c == '[', c == '(', c == '{':
		p.balanced()
		span := diag.Span{Start: at, End: p.pos}
		msg, hint := "a node has a name only, no label", "write the name alone; a comment can hold the text"
		if inside := strings.Trim(p.src.Slice(span), "[] \t"); inside != "" && strings.Trim(inside, "0123456789") == "" {
			msg, hint = "an edge has no index", "which fire is read stands in the inputs, as in `B.inputs: A[2]`"
		}
		p.fault(diag.MermaidSyntax, span, msg, hint, p.replace(span, ""))
	case strings.HasPrefix(p.rest(), ":::"):
		p.pos += len(":::")
		p.word()
		span := diag.Span{Start: at, End: p.pos}
		p.fault(diag.MermaidSyntax, span, "a node has a name only, no style class", "", p.replace(span, ""))
	default:
		p.pos = start
	}
}

// balanced moves past a bracket and the one that closes it, or to the end of the statement when none does.
func (p *parser) balanced() {
	depth := 0
	for ; p.pos < p.end; p.pos++ {
		switch p.text[p.pos] {
		case '[', '(', '{':
			depth++
		case ']', ')', '}':
			depth--
		}
		if depth == 0 {
			p.pos++
			return
		}
	}
}
