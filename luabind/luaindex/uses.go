package luaindex

import (
	"slices"
	"strconv"

	"github.com/tickflow/tickflow/runtime/diag"
)

// Use is one place where a text indexes, calls or computes with something.
type Use struct {
	Kind  UseKind
	Span  diag.Span // of all of it
	Of    Expr      // what is indexed or called, or the left operand; of a unary operator there is none
	Key   *Key      // by what is indexed, nil when that is computed
	Op    string    // of operators
	Right Expr      // the right operand
	Args  []Expr    // of calls
	// Method says that a call passes what stands before the colon as its first argument, which Args leaves out.
	Method bool
	// Function is the line of the word "function" of the innermost function around, 0 outside of functions.
	Function int
}

// Expr answers what indexing comes to, an expression again.
func (u Use) Expr() Expr {
	e := Expr{Span: u.Span}
	if u.Of.Path != nil && u.Key != nil {
		e.Path = append(slices.Clone(u.Of.Path), *u.Key)
	}
	return e
}

// UseKind tells uses apart.
type UseKind uint8

// The kinds of uses.
const (
	Indexed  UseKind = iota // x.key, x[key], x:key()
	Called                  // x(), x "", x{}
	Operated                // x + y, #x
)

// Expr is an expression as far as tokens tell. The zero value is none.
type Expr struct {
	Span    diag.Span
	Path    []Key  // a variable's name and the keys behind it; nil for what is no such path
	Literal string // "number", "string", "boolean" or "nil" for what is written out, else ""
}

// Key is one part of a path: a name, or a number that is written out.
type Key struct {
	Name  string
	Index int // counts when Name is ""
}

// Uses answers what the text does with expressions on a line, in text order.
func Uses(src *diag.Source, line int) []Use {
	tokens := scan(src.Text)
	u := &uses{
		indexer: &indexer{File: &File{Source: src, tokens: tokens}, blocks: matchBlocks(tokens)},
		first:   map[int]ranged{}, last: map[int]ranged{},
	}
	for i := 0; i < len(tokens); i++ {
		switch {
		case u.is(i, "function"):
			_, inside := u.params(i)
			i = max(i, inside-1)
		case u.is(i, "name") && !u.isField(i), u.is(i, "(") && !u.endsOperand(i-1):
			u.chain(i)
		}
	}
	u.operators()
	u.calls()
	on := func(use Use) bool {
		start, end := src.Position(use.Span.Start).Line, src.Position(use.Span.End).Line
		return start <= line && line <= end
	}
	u.found = slices.DeleteFunc(u.found, func(use Use) bool { return !on(use) })
	u.functions()
	slices.SortStableFunc(u.found, func(a, b Use) int { return a.Span.Start - b.Span.Start })
	return u.found
}

// functions finds the innermost function around each use.
func (u *uses) functions() {
	for i := range u.tokens {
		if !u.is(i, "function") {
			continue
		}
		_, inside := u.params(i)
		body := diag.Span{Start: u.tokens[min(inside, len(u.tokens)-1)].span.Start, End: u.tokens[u.blocks.closer[i]].span.End}
		for n := range u.found {
			if at := u.found[n].Span; body.Start <= at.Start && at.End <= body.End {
				u.found[n].Function = u.Source.Position(u.tokens[i].span.Start).Line
			}
		}
	}
}

// Code answers the span of what stands on a line, without indentation and comments.
func Code(src *diag.Source, line int) diag.Span {
	span := src.Line(line)
	tokens := slices.DeleteFunc(scan(src.Text), func(t token) bool {
		return t.kind == end || t.span.End <= span.Start || t.span.Start >= span.End
	})
	if len(tokens) == 0 {
		return span
	}
	return diag.Span{
		Start: max(span.Start, tokens[0].span.Start), End: min(span.End, tokens[len(tokens)-1].span.End),
	}
}

type uses struct {
	*indexer
	first, last map[int]ranged // expressions by their first and last tokens
	found       []Use
	open        []openCall
}

// ranged is an expression with its first and last token.
type ranged struct {
	Expr
	from, to int
}

// openCall is a call whose arguments are still to be looked up.
type openCall struct {
	use      Use
	from, to int // the tokens of the arguments
}

// chain reads a variable or something in parentheses with the keys and calls behind it.
func (u *uses) chain(i int) {
	e := Expr{Span: u.tokens[i].span}
	last := i
	if u.is(i, "(") {
		last = u.blocks.closer[i]
		e.Span.End = u.tokens[last].span.End
	} else {
		e.Path = []Key{{Name: u.tokens[i].text}}
	}
	for last < len(u.tokens)-1 {
		n := last + 1
		switch {
		case u.is(n, ".", "name"):
			last = n + 1
			e = u.index(e, &Key{Name: u.tokens[last].text}, last)
		case u.is(n, "["):
			last = u.blocks.closer[n]
			e = u.index(e, u.key(n+1, last), last)
		case u.is(n, ":", "name"):
			method := u.index(e, &Key{Name: u.tokens[n+1].text}, n+1)
			last = u.arguments(n + 2)
			e = u.call(method, n+2, last, true)
		case u.is(n, "(") || u.is(n, "{") || u.is(n, "string"):
			last = u.arguments(n)
			e = u.call(e, n, last, false)
		default:
			r := ranged{e, i, last}
			u.first[i], u.last[last] = r, r
			return
		}
	}
}

func (u *uses) index(of Expr, key *Key, last int) Expr {
	use := Use{Kind: Indexed, Span: diag.Span{Start: of.Span.Start, End: u.tokens[last].span.End}, Of: of, Key: key}
	u.found = append(u.found, use)
	return use.Expr()
}

// key reads what stands between brackets when it is written out.
func (u *uses) key(from, to int) *Key {
	if to != from+1 {
		return nil
	}
	switch t := u.tokens[from]; t.kind {
	case str:
		return &Key{Name: t.text}
	case number:
		if n, err := strconv.Atoi(t.text); err == nil {
			return &Key{Index: n}
		}
	}
	return nil
}

// arguments answers the last token of what is passed.
func (u *uses) arguments(i int) int {
	if u.is(i, "(") || u.is(i, "{") {
		return u.blocks.closer[i]
	}
	return min(i, len(u.tokens)-1)
}

func (u *uses) call(of Expr, from, last int, method bool) Expr {
	e := Expr{Span: diag.Span{Start: of.Span.Start, End: u.tokens[last].span.End}}
	c := openCall{use: Use{Kind: Called, Span: e.Span, Of: of, Method: method}, from: from, to: last + 1}
	if u.is(from, "(") {
		c.from, c.to = from+1, last
	}
	u.open = append(u.open, c)
	return e
}

// calls looks up the arguments of calls, once all expressions are known.
func (u *uses) calls() {
	for _, c := range u.open {
		from := c.from
		for i := c.from; i < c.to; i++ {
			if u.is(i, ",") {
				c.use.Args = append(c.use.Args, u.whole(from, i))
				from = i + 1
			} else if closer := u.blocks.closer[i]; closer > i {
				i = closer
			}
		}
		if from < c.to {
			c.use.Args = append(c.use.Args, u.whole(from, c.to))
		}
		u.found = append(u.found, c.use)
	}
}

// whole answers the expression that some tokens are.
func (u *uses) whole(from, to int) Expr {
	if from >= to {
		return Expr{}
	}
	if r, ok := u.first[from]; ok && r.to == to-1 {
		return r.Expr
	}
	if to == from+1 {
		if e, ok := u.literal(from); ok {
			return e
		}
	}
	return Expr{Span: diag.Span{Start: u.tokens[from].span.Start, End: u.tokens[to-1].span.End}}
}

func (u *uses) literal(i int) (Expr, bool) {
	e := Expr{Span: u.tokens[i].span}
	switch {
	case u.tokens[i].kind == number:
		e.Literal = "number"
	case u.tokens[i].kind == str:
		e.Literal = "string"
	case u.is(i, "true"), u.is(i, "false"):
		e.Literal = "boolean"
	case u.is(i, "nil"):
		e.Literal = "nil"
	}
	return e, e.Literal != ""
}

// endsOperand reports whether an expression may end with the token.
func (u *uses) endsOperand(i int) bool {
	if i < 0 {
		return false
	}
	if _, ok := u.literal(i); ok {
		return true
	}
	return u.is(i, "name") || u.is(i, ")") || u.is(i, "]") || u.is(i, "}") || u.is(i, "...")
}
