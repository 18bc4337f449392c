package luaindex

import (
	"fmt"
	"slices"

	"github.com/tickflow/tickflow/runtime/diag"
)

// What stands around an expression that is computed with, compared, tested or returned.
var (
	beforeBare = append([]string{"#", "not", "if", "elseif", "while", "until", "and", "or", "return"}, binary...)
	behindBare = append([]string{"and", "or"}, binary...)
)

// bare reports whether the tokens from first up to next are used as they are.
func (x *indexer) bare(first, next int) bool {
	any := func(i int, words []string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return x.is(i, w) })
	}
	if x.is(next, ".") || x.is(next, "[") || x.is(next, ":") || x.is(next, "(") || x.is(next, "=") {
		return false
	}
	return any(first-1, beforeBare) || any(next, behindBare)
}

// BareInputs answers a hint for every place where a behaviour takes an input for its value: v.A where v.A.value or
// v.A.exists is meant. Comparing it, its length, and asking whether it is there raise no error, so nothing else would tell.
// isInput reports whether a node, and so a field of the view, has that name.
func (n *Names) BareInputs(isInput func(name string) bool) diag.List {
	var found diag.List
	for _, f := range n.files {
		for _, r := range f.Registrations {
			for _, read := range r.Reads {
				if read.Bare && isInput(read.Name) {
					found = append(found, bareInput(f.Source, r, read))
				}
			}
		}
	}
	found.Sort()
	return found
}

func bareInput(src *diag.Source, r Registration, read Read) diag.Diagnostic {
	v := r.Params[len(r.Params)-1].Name
	if read.Inputs {
		v += ".inputs"
	}
	return diag.Diagnostic{
		Code: diag.InputWithoutValue, Severity: diag.Hint, Source: src, Span: read.Span,
		Msg:  fmt.Sprintf("`%s.%s` is an input, a table, which is never nil and equals nothing else", v, read.Name),
		Hint: fmt.Sprintf("its value is `%[1]s.%[2]s.value`, and whether there is one says `%[1]s.%[2]s.exists`", v, read.Name),
	}
}
