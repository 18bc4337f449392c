package syntax

import (
	"slices"
	"unicode/utf8"

	"github.com/tickflow/tickflow/runtime/diag"
)

const statementForms = "a line is `[A]`, `A-->B`, `A--|guard|-->B` or `A.join: OR`"

// statement reads what stands on a line before its comment; it is not empty. nil stands for one that could not be understood.
func (p *parser) statement() Stmt {
	begin := p.pos
	source, start, ok := p.source()
	if !ok {
		return nil
	}
	switch c := p.peek(); {
	case c == 0:
		return p.loneSource(source, start)
	case c == ':' && !start && p.keyless(source):
		return nil
	case c == '.', !start && p.atWord():
		return p.attribute(source, start, begin)
	}
	return p.chain(source, start)
}

// source reads A or [A] at the start of a statement. The one before a leading arrow has no name.
func (p *parser) source() (name Name, start, ok bool) {
	switch p.peek() {
	case '[', '(':
		return p.bracketedSource()
	}
	at := p.pos
	r, _ := p.next(at)
	if plain := isWord(r) || p.oddInName(r) || isQuote(r) || r == '-' || r == '|' || r >= utf8.RuneSelf; !plain || p.foreignComment() != "" || p.codeFence() {
		p.leftover()
		return name, false, false
	}
	if run := p.arrowRun(); run.Len() > 0 || p.peek() == '|' {
		return Name{Span: diag.Span{Start: at, End: at}}, false, p.noSource(at)
	}
	if name, ok = p.name("node", "-"); !ok {
		return name, false, false
	}
	p.label()
	if p.peek() == ']' {
		p.pos++
		begin := diag.Span{Start: name.Span.Start, End: name.Span.Start}
		p.fault(diag.UnexpectedBracket, diag.Span{Start: p.pos - 1, End: p.pos}, "no bracket opens before the name",
			"did you mean "+quote("["+name.Text+"]")+"?", p.replace(begin, "["))
		return name, true, true
	}
	return name, false, !p.atWord() || p.sourceOfWords(&name)
}

// bracketedSource reads [A], and (A) as if it were one.
func (p *parser) bracketedSource() (name Name, start, ok bool) {
	open, faults := p.pos, len(p.faults)
	name, ok = p.bracketed("[", "]")
	if span := (diag.Span{Start: open, End: p.pos}); p.text[open] == '(' && len(p.faults) == faults {
		p.fault(diag.UnexpectedBracket, span, quote(p.src.Slice(span))+" is no node", "a start is written `[A]`",
			p.replace(span, "["+name.Text+"]"))
	}
	return name, true, ok
}

// noSource reports an arrow at the start of a statement. It answers false when there is nothing but the arrow.
func (p *parser) noSource(at int) bool {
	if p.peek() == 0 {
		span := diag.Span{Start: at, End: p.end}
		p.fault(diag.UnexpectedText, span, quote(p.src.Slice(span))+" is no statement", statementForms)
		return false
	}
	p.pos = at
	p.fault(diag.MissingName, p.token(), "no node stands before the arrow", "an edge is `A-->B`")
	return true
}

// sourceOfWords looks at a name that another word follows: a forgotten dot, a name with blanks, a line of mermaid, or prose.
func (p *parser) sourceOfWords(name *Name) bool {
	at := p.pos
	key := p.nameAt(p.word())
	if isMermaidLine(name.Text) {
		p.mermaidLine(name.Span.Start)
		return false
	}
	if c := p.peek(); (c == ':' || c == '=') && (slices.Contains(attributeKeys, key.Text) || diag.Closest(key.Text, attributeKeys) != "") {
		p.pos = at
		gap := diag.Span{Start: name.Span.End, End: at}
		p.fault(diag.MissingDot, diag.Span{Start: name.Span.Start, End: key.Span.End}, "a dot is missing before the attribute",
			"did you mean "+quote(name.Text+"."+key.Text)+"?", p.replace(gap, "."))
		return true
	}
	p.pos = name.Span.Start
	span, _ := p.looseName(" -")
	if p.peek() != '|' && !p.arrowFollows() {
		p.skip()
		p.fault(diag.UnexpectedText, diag.Span{Start: span.Start, End: p.end}, quote(p.text[span.Start:p.end])+" is no statement", statementForms)
		return false
	}
	p.badName(span, "node")
	*name = p.nameAt(span)
	return true
}

// loneSource makes a start of [A]; a bare A is a fault.
func (p *parser) loneSource(name Name, start bool) Stmt {
	switch {
	case start:
		stmt := p.starts.one()
		stmt.Node = name
		return stmt
	case p.broken:
	case isMermaidLine(name.Text):
		p.mermaidLine(name.Span.Start)
	default:
		p.fault(diag.BareName, name.Span, quote(name.Text)+" alone says nothing",
			"write "+quote("["+name.Text+"]")+" for a start, or an edge such as "+quote(name.Text+"-->B"), p.replace(name.Span, "["+name.Text+"]"))
	}
	return nil
}

// chain reads the arrows and targets that follow a source.
func (p *parser) chain(source Name, start bool) Stmt {
	p.hopList = p.hopList[:0]
	for p.peek() != 0 {
		if p.foreignComment() != "" {
			p.leftover()
			break
		}
		faults := len(p.faults)
		arrow, guard, ok := p.arrow()
		if !ok {
			p.leftover()
			break
		}
		hop := Hop{Arrow: arrow, Guard: guard, To: Name{Span: diag.Span{Start: p.end, End: p.end}}}
		if p.peek() == 0 && len(p.faults) == faults {
			p.fault(diag.MissingName, arrow, quote(p.src.Slice(arrow))+" leads nowhere", "name the node behind the arrow")
		}
		if p.peek() != 0 {
			hop.To, ok = p.target()
		}
		p.hopList = append(p.hopList, hop)
		if !ok {
			break
		}
	}
	if len(p.hopList) > 0 {
		stmt := p.edges.one()
		*stmt = Edges{Source: source, Start: start, Hops: p.hops.keep(p.hopList)}
		return stmt
	}
	if start {
		return p.loneSource(source, start)
	}
	return nil
}

// target reads the node that an arrow leads to; something stands there.
func (p *parser) target() (Name, bool) {
	if c := p.peek(); c == '[' || c == '(' {
		open, faults := p.pos, len(p.faults)
		name, ok := p.bracketed("", "")
		if span := (diag.Span{Start: open, End: p.pos}); len(p.faults) == faults {
			p.fault(diag.UnexpectedBracket, span, "the target of an edge stands without brackets",
				"brackets mark a start where it is a source: `[A]-->B`, or `[A]` on a line of its own", p.replace(span, name.Text))
		}
		return name, ok
	}
	name, ok := p.name("node", "-")
	if !ok {
		return name, false
	}
	p.label()
	if p.peek() != '.' {
		return name, true
	}
	dot := p.pos
	p.pos = name.Span.Start
	span, _ := p.looseName("-.")
	if p.peek() == ':' {
		p.fault(diag.TrailingText, diag.Span{Start: dot, End: p.end}, "an attribute follows an edge on the same line",
			"put "+quote(p.text[name.Span.Start:p.end])+" on a line of its own")
		p.skip()
		return name, true
	}
	if span.End > name.Span.End {
		p.badName(span, "node")
		return p.nameAt(span), true
	}
	p.pos = dot
	return name, true
}
