package luaindex

import (
	"fmt"
	"strings"

	"github.com/tickflow/tickflow/runtime/diag"
)

// mistake is where a text stops being Lua.
type mistake struct {
	*indexer
	at int // the token that does not fit
}

// advice is what somebody meant who wrote what is no Lua. Most come from another language.
type advice struct {
	span diag.Span // what to mark, if not the token that does not fit
	hint string
}

// rules find out what was meant; the first that knows is believed.
var rules = []func(m *mistake) (advice, bool){
	(*mistake).comment, (*mistake).compound, (*mistake).comparison, (*mistake).header, (*mistake).word, (*mistake).comma,
}

// advise answers what was meant where the parser gave up.
func advise(src *diag.Source, tokens []token, at int) (advice, bool) {
	m := &mistake{&indexer{File: &File{Source: src, tokens: tokens}, blocks: matchBlocks(tokens)}, at}
	for _, rule := range rules {
		if a, ok := rule(m); ok {
			return a, true
		}
	}
	return advice{}, false
}

// symbolAdvice says what to write instead of a symbol that Lua does not have.
func symbolAdvice(text string, t token) (a advice, ok bool) {
	rest := text[t.span.Start:]
	for _, s := range []struct{ symbol, hint string }{
		{"!==", "not equal is `~=`"},
		{"!=", "not equal is `~=`"},
		{"!", "`not` negates"},
		{"&&", "it is written `and`"},
		{"||", "it is written `or`"},
		{"?", "`a and b or c` chooses, as long as b is neither nil nor false"},
		{"“", "strings stand between \" or '"},
		{"”", "strings stand between \" or '"},
		{"‘", "strings stand between \" or '"},
		{"’", "strings stand between \" or '"},
		{"`", "strings stand between \" or ', long ones between [[ and ]]"},
		{"@", "comments start with --, names with a letter or _"},
		{"$", "comments start with --, names with a letter or _"},
	} {
		if strings.HasPrefix(rest, s.symbol) {
			return advice{diag.Span{Start: t.span.Start, End: t.span.Start + len(s.symbol)}, s.hint}, true
		}
	}
	return advice{}, false
}

func (m *mistake) line(i int) int { return m.Source.Position(m.tokens[i].span.Start).Line }

func (m *mistake) span(from, to int) diag.Span {
	return diag.Span{Start: m.tokens[from].span.Start, End: m.tokens[to].span.End}
}

// adjacent reports whether a token follows the one before without a blank.
func (m *mistake) adjacent(i int) bool {
	return 0 < i && i < len(m.tokens) && m.tokens[i-1].span.End == m.tokens[i].span.Start
}

// comment knows the comments of other languages: //, /*, and # at the start of a line.
func (m *mistake) comment() (advice, bool) {
	const hint = "comments start with --"
	first := m.at
	for first > 0 && m.line(first-1) == m.line(m.at) {
		first--
	}
	for i := first; i <= m.at; i++ {
		if m.adjacent(i+1) && (m.is(i, "/", "/") || m.is(i, "/", "*")) {
			return advice{m.span(i, i+1), hint}, true
		}
	}
	if m.is(first, "#") {
		return advice{m.span(first, first), hint}, true
	}
	return advice{}, false
}

// compound knows x += 1 and x++.
func (m *mistake) compound() (advice, bool) {
	i := m.at
	if m.is(i, "=") || m.is(i, "+") && m.is(i-1, "+") {
		i--
	}
	if i < 1 || !m.adjacent(i+1) || !m.is(i-1, "name") && !m.is(i-1, "]") {
		return advice{}, false
	}
	for _, op := range []string{"+", "-", "*", "/", "%", "^", ".."} {
		if m.is(i, op, "=") || op == "+" && m.is(i, "+", "+") {
			return advice{m.span(i, i+1), fmt.Sprintf("it is written in full: %[1]s = %[1]s %[2]s …", m.target(i-1), op)}, true
		}
	}
	return advice{}, false
}

// target answers the variable or field that ends with a token.
func (m *mistake) target(last int) string {
	first := last
	for first > 0 && m.line(first-1) == m.line(last) && (m.isField(first) || m.is(first-1, "name") && !m.is(first, "name") ||
		m.is(first, "]") || m.is(first-1, "[")) {
		first--
	}
	return m.Source.Slice(m.span(first, last))
}

// comparison knows = where == is meant, === and <>.
func (m *mistake) comparison() (advice, bool) {
	switch {
	case m.at > 0 && m.is(m.at-1, "==", "=") && m.adjacent(m.at):
		return advice{m.span(m.at-1, m.at), "`==` compares"}, true
	case m.at > 0 && m.is(m.at-1, "<", ">"):
		return advice{m.span(m.at-1, m.at), "not equal is `~=`"}, true
	case m.is(m.at, "="):
		for i := m.at - 1; i >= 0; i-- {
			switch {
			case m.is(i, "if"), m.is(i, "elseif"), m.is(i, "while"), m.is(i, "until"), m.is(i, "return"), m.is(i, "and"), m.is(i, "or"), m.is(i, "not"):
				return advice{m.tokens[m.at].span, "`==` compares, `=` assigns"}, true
			case keywords[m.tokens[i].text] && m.tokens[i].kind == name, m.is(i, ";"), m.is(i, "="):
				return advice{}, false
			}
		}
	}
	return advice{}, false
}

// header knows conditions and loops without their then or do.
func (m *mistake) header() (advice, bool) {
	begins := m.is(m.at, "{") || m.is(m.at, ":") || m.is(m.at, "name") || m.tokens[m.at].kind == end ||
		keywords[m.tokens[m.at].text] && m.tokens[m.at].kind == name
	if !begins {
		return advice{}, false
	}
	for i := m.at - 1; i >= 0; i-- {
		needs := ""
		switch {
		case m.is(i, "if"), m.is(i, "elseif"):
			needs = "then"
		case m.is(i, "while"), m.is(i, "for"):
			needs = "do"
		case m.is(i, "then"), m.is(i, "do"), m.is(i, "else"), m.is(i, "end"), m.is(i, "function"), m.is(i, "return"), m.is(i, "local"):
			return advice{}, false
		}
		if needs == "" || m.is(m.at, needs) {
			continue
		}
		for at := i; at <= m.at; at++ { // where other languages begin a block, at the end of the line
			if (m.is(at, "{") || m.is(at, ":")) && (at+1 == len(m.tokens) || m.line(at+1) > m.line(at) || at == m.at) {
				hint := fmt.Sprintf("the block of `%s` begins with `%s` and closes with `end`", m.tokens[i].text, needs)
				return advice{m.tokens[at].span, hint}, true
			}
		}
		return advice{m.tokens[m.at].span, fmt.Sprintf("`%s` of line %d needs `%s`", m.tokens[i].text, m.line(i), needs)}, true
	}
	return advice{}, false
}

// foreign are words of other languages and what Lua has instead.
var foreign = map[string]string{
	"var": "write `local`", "let": "write `local`", "const": "write `local`",
	"def": "write `function`", "func": "write `function`", "fn": "write `function`", "fun": "write `function`",
	"elif": "write `elseif`", "elsif": "write `elseif`",
	"continue": "Lua has no `continue`: put the rest of the loop into an `if`",
	"switch":   "Lua has no `switch`: write `if` and `elseif`",
	"import":   "write: local NAME = require \"NAME\"", "try": "Lua has no `try`: pcall calls a function and answers its error",
}

// word knows keywords of other languages and ones that are misspelt.
func (m *mistake) word() (advice, bool) {
	for _, i := range []int{m.at - 1, m.at} {
		if i < 0 || !m.is(i, "name") || m.isField(i) {
			continue
		}
		word := m.tokens[i].text
		if hint, ok := foreign[word]; ok {
			return advice{m.tokens[i].span, hint}, true
		}
		if i < m.at && m.line(i) != m.line(m.at) || len(word) < 3 {
			continue
		}
		var known []string
		for keyword := range keywords {
			if len(keyword) >= 3 && keyword[0] == word[0] {
				known = append(known, keyword)
			}
		}
		if near := diag.Closest(word, known); near != "" && len(near)-len(word) <= 2 && len(word)-len(near) <= 2 {
			return advice{m.tokens[i].span, "did you mean `" + near + "`?"}, true
		}
	}
	return advice{}, false
}

// comma knows arguments and fields that nothing separates.
func (m *mistake) comma() (advice, bool) {
	before := m.at - 1
	if before < 0 || !(m.is(m.at, "function") || m.is(m.at, "name") || m.is(m.at, "string") || m.tokens[m.at].kind == number || m.is(m.at, "{")) {
		return advice{}, false
	}
	switch t := m.tokens[before]; {
	case t.kind == str, t.kind == number, m.is(before, "}"), m.is(before, "end"), m.is(before, "name"), m.is(before, "true"), m.is(before, "false"):
	default:
		return advice{}, false
	}
	open := matchBlocks(m.tokens[:m.at]).open
	if len(open) == 0 || m.is(open[len(open)-1], "function") || !m.is(open[len(open)-1], "(") && !m.is(open[len(open)-1], "{") {
		return advice{}, false
	}
	return advice{m.tokens[m.at].span, "a comma is missing before it"}, true
}

// elseIf answers the advice for a text with blocks left open that writes else if in two words.
func elseIf(src *diag.Source, tokens []token) (advice, bool) {
	m := &mistake{&indexer{File: &File{Source: src, tokens: tokens}}, 0}
	for i := range tokens {
		if m.is(i, "else", "if") && m.line(i) == m.line(i+1) {
			return advice{m.span(i, i+1), "`elseif` is one word; an `if` behind `else` needs an `end` of its own"}, true
		}
	}
	return advice{}, false
}
