package syntax

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tickflow/tickflow/runtime/diag"
)

const nameRule = "a name is letters, digits and _, not a digit first"

func (p *parser) nameAt(span diag.Span) Name { return Name{Text: p.src.Slice(span), Span: span} }

// name reads a name where one must stand; role says whose it is. What was meant as a name and is none, like my-node or
// 2nd, is reported and taken for one; joiners are the further characters that belong to such a name where they stand
// between words. ok is false, and a fault reported, when nothing like a name is there.
func (p *parser) name(role, joiners string) (name Name, ok bool) {
	c := p.peek()
	span, proper := p.looseName(joiners)
	switch {
	case proper:
		return p.nameAt(span), true
	case span.Len() > 0:
		p.badName(span, role)
		return p.nameAt(span), true
	case isQuote(rune(c)):
		return p.quotedName(role, c)
	case c == 0:
		p.fault(diag.MissingName, diag.Span{Start: p.end, End: p.end}, "the name of a "+role+" is missing", "")
	default:
		token := p.token()
		p.fault(diag.MissingName, token, "expected the name of a "+role+", found "+quote(p.src.Slice(token)), nameRule)
	}
	return Name{Span: span}, false
}

// looseName skips what was meant as a name: words, odd characters, and joiners between words. It is proper if it keeps the rule.
func (p *parser) looseName(joiners string) (span diag.Span, proper bool) {
	start := p.pos
	first, _ := p.next(start)
	proper = isWord(first) && !unicode.IsDigit(first)
	for {
		p.word()
		r, n := p.next(p.pos)
		switch {
		case p.oddInName(r):
			p.pos += n
			proper = false
		case p.pos > start && p.joins(r, n, joiners):
			proper = false
		default:
			return diag.Span{Start: start, End: p.pos}, proper
		}
	}
}

// oddInName reports whether the rune at pos is one that people try in names and that means nothing else in graph text.
func (p *parser) oddInName(r rune) bool {
	if r >= utf8.RuneSelf {
		return !isArrowRune(r)
	}
	return r > 0 && strings.ContainsRune(`!?@$*+/\^`, r) && p.foreignComment() == ""
}

// joins moves past the joiner r at pos, n bytes long, if a word follows it.
func (p *parser) joins(r rune, n int, joiners string) bool {
	if r == '\t' {
		r = ' '
	}
	if r < 0 || !strings.ContainsRune(joiners, r) {
		return false
	}
	start := p.pos
	p.pos += n
	if r == ' ' {
		p.peek()
	}
	if after, _ := p.next(p.pos); isWord(after) {
		return true
	}
	p.pos = start
	return false
}

// badName reports a name that breaks the rule.
func (p *parser) badName(span diag.Span, role string) {
	text := p.src.Slice(span)
	hint, fixes := nameRule, []diag.Fix(nil)
	if better := nameFrom(text); better != "" {
		hint = "did you mean " + quote(better) + "? " + nameRule
		fixes = append(fixes, p.replace(span, better))
	}
	if role == "guard" && strings.ContainsAny(text, "!<>=()&") {
		hint, fixes = "an arrow names a guard; what it answers is registered under that name", nil
	}
	p.fault(diag.BadName, span, quote(text)+" cannot be the name of a "+role+": "+whyNoName(text), hint, fixes...)
}

// whyNoName says what is wrong with a name, by the first thing in it that is.
func whyNoName(text string) string {
	for _, r := range text {
		switch {
		case r == ' ' || r == '\t':
			return "it holds a blank"
		case !isWord(r):
			if unicode.IsMark(r) {
				return fmt.Sprintf("the combining mark %U is not allowed in it", r)
			}
			return quote(string(r)) + " is not allowed in it"
		}
	}
	return "it starts with a digit"
}

func isQuote(r rune) bool { return r == '"' || r == '\'' || r == '`' }

// quotedName reads and reports a name in quotes.
func (p *parser) quotedName(role string, quoteMark byte) (Name, bool) {
	start := p.pos
	length := strings.IndexByte(p.text[start+1:p.end], quoteMark)
	if length < 0 {
		p.fault(diag.MissingName, diag.Span{Start: start, End: start + 1}, "expected the name of a "+role+", found a quote", "names stand without quotes")
		return Name{Span: diag.Span{Start: start, End: start}}, false
	}
	p.pos = start + 1 + length + 1
	span, inside := diag.Span{Start: start, End: p.pos}, diag.Span{Start: start + 1, End: start + 1 + length}
	hint, fixes := "names stand without quotes; "+nameRule, []diag.Fix(nil)
	if better := nameFrom(p.src.Slice(inside)); better != "" {
		hint = "did you mean " + quote(better) + "? names stand without quotes"
		fixes = append(fixes, p.replace(span, better))
	}
	p.fault(diag.BadName, span, "the name of a "+role+" stands in quotes", hint, fixes...)
	return p.nameAt(inside), true
}
