package luaindex

import (
	"strings"

	"github.com/tickflow/tickflow/runtime/diag"
)

type kind uint8

const (
	end    kind = iota // of the text; there is always one, and nothing behind it
	name               // identifiers and keywords
	str                // quoted and long strings
	number             //
	symbol             // anything else, as long as Lua takes it
)

// token is one token of Lua. Comments and blanks are left out.
type token struct {
	kind  kind
	span  diag.Span
	text  string    // as written; of a string what it stands for
	inner diag.Span // of a string: without its quotes
	fault string    // why it is no token of Lua, or ""
}

// skipHead leaves out a byte order mark and a first line that starts with #, which is not Lua, and answers how many bytes.
func skipHead(text string) (rest string, skipped int) {
	rest = strings.TrimPrefix(text, "\ufeff")
	if strings.HasPrefix(rest, "#") {
		if i := strings.IndexByte(rest, '\n'); i >= 0 {
			rest = rest[i:]
		} else {
			rest = ""
		}
	}
	return rest, len(text) - len(rest)
}

type scanner struct {
	text   string
	at     int
	tokens []token
}

// scan answers all tokens of a text. It takes any text: what is no Lua becomes a symbol with a fault.
func scan(text string) []token {
	_, at := skipHead(text)
	s := &scanner{text: text, at: at, tokens: make([]token, 0, len(text)/4+1)}
	for s.skipBlank(); s.at < len(text); s.skipBlank() {
		s.next()
	}
	return append(s.tokens, token{kind: end, span: diag.Span{Start: len(text), End: len(text)}})
}

func (s *scanner) skipBlank() {
	for s.at < len(s.text) {
		switch c := s.text[s.at]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			s.at++
		case strings.HasPrefix(s.text[s.at:], "--"):
			s.skipComment()
		default:
			return
		}
	}
}

func (s *scanner) skipComment() {
	start := s.at
	s.at += 2
	if level, ok := s.longBracket(); ok {
		if _, closed := s.long(level); !closed {
			s.add(token{kind: symbol, span: diag.Span{Start: start, End: s.at}, fault: "the comment is not closed"})
		}
		return
	}
	if i := strings.IndexByte(s.text[s.at:], '\n'); i >= 0 {
		s.at += i
	} else {
		s.at = len(s.text)
	}
}

// longBracket answers the number of = in a long bracket that opens at the position.
func (s *scanner) longBracket() (level int, ok bool) {
	rest := s.text[s.at:]
	if !strings.HasPrefix(rest, "[") {
		return 0, false
	}
	level = len(rest[1:]) - len(strings.TrimLeft(rest[1:], "="))
	return level, strings.HasPrefix(rest[1+level:], "[")
}

// long passes a long bracket and answers what is inside.
func (s *scanner) long(level int) (inner diag.Span, closed bool) {
	inner.Start = s.at + level + 2
	closing := "]" + strings.Repeat("=", level) + "]"
	i := strings.Index(s.text[inner.Start:], closing)
	if i < 0 {
		s.at = len(s.text)
		inner.End = s.at
		return inner, false
	}
	inner.End = inner.Start + i
	s.at = inner.End + len(closing)
	return inner, true
}

func (s *scanner) add(t token) { s.tokens = append(s.tokens, t) }

func isLetter(c byte) bool { return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func (s *scanner) next() {
	c := s.text[s.at]
	if isLetter(c) {
		s.run(name, func(c byte) bool { return isLetter(c) || isDigit(c) })
		return
	}
	if isDigit(c) || c == '.' && s.at+1 < len(s.text) && isDigit(s.text[s.at+1]) {
		s.number()
		return
	}
	if c == '"' || c == '\'' {
		s.quoted(c)
		return
	}
	if level, ok := s.longBracket(); ok {
		s.longString(level)
		return
	}
	s.symbol()
}

func (s *scanner) run(k kind, in func(byte) bool) {
	start := s.at
	for s.at < len(s.text) && in(s.text[s.at]) {
		s.at++
	}
	s.add(token{kind: k, span: diag.Span{Start: start, End: s.at}, text: s.text[start:s.at]})
}

// number passes a number: digits, letters and dots, and a sign behind an exponent.
func (s *scanner) number() {
	hex := strings.HasPrefix(s.text[s.at:], "0x") || strings.HasPrefix(s.text[s.at:], "0X")
	var last byte
	s.run(number, func(c byte) bool {
		signed := !hex && (last == 'e' || last == 'E') && (c == '-' || c == '+')
		dotted := c == '.' && !strings.HasPrefix(s.text[s.at:], "..")
		last = c
		return isDigit(c) || isLetter(c) || dotted || signed
	})
}

func (s *scanner) longString(level int) {
	start := s.at
	inner, closed := s.long(level)
	t := token{kind: str, span: diag.Span{Start: start, End: s.at}, inner: inner}
	t.text = strings.TrimPrefix(strings.TrimPrefix(s.text[inner.Start:inner.End], "\r"), "\n")
	if !closed {
		t.fault = "the string is not closed"
	}
	s.add(t)
}

// quoted passes a string, which ends at the end of the line when it is not closed.
func (s *scanner) quoted(quote byte) {
	t := token{kind: str, span: diag.Span{Start: s.at}, fault: "the string is not closed"}
	s.at++
	t.inner.Start = s.at
	var b strings.Builder
	for s.at < len(s.text) && s.text[s.at] != '\n' {
		c := s.text[s.at]
		if c == quote {
			t.fault = ""
			break
		}
		s.at++
		if c == '\\' && s.at < len(s.text) {
			s.escape(&b)
		} else {
			b.WriteByte(c)
		}
	}
	t.inner.End = s.at
	if t.fault == "" {
		s.at++
	}
	t.text, t.span.End = b.String(), s.at
	s.add(t)
}

var escapes = map[byte]byte{'a': '\a', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v'}

// escape passes what stands behind a backslash.
func (s *scanner) escape(b *strings.Builder) {
	c := s.text[s.at]
	s.at++
	if e, ok := escapes[c]; ok {
		b.WriteByte(e)
		return
	}
	if !isDigit(c) {
		b.WriteByte(c) // itself: a quote, a backslash, the end of a line
		return
	}
	code := int(c - '0')
	for i := 0; i < 2 && s.at < len(s.text) && isDigit(s.text[s.at]); i++ {
		code = code*10 + int(s.text[s.at]-'0')
		s.at++
	}
	b.WriteByte(byte(code))
}

var symbols = []string{"...", "..", "==", "~=", "<=", ">=", "::"}

func (s *scanner) symbol() {
	start := s.at
	s.at++
	fault := ""
	for _, sym := range symbols {
		if strings.HasPrefix(s.text[start:], sym) {
			s.at = start + len(sym)
			break
		}
	}
	if s.at == start+1 && !strings.ContainsRune("+-*/%^#<>=(){}[];:,.", rune(s.text[start])) {
		for s.at < len(s.text) && s.text[s.at] >= 0x80 {
			s.at++ // a character of several bytes is one symbol
		}
		fault = "`" + s.text[start:s.at] + "` means nothing in Lua"
	}
	s.add(token{kind: symbol, span: diag.Span{Start: start, End: s.at}, text: s.text[start:s.at], fault: fault})
}
