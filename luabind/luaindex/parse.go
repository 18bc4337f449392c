package luaindex

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"

	"github.com/tickflow/tickflow/runtime/diag"
)

// Parse answers the syntax tree of a Lua text, or why there is none. A byte order mark and a first line that starts with
// # are left out; lines are counted with them.
func Parse(src *diag.Source) ([]ast.Stmt, *diag.Diagnostic) {
	text, _ := skipHead(src.Text)
	stmts, err := parse.Parse(strings.NewReader(text), src.Name)
	if err == nil {
		return stmts, nil
	}
	d := syntaxFault(src, scan(src.Text), err)
	return nil, &d
}

// syntaxFault says what keeps a text from being Lua. The parser's position is where it had read to; the tokens say more.
func syntaxFault(src *diag.Source, tokens []token, err error) diag.Diagnostic {
	d := diag.Diagnostic{Code: diag.LuaSyntax, Severity: diag.Error, Source: src, Msg: err.Error()}
	var fault *parse.Error
	if !errors.As(err, &fault) {
		return d
	}
	at := tokens[len(tokens)-1]
	if fault.Pos.Line != parse.EOF {
		offset := src.Line(fault.Pos.Line).Start + max(fault.Pos.Column-1, 0)
		if _, skipped := skipHead(src.Text); fault.Pos.Line == 1 {
			offset += skipped
		}
		at = tokenAt(tokens, offset)
	}
	// The parser reads strings and comments to their end before it complains, so a broken one before that place is the cause.
	for _, t := range tokens {
		if t.fault != "" && t.span.Start <= at.span.Start {
			d.Span, d.Msg = t.span, t.fault
			return d
		}
	}
	d.Span = at.span
	switch {
	case fault.Message != "syntax error" && fault.Message != "parse error":
		d.Msg = fault.Message
		return d
	case at.kind == end:
		d.Msg = "unexpected end of the text"
	default:
		d.Msg = "unexpected `" + src.Slice(at.span) + "`"
	}
	if t, ok := unclosed(tokens, at); ok {
		d.Msg += fmt.Sprintf(": `%s` of line %d is not closed", t.text, src.Position(t.span.Start).Line)
		d.Related = []diag.Related{{Source: src, Span: t.span, Msg: "it opens here"}}
	}
	return d
}

// tokenAt answers the token that covers an offset, else the next one.
func tokenAt(tokens []token, offset int) token {
	i, _ := slices.BinarySearchFunc(tokens, offset, func(t token, offset int) int { return cmp.Compare(t.span.End-1, offset) })
	return tokens[min(i, len(tokens)-1)]
}

// unclosed answers the innermost block that is open where a closing token, or the end, does not fit it.
func unclosed(tokens []token, at token) (open token, ok bool) {
	if at.kind != end && !closing[at.text] {
		return token{}, false
	}
	before := slices.IndexFunc(tokens, func(t token) bool { return t.span == at.span })
	if still := matchBlocks(tokens[:before]).open; len(still) > 0 {
		open = tokens[still[len(still)-1]]
		return open, closes[open.text] != at.text
	}
	return token{}, false
}
