package luabind

import "github.com/yuin/gopher-lua/ast"

// lookups counts what the machine's compiler does with the constants and labels of one function: it keeps them in lists
// and looks for each use from the front, so that a text of a few hundred kilobytes could take minutes.
type lookups struct {
	places map[any]int // of constants, by the order of their first use
	labels int
}

// constant counts the use of a constant: a number, a string, or a name, which may be one of a global.
func (r *rewriter) constant(at ast.PositionHolder, c any) {
	f := &r.function
	if f.places == nil {
		f.places = map[any]int{}
	}
	place, ok := f.places[c]
	if !ok {
		place = len(f.places)
		f.places[c] = place
	}
	r.look(at, place)
}

// label counts a label, or a goto that looks for one.
func (r *rewriter) label(at ast.PositionHolder) {
	r.function.labels++
	r.look(at, r.function.labels)
}

func (r *rewriter) look(at ast.PositionHolder, times int) {
	if r.looked += times; r.looked > maxLookups {
		r.refuse(at, "too many different constants, names or labels in one function: split it, or read the data from JSON")
	}
}

// inFunction rewrites what stands in a function, which has constants and labels of its own.
func (r *rewriter) inFunction(stmts []ast.Stmt) {
	outer := r.function
	r.function = lookups{}
	r.block(stmts)
	r.function = outer
}
