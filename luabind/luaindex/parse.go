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

// MaxText is how many bytes a Lua text may have. The parser takes up to a kilobyte of memory for each.
const MaxText = 1 << 20

// Parse answers the syntax tree of a Lua text, or why there is none. A byte order mark and a first line that starts with
// # are left out; lines are counted with them.
func Parse(src *diag.Source) ([]ast.Stmt, *diag.Diagnostic) {
	if len(src.Text) > MaxText {
		return nil, &diag.Diagnostic{
			Code: diag.LuaSyntax, Severity: diag.Error, Source: src, Span: diag.Span{End: min(src.Line(1).End, MaxText)},
			Msg: "the text has more than 1 MiB, the limit for Lua files",
		}
	}
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
	i := len(tokens) - 1
	if fault.Pos.Line != parse.EOF {
		offset := src.Line(fault.Pos.Line).Start + max(fault.Pos.Column-1, 0)
		if _, skipped := skipHead(src.Text); fault.Pos.Line == 1 {
			offset += skipped
		}
		i = tokenAt(tokens, offset)
	}
	at := tokens[i]
	// The parser reads strings and comments to their end before it complains, so a broken one before that place is the cause.
	for _, t := range tokens {
		if t.fault != "" && t.span.Start <= at.span.Start {
			d.Span, d.Msg = t.span, t.fault
			if a, ok := symbolAdvice(src.Text, t); ok {
				d.Span, d.Msg, d.Hint = a.span, "`"+src.Slice(a.span)+"` means nothing in Lua", a.hint
			}
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
	if a, ok := advise(src, tokens, i); ok {
		d.Span, d.Hint = a.span, a.hint
		d.Msg = "unexpected `" + src.Slice(a.span) + "`"
		if a.span.Start == at.span.Start && at.kind == end {
			d.Msg = "unexpected end of the text"
		}
		return d
	}
	if t, ok := unclosed(src, tokens, i); ok {
		d.Msg += fmt.Sprintf(": `%s` of line %d is not closed", t.text, src.Position(t.span.Start).Line)
		d.Related = []diag.Related{{Source: src, Span: t.span, Msg: "it opens here"}}
		if a, ok := elseIf(src, tokens[:i]); ok {
			d.Hint = a.hint
		}
	}
	return d
}

// tokenAt answers the token that covers an offset, else the next one.
func tokenAt(tokens []token, offset int) int {
	i, _ := slices.BinarySearchFunc(tokens, offset, func(t token, offset int) int { return cmp.Compare(t.span.End-1, offset) })
	return min(i, len(tokens)-1)
}

// unclosed answers the innermost block that is open where a closing token, or the end, does not fit it.
func unclosed(src *diag.Source, tokens []token, at int) (open token, ok bool) {
	if tokens[at].kind != end && !closing[tokens[at].text] {
		return token{}, false
	}
	b := matchBlocks(tokens[:at])
	if len(b.open) == 0 {
		return token{}, false
	}
	innermost := b.open[len(b.open)-1]
	open = tokens[innermost]
	if closes[open.text] == tokens[at].text {
		return token{}, false
	}
	if closes[open.text] == "end" {
		if i, ok := outOfLine(src, tokens, b, innermost, at); ok {
			return tokens[i], true
		}
	}
	return open, true
}

// outOfLine finds the block of several that has lost its end: every end closes what is open, so the block left open is an
// outer one, but the layout shows which end is not below its beginning.
func outOfLine(src *diag.Source, tokens []token, b blocks, from, to int) (at int, ok bool) {
	indent := func(i int) int {
		line := src.Slice(src.Line(src.Position(tokens[i].span.Start).Line))
		return len(line) - len(strings.TrimLeft(line, " \t"))
	}
	for i := from; i < to; i++ {
		if closes[tokens[i].text] != "end" || tokens[i].kind != name {
			continue
		}
		closer := b.closer[i]
		if closer < to && tokens[closer].text == "end" && indent(closer) < indent(i) {
			at, ok = i, true
		}
	}
	return at, ok
}
