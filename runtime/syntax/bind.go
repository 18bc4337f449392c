package syntax

import (
	"strings"

	"github.com/tickflow/tickflow/runtime/diag"
)

// bindValue reads A, [A, C] or {left: A, right: C}.
func (p *parser) bindValue() *Bind {
	bind := p.binds.one()
	p.fieldList = p.fieldList[:0]
	open, faults := p.pos, len(p.faults)
	switch p.peek() {
	case '[', '(':
		bind.Form = BindList
		p.bindBrackets((*parser).boundInput)
	case '{':
		bind.Form = BindNamed
		p.bindBrackets((*parser).boundField)
	default:
		p.list(0, (*parser).boundInput)
		if len(p.fieldList) > 1 {
			bind.Form = BindList
		}
	}
	if span := (diag.Span{Start: open, End: p.pos}); bind.Form == BindList && p.text[open] != '[' && len(p.faults) == faults {
		better := "[" + strings.Trim(p.src.Slice(span), "() \t") + "]"
		p.fault(diag.MissingBracket, span, "several bound inputs stand in brackets", "did you mean "+quote(better)+"?", p.replace(span, better))
	}
	bind.Fields = p.fields.keep(p.fieldList)
	return bind
}

// bindBrackets reads a list in brackets, the opening one at pos.
func (p *parser) bindBrackets(item func(*parser) bool) {
	open, closer := p.pos, closing(p.text[p.pos])
	p.pos++
	if p.peek() == closer {
		p.pos++
		p.fault(diag.MissingValue, diag.Span{Start: open, End: p.pos}, "nothing is bound", "name the inputs, as in `[A, B]` or `{left: A}`")
		return
	}
	if !p.list(closer, item) {
		span := diag.Span{Start: open, End: p.pos}
		p.unclosed(span, closer, p.src.Slice(span)+string(closer))
	}
}

// boundInput reads an input that is passed by position.
func (p *parser) boundInput() bool {
	input, ok := p.bound()
	p.fieldList = append(p.fieldList, Field{Input: input})
	return ok
}

// boundField reads left: A.
func (p *parser) boundField() bool {
	field, ok := p.name("field", "-.")
	if !ok {
		return false
	}
	at := p.pos
	switch c := p.peek(); {
	case c == ':':
		p.pos++
	case c == '=':
		p.pos++
		span := diag.Span{Start: p.pos - 1, End: p.pos}
		p.fault(diag.MissingColon, span, "a colon stands between field and input, not `=`", "", p.replace(span, ":"))
	default:
		p.pos = at
		p.fault(diag.MissingColon, field.Span, quote(field.Text)+" is bound to no field",
			"write "+quote("{field: "+field.Text+"}")+", or "+quote("["+field.Text+"]")+" to pass it by position")
		p.fieldList = append(p.fieldList, Field{Input: field})
		return true
	}
	input, ok := p.bound()
	p.fieldList = append(p.fieldList, Field{Name: field, Input: input})
	return ok
}

// bound reads the name of a bound input.
func (p *parser) bound() (Name, bool) {
	input, ok := p.name("node", "-.")
	if ok && p.peek() == '[' {
		open := p.pos
		p.balanced()
		span := diag.Span{Start: open, End: p.pos}
		p.fault(diag.BadIndex, span, "a bound input has no index", "list "+quote(input.Text+p.src.Slice(span))+" among the inputs and bind "+quote(input.Text), p.replace(span, ""))
	}
	return input, ok
}
