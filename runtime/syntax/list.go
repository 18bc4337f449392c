package syntax

import (
	"strings"

	"github.com/tickflow/tickflow/runtime/diag"
)

// list reads items between commas up to the closer, which it moves past, or to the end of the statement when closer is 0.
// item reads one; where it answers false it has reported a fault, and what is left of that item is skipped.
func (p *parser) list(closer byte, item func(*parser) bool) (closed bool) {
	start := p.pos
	for {
		if c := p.peek(); c == closer || c == 0 || c == ',' {
			p.missingItem(start)
		} else if !item(p) || p.junk(closer) {
			p.skipItem(closer)
		}
		switch c := p.peek(); {
		case c == closer:
			p.pos = min(p.pos+1, p.end)
			return true
		case c == ',':
			p.pos++
		case c == ';' && p.pos+1 < p.end:
			span := diag.Span{Start: p.pos, End: p.pos + 1}
			p.fault(diag.MissingComma, span, "a comma stands between the items of a list, not `;`", "", p.replace(span, ","))
			p.pos++
		case p.atWord():
			span := p.token()
			p.fault(diag.MissingComma, span, "a comma is missing before "+quote(p.src.Slice(span)), "",
				p.replace(diag.Span{Start: span.Start, End: span.Start}, ", "))
		default:
			return closer == 0
		}
	}
}

// missingItem reports a comma, the one at pos or else the one before it, that lacks an item on one side, or that the list
// which begins at start is empty.
func (p *parser) missingItem(start int) {
	at := p.pos
	if at >= p.end || p.text[at] != ',' {
		at = start + strings.LastIndexByte(p.text[start:at], ',')
	}
	if at < start {
		span := diag.Span{Start: max(start-1, 0), End: p.pos}
		p.fault(diag.MissingName, span, "the list is empty", "names stand here, with commas between them: `A, B`")
		return
	}
	p.fault(diag.MissingName, diag.Span{Start: at, End: at + 1}, "a name is missing beside the comma", "commas stand between names only: `A, B`")
}

// junk reports what follows an item and cannot go on a list.
func (p *parser) junk(closer byte) bool {
	c := p.peek()
	if c == 0 || c == closer || c == ',' || c == ';' || closer == 0 && c == ']' || p.atWord() || p.foreignComment() != "" {
		return false
	}
	span := p.token()
	p.fault(diag.UnexpectedText, span, "unexpected "+quote(p.src.Slice(span))+" in the list", "commas stand between the items of a list: `A, B`")
	return true
}

// skipItem moves to the comma or closer that ends the item at hand, past brackets inside it.
func (p *parser) skipItem(closer byte) {
	for p.pos < p.end && p.text[p.pos] != ',' && p.text[p.pos] != closer {
		if p.text[p.pos] == '[' {
			p.balanced()
			continue
		}
		p.pos++
	}
}
