package syntax

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tickflow/tickflow/runtime/diag"
)

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// asciiWord tells the ASCII letters, digits and _.
var asciiWord = func() (word [utf8.RuneSelf]bool) {
	for c := range word {
		word[c] = c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
	}
	return word
}()

// isWord reports whether r may stand in a name.
func isWord(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 0 && asciiWord[r]
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// IsName reports whether s is a name as graph text has them: Unicode letters, digits and _, not a digit first.
func IsName(s string) bool {
	for i, r := range s {
		if !isWord(r) || i == 0 && unicode.IsDigit(r) {
			return false
		}
	}
	return s != ""
}

// peek skips blanks and answers the byte that follows, or 0 at the end of the statement: the text holds no NUL.
func (p *parser) peek() byte {
	for p.pos < p.end {
		if c := p.text[p.pos]; !isBlank(c) {
			return c
		}
		p.pos++
	}
	return 0
}

// rest answers what is left of the statement.
func (p *parser) rest() string { return p.text[p.pos:p.end] }

// maxGuess is how many bytes ahead a guess at what was meant may look, so that a line full of faults costs linear time.
const maxGuess = 256

// near answers what is left of the statement, as far as guesses look.
func (p *parser) near() string { return p.text[p.pos:min(p.end, p.pos+maxGuess)] }

// next answers the rune at an offset and its length, or -1 at the end of the statement.
func (p *parser) next(at int) (rune, int) {
	if at >= p.end {
		return -1, 0
	}
	if c := p.text[at]; c < utf8.RuneSelf {
		return rune(c), 1
	}
	return utf8.DecodeRuneInString(p.text[at:p.end])
}

// word skips the letters, digits and _ at pos and answers their span, which may be empty.
func (p *parser) word() diag.Span {
	start := p.pos
	for {
		r, n := p.next(p.pos)
		if !isWord(r) {
			return diag.Span{Start: start, End: p.pos}
		}
		p.pos += n
	}
}

// atWord reports whether the next thing in the statement is a word.
func (p *parser) atWord() bool {
	p.peek()
	r, _ := p.next(p.pos)
	return isWord(r)
}

// token answers the span of what stands at pos for a message: a word, a run of anything else up to a blank or word, or a quoted text.
func (p *parser) token() diag.Span {
	p.peek()
	if p.atWord() {
		at := p.pos
		span := p.word()
		p.pos = at
		return span
	}
	end := p.pos
	for end < p.end && !isBlank(p.text[end]) {
		r, n := p.next(end)
		if isWord(r) {
			break
		}
		end += n
	}
	return diag.Span{Start: p.pos, End: end}
}

// skip moves past everything that is left of the statement.
func (p *parser) skip() { p.pos = p.end }

// maxQuoted is the length, in code points, to which messages shorten what they quote.
const maxQuoted = 40

var plainInside = strings.NewReplacer(`\"`, `"`, `\\`, `\`)

// quote answers s as messages show it: in backquotes, with what cannot be seen escaped, shortened when long.
func quote(s string) string {
	count := 0
	for i := range s {
		if count == maxQuoted {
			s = s[:i] + "…"
			break
		}
		count++
	}
	quoted := strconv.Quote(s)
	return "`" + plainInside.Replace(quoted[1:len(quoted)-1]) + "`"
}

// nameFrom answers a proper name made of s, for hints, or "" when nothing remains of it or the meaning might be lost.
func nameFrom(s string) string {
	odd := func(r rune) bool { return r == '!' || unicode.IsMark(r) }
	if utf8.RuneCountInString(s) > maxQuoted || strings.ContainsFunc(s, odd) {
		return ""
	}
	words := strings.FieldsFunc(s, func(r rune) bool { return !isWord(r) })
	name := strings.Join(words, "_")
	if name != "" && !IsName(name) {
		name = "_" + name
	}
	return name
}
