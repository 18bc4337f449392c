package luaindex

import "github.com/tickflow/tickflow/runtime/diag"

// function answers the token "function" of what stands at a token: a function, or the name of one, of several that of
// the last one defined before.
func (x *indexer) function(i, before int) (at int, ok bool) {
	if x.is(i, "function") {
		return i, true
	}
	if !x.is(i, "name") {
		return 0, false
	}
	key, _ := x.dotted(i)
	defined := x.functions[key]
	if len(defined) == 0 {
		return 0, false
	}
	at = defined[0]
	for _, d := range defined {
		if d < before {
			at = d
		}
	}
	return at, true
}

// describe reads a function's extent, parameters and what it reads of its view.
func (x *indexer) describe(r *Registration, at int) {
	stop := x.blocks.closer[at]
	r.Func = diag.Span{Start: x.tokens[at].span.Start, End: x.tokens[stop].span.End}
	params, inside := x.params(at)
	r.Params = params
	if len(params) > 0 {
		r.Reads = x.reads(inside, stop, params[len(params)-1].Name)
	}
}

// params answers the parameters of a function and the first token inside it.
func (x *indexer) params(at int) (params []Param, inside int) {
	i := at + 1
	for ; x.is(i, "name") || x.is(i, ".") || x.is(i, ":"); i++ {
	}
	if !x.is(i, "(") {
		return nil, i
	}
	for i++; x.is(i, "name"); i++ {
		params = append(params, Param{x.tokens[i].text, x.tokens[i].span})
		if !x.is(i+1, ",") {
			i++
			break
		}
		i++
	}
	if x.is(i, "...") {
		i++
	}
	if x.is(i, ")") {
		i++
	}
	return params, i
}

// reads answers the fields of a view that the tokens read. A function inside that has a parameter of the same name is
// passed over.
func (x *indexer) reads(from, to int, view string) []Read {
	var found []Read
	for i := from; i < to; i++ {
		if x.is(i, "function") {
			if params, _ := x.params(i); hasParam(params, view) {
				i = x.blocks.closer[i]
			}
			continue
		}
		if !x.is(i, view) || x.isField(i) {
			continue
		}
		field, next, ok := x.field(i + 1)
		if !ok {
			continue
		}
		if field.Name == "inputs" {
			if inner, behind, ok := x.field(next); ok {
				inner.Inputs = true
				field, next = inner, behind
			}
		}
		field.Bare = x.bare(i, next)
		found = append(found, field)
	}
	return found
}

func hasParam(params []Param, name string) bool {
	for _, p := range params {
		if p.Name == name {
			return true
		}
	}
	return false
}

// field reads .A or ["A"].
func (x *indexer) field(i int) (field Read, next int, ok bool) {
	if x.is(i, ".", "name") {
		t := x.tokens[i+1]
		return Read{Name: t.text, Span: t.span}, i + 2, true
	}
	if x.is(i, "[", "string", "]") {
		t := x.tokens[i+1]
		return Read{Name: t.text, Span: t.inner}, i + 3, true
	}
	return Read{}, i, false
}
