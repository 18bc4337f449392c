package luaindex

import (
	"slices"
	"strings"

	"github.com/tickflow/tickflow/runtime/diag"
)

// ModuleNames are what the module "tickflow" has.
var ModuleNames = []string{"array", "body", "env", "failure", "guard", "http", "json", "key", "log", "now", "null", "object", "random", "version"}

var startsBlock = map[string]bool{"function": true, "if": true, "do": true, "repeat": true}

// enter notes the block that a token opens.
func (x *indexer) enter(i int) {
	if x.outermost(i) && x.tokens[i].kind == name && startsBlock[x.tokens[i].text] {
		x.inner = x.blocks.closer[i]
	}
}

// outermost reports whether a token stands outside of functions, branches and loops.
func (x *indexer) outermost(i int) bool { return i > x.inner || x.inner == 0 }

// misuse reports what stops a file while it is loaded: a misspelt function of the module, a registration without a
// function. Inside of blocks a name may stand for something else, and is passed over.
func (x *indexer) misuse(i int) {
	if !x.outermost(i) {
		return
	}
	if kind, next, ok := x.registrar(i); ok {
		if x.is(next, "(", "string", ",") && x.noFunction(next+3) {
			t := x.tokens[next+3]
			x.blame(t.span, "a "+kind.String()+" is a function, not "+t.text, "write `function(v) ... end`, or the name of one")
		}
		return
	}
	if x.isField(i) || !x.is(i, "name", ".", "name") || !x.module[x.tokens[i].text] {
		return
	}
	t := x.tokens[i+2]
	if slices.Contains(ModuleNames, t.text) {
		return
	}
	if near := diag.Closest(t.text, ModuleNames); near != "" {
		x.blame(t.span, "tickflow has no `"+t.text+"`", "did you mean `"+near+"`? it has "+strings.Join(ModuleNames, ", "))
	}
}

// noFunction reports whether a token alone is a value that is no function.
func (x *indexer) noFunction(i int) bool {
	if i+1 >= len(x.tokens) || !x.is(i+1, ")") {
		return false
	}
	t := &x.tokens[i]
	return t.kind == number || t.kind == str || t.kind == name && (t.text == "nil" || t.text == "true" || t.text == "false")
}

func (x *indexer) blame(span diag.Span, msg, hint string) {
	x.wrong = append(x.wrong, diag.Diagnostic{
		Code: diag.BadRegistration, Severity: diag.Error, Source: x.Source, Span: span, Msg: msg, Hint: hint,
	})
}
