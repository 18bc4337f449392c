package graph

import (
	"strconv"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/syntax"
)

// attribute gives the nodes what their attributes say. Of a repeated attribute the last one counts.
func (b *builder) attribute() {
	if len(b.attrs) == 0 {
		return
	}
	in := b.newInputs()
	starts, order := bucket(len(b.g.Nodes), len(b.attrs), func(i int) ID { return b.attrs[i].node })
	for n := range b.g.Nodes {
		var own attributes
		for _, i := range order[starts[n]:starts[n+1]] {
			attr := b.attrs[i].attr
			slot := own.slot(attr)
			if slot == nil {
				continue // a value that is missing or broken: the parser has said so
			}
			if *slot != nil {
				b.repeated(*slot, attr)
			}
			*slot = attr
		}
		b.apply(ID(n), &own, in)
	}
	in.upstream()
}

// attributes holds the attributes of one node that count.
type attributes struct{ body, inputs, join, guards, bind *syntax.Attr }

// slot answers where an attribute belongs, or nil when it has no value.
func (a *attributes) slot(attr *syntax.Attr) **syntax.Attr {
	switch {
	case attr.Body.Text != "":
		return &a.body
	case len(attr.Inputs) > 0:
		return &a.inputs
	case attr.Join != syntax.NoJoin:
		return &a.join
	case attr.Guards != syntax.NoGuards:
		return &a.guards
	case attr.Bind != nil && len(attr.Bind.Fields) > 0:
		return &a.bind
	}
	return nil
}

func (b *builder) apply(n ID, own *attributes, in *inputs) {
	node := &b.g.Nodes[n]
	if own.body != nil {
		node.Body, node.BodySpan = own.body.Body.Text, own.body.Body.Span
	}
	if own.join != nil {
		node.Join, node.JoinSpan = own.join.Join, own.join.Value
	}
	if own.guards != nil {
		node.Guards, node.GuardsDeclared = own.guards.Guards, true
	}
	if own.inputs != nil || own.bind != nil {
		in.declare(n, own)
	}
	if own.bind != nil && own.body == nil {
		b.report(diag.Diagnostic{
			Code: diag.BindWithoutBody, Severity: diag.Error, Span: head(own.bind),
			Msg:  "`" + node.Name + "` binds inputs but has no body to pass them to",
			Hint: "add `" + node.Name + ".body: NAME`, or remove the bind",
		})
	}
}

func (b *builder) repeated(earlier, later *syntax.Attr) {
	what := "`" + later.Node.Text + "." + later.Key.Text + "`"
	line := strconv.Itoa(b.source.Position(earlier.Node.Span.Start).Line)
	b.report(diag.Diagnostic{
		Code: diag.RepeatedAttribute, Severity: diag.Warning, Span: head(later),
		Msg:     what + " is set again: this line wins over line " + line,
		Hint:    "keep one of the two lines",
		Related: []diag.Related{{Source: b.source, Span: head(earlier), Msg: "the earlier " + what}},
	})
}

// head is the span of an attribute's node and key: A.join
func head(a *syntax.Attr) diag.Span { return diag.Span{Start: a.Node.Span.Start, End: a.Key.Span.End} }
