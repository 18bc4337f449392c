package luaindex

import (
	"strings"

	"github.com/tickflow/tickflow/runtime/diag"
)

// File is what a Lua text registers and requires.
type File struct {
	Source        *diag.Source
	Registrations []Registration // in text order
	Requires      []Require      // in text order, "tickflow" left out
	Dynamic       bool           // names may be registered that Registrations does not show

	tokens []token
	wrong  diag.List // calls of the module that cannot succeed
}

// Kind tells bodies from guards.
type Kind uint8

// The kinds of registrations.
const (
	Body Kind = iota
	Guard
)

// String answers "body" or "guard".
func (k Kind) String() string { return [...]string{"body", "guard"}[k] }

// Registration is one call of tickflow.body or tickflow.guard with a name that is written out.
type Registration struct {
	Kind   Kind
	Name   string
	Span   diag.Span // of the name, without quotes
	Func   diag.Span // of the function from "function" to its "end"; empty when it is not known
	Params []Param   // of the function, in order
	Reads  []Read    // of its last parameter, which is the view, in text order
}

// Param is one parameter of a function.
type Param struct {
	Name string
	Span diag.Span
}

// Read is one field of the view that a function reads: v.A or v["A"], and v.inputs.A.
type Read struct {
	Name   string
	Span   diag.Span // of the field's name, without quotes
	Inputs bool      // through v.inputs, so that it is an input whatever its name
	Bare   bool      // computed with, compared, tested or returned as it is, as if an input were its value
}

// Require is one module that a text requires by a name that is written out.
type Require struct {
	Module string
	Span   diag.Span // of the name, without quotes
	Always bool      // it stands outside of functions, branches and loops, so that loading comes to it
}

// Index answers what a Lua text registers. The text may be anything; of one that has more than MaxText bytes nothing is
// known.
func Index(src *diag.Source) *File {
	if len(src.Text) > MaxText {
		return &File{Source: src, Dynamic: true}
	}
	f := &File{Source: src, tokens: scan(src.Text)}
	x := &indexer{File: f, blocks: matchBlocks(f.tokens)}
	x.learn()
	for i := range f.tokens {
		x.enter(i)
		x.require(i)
		x.register(i)
		x.misuse(i)
	}
	return f
}

// indexer reads registrations off the tokens.
type indexer struct {
	*File
	blocks    blocks
	module    map[string]bool  // names that stand for the module "tickflow"
	registers map[string]Kind  // names that stand for tickflow.body or tickflow.guard
	functions map[string][]int // where functions are defined, by name: the token "function"
	inner     int              // the last token of the block at hand, when it is no later than that
}

// is reports whether the tokens from i on read as the words, of which "name" and "string" stand for any.
func (x *indexer) is(i int, words ...string) bool {
	for j, w := range words {
		if i+j < 0 || i+j >= len(x.tokens) {
			return false
		}
		t := &x.tokens[i+j]
		switch {
		case w == "name" && t.kind == name && !keywords[t.text]:
		case w == "string" && t.kind == str:
		case (t.kind == name || t.kind == symbol) && t.text == w && w != "name" && w != "string":
		default:
			return false
		}
	}
	return true
}

var keywords = map[string]bool{
	"and": true, "break": true, "do": true, "else": true, "elseif": true, "end": true, "false": true, "for": true,
	"function": true, "goto": true, "if": true, "in": true, "local": true, "nil": true, "not": true, "or": true,
	"repeat": true, "return": true, "then": true, "true": true, "until": true, "while": true,
}

// isField reports whether the token is a field's or method's name, not a variable's.
func (x *indexer) isField(i int) bool {
	return i > 0 && (x.is(i-1, ".") || x.is(i-1, ":"))
}

// requires answers the module that the tokens from i on require, and the first token behind.
func (x *indexer) requires(i int) (module token, next int, ok bool) {
	if x.isField(i) {
		return token{}, i, false
	}
	if x.is(i, "require", "string") {
		return x.tokens[i+1], i + 2, true
	}
	if x.is(i, "require", "(", "string", ")") {
		return x.tokens[i+2], i + 4, true
	}
	return token{}, i, false
}

func (x *indexer) require(i int) {
	if t, _, ok := x.requires(i); ok && t.text != "tickflow" {
		x.Requires = append(x.Requires, Require{t.text, t.inner, x.outermost(i)})
	}
}

// learn finds what names stand for: the module, its functions, functions defined in the text.
func (x *indexer) learn() {
	x.module, x.registers, x.functions = map[string]bool{"tickflow": true}, map[string]Kind{}, map[string][]int{}
	for i := range x.tokens {
		if x.is(i, "name", "=") && !x.isField(i) {
			if t, _, ok := x.requires(i + 2); ok && t.text == "tickflow" {
				x.module[x.tokens[i].text] = true
			}
		}
	}
	for i := range x.tokens {
		x.learnRegister(i)
		switch {
		case x.is(i, "function", "name"):
			key, next := x.dotted(i + 1)
			if x.is(next, "(") {
				x.functions[key] = append(x.functions[key], i)
			}
		case x.is(i, "name") && !x.isField(i):
			if key, next := x.dotted(i); x.is(next, "=", "function") {
				x.functions[key] = append(x.functions[key], next+1)
			}
		}
	}
}

// learnRegister understands  local body, guard = tickflow.body, tickflow.guard.
func (x *indexer) learnRegister(i int) {
	if !x.is(i, "local", "name") {
		return
	}
	var names []string
	for i++; x.is(i, "name"); i++ {
		names = append(names, x.tokens[i].text)
		if !x.is(i+1, ",") {
			break
		}
		i++
	}
	if !x.is(i+1, "=") {
		return
	}
	at := i + 2
	for _, n := range names {
		kind, next, ok := x.registrar(at)
		if !ok || x.is(next, "(") {
			return
		}
		x.registers[n] = kind
		if !x.is(next, ",") {
			return
		}
		at = next + 1
	}
}

// dotted answers a name with the fields behind it, such as M.f, and the first token behind.
func (x *indexer) dotted(i int) (key string, next int) {
	parts := []string{x.tokens[i].text}
	for i++; x.is(i, ".", "name"); i += 2 {
		parts = append(parts, x.tokens[i+1].text)
	}
	return strings.Join(parts, "."), i
}

// registrar understands tickflow.body, require("tickflow").guard and names that stand for them.
func (x *indexer) registrar(i int) (k Kind, next int, ok bool) {
	if x.isField(i) || i >= len(x.tokens) {
		return 0, i, false
	}
	if k, ok := x.registers[x.tokens[i].text]; ok && x.is(i, "name") && !(i > 0 && x.is(i-1, "function")) {
		return k, i + 1, true
	}
	if t, behind, found := x.requires(i); found && t.text == "tickflow" {
		next = behind
	} else if x.is(i, "name") && x.module[x.tokens[i].text] {
		next = i + 1
	} else {
		return 0, i, false
	}
	switch {
	case x.is(next, ".", "body"):
		return Body, next + 2, true
	case x.is(next, ".", "guard"):
		return Guard, next + 2, true
	}
	return 0, i, false
}

// computed reports whether a name is computed, as opposed to still being typed.
func (x *indexer) computed(i int) bool {
	if _, _, another := x.registrar(i); another {
		return false
	}
	return x.is(i, "name") || x.is(i, "(") || x.is(i, "string", "..")
}

// register reads a registration that starts at a token.
func (x *indexer) register(i int) {
	kind, next, ok := x.registrar(i)
	if !ok || !x.is(next, "(") {
		return
	}
	if !x.is(next+1, "string", ",") {
		x.Dynamic = x.Dynamic || x.computed(next+1)
		return
	}
	t := x.tokens[next+1]
	r := Registration{Kind: kind, Name: t.text, Span: t.inner}
	if f, ok := x.function(next+3, next+1); ok {
		x.describe(&r, f)
	}
	x.Registrations = append(x.Registrations, r)
}
