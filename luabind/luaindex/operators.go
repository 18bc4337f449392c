package luaindex

import "slices"

var binary = []string{"+", "-", "*", "/", "%", "^", "..", "<", ">", "<=", ">=", "==", "~="}

// operators finds the operators and the operands next to them.
func (u *uses) operators() {
	for i, t := range u.tokens {
		if t.kind != symbol || i+1 == len(u.tokens) {
			continue
		}
		use := Use{Kind: Operated, Op: t.text, Span: t.span, Right: u.rightOf(i)}
		switch {
		case slices.Contains(binary, t.text) && u.endsOperand(i-1):
			use.Of = u.leftOf(i)
			use.Span.Start = use.Of.Span.Start
		case t.text != "#" && t.text != "-":
			continue
		}
		use.Span.End = use.Right.Span.End
		u.found = append(u.found, use)
	}
}

func (u *uses) leftOf(i int) Expr {
	if r, ok := u.last[i-1]; ok {
		return r.Expr
	}
	e, _ := u.literal(i - 1)
	return e
}

func (u *uses) rightOf(i int) Expr {
	if r, ok := u.first[i+1]; ok {
		return r.Expr
	}
	e, _ := u.literal(i + 1)
	return e
}
