package graph

import (
	"slices"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/syntax"
)

// ViewFields are the names that a view has for itself: no bind field may be called so, and a node that is called so is
// reached through v.inputs.
var ViewFields = []string{"inputs", "items", "state", "node", "tick", "args", "output"}

// inputs resolves declared inputs. Its arrays are indexed by node and marked with the consumer they were written for, so
// that no consumer has to clear them.
type inputs struct {
	b        *builder
	listed   []mark // where the consumer at hand lists a node
	producer []ID   // the last consumer that a node was found to be a producer of, plus one
	distant  []distant
}

type mark struct {
	consumer ID // plus one
	at       int32
}

// distant is an input from a node that does not write a slot of its consumer.
type distant struct {
	consumer ID
	input    Input
}

func (b *builder) newInputs() *inputs {
	return &inputs{b: b, listed: make([]mark, len(b.g.Nodes)), producer: make([]ID, len(b.g.Nodes))}
}

// declare replaces a node's default inputs by those that its inputs and bind attributes name.
func (in *inputs) declare(n ID, own *attributes) {
	node := &in.b.g.Nodes[n]
	node.InputsDeclared, node.Inputs = true, nil
	for _, p := range in.b.g.Producers(n) {
		in.producer[p] = n + 1
	}
	if own.inputs != nil {
		for _, i := range own.inputs.Inputs {
			in.add(n, i.Producer, Input{K: int32(i.K), Span: i.Span})
		}
	}
	if own.bind != nil {
		in.bind(n, own.bind.Bind)
	}
}

// add lists an input unless its producer is listed already, and answers its index, or -1 for a name that is no node.
func (in *inputs) add(n ID, name syntax.Name, i Input) int {
	p, ok := in.b.g.Lookup(name.Text)
	if !ok {
		if name.Text != "" {
			in.b.unknownInput(n, name)
		}
		return -1
	}
	if m := in.listed[p]; m.consumer == n+1 {
		return int(m.at)
	}
	node := &in.b.g.Nodes[n]
	at := len(node.Inputs)
	in.listed[p] = mark{n + 1, int32(at)}
	i.Producer = p
	node.Inputs = append(node.Inputs, i)
	if in.producer[p] != n+1 {
		in.distant = append(in.distant, distant{n, i})
	}
	return at
}

// bind resolves the bound inputs and checks the names of their fields.
func (in *inputs) bind(n ID, bind *syntax.Bind) {
	// Most bind one input and declare no others: it lies beside the rest, so that a firing reads one place in memory.
	own := &struct {
		bind  Bind
		at    [1]int
		input [1]Input
	}{bind: Bind{Named: bind.Form == syntax.BindNamed}}
	out := &own.bind
	out.Inputs = own.at[:0]
	if node := &in.b.g.Nodes[n]; node.Inputs == nil {
		node.Inputs = own.input[:0]
	}
	seen := map[string]syntax.Name{}
	for _, f := range bind.Fields {
		if out.Named && !in.fieldName(f.Name, seen) {
			continue
		}
		if at := in.add(n, f.Input, Input{Span: f.Input.Span}); at >= 0 {
			out.Inputs = append(out.Inputs, at)
			if out.Named {
				out.Fields = append(out.Fields, f.Name.Text)
			}
		}
	}
	in.b.g.Nodes[n].Bind = out
}

// fieldName reports what is wrong with a field's name; ok is false when the field cannot be kept.
func (in *inputs) fieldName(name syntax.Name, seen map[string]syntax.Name) (ok bool) {
	d := diag.Diagnostic{Severity: diag.Error, Span: name.Span}
	earlier, again := seen[name.Text]
	_, isNode := in.b.g.Lookup(name.Text)
	switch {
	case name.Text == "":
		return false
	case again:
		d.Code, d.Msg, d.Hint = diag.RepeatedBindField, "the field `"+name.Text+"` is bound twice", "give the two inputs different names"
		d.Related = []diag.Related{{Source: in.b.source, Span: earlier.Span, Msg: "bound here first"}}
	case slices.Contains(ViewFields, name.Text):
		d.Code, d.Msg, d.Hint = diag.BindFieldView, "`"+name.Text+"` is a field that every view has, so nothing can be bound to it", "choose another name"
	case isNode:
		d.Code, d.Msg, d.Hint = diag.BindFieldNode, "`"+name.Text+"` is a node, so `v."+name.Text+"` could mean two things", "choose another name, or bind by position"
	}
	seen[name.Text] = name
	if d.Code != "" {
		in.b.report(d)
	}
	return !again
}

// upstream reports the inputs from which no path leads to their consumer.
func (in *inputs) upstream() {
	if len(in.distant) == 0 {
		return
	}
	g := in.b.g
	reach := g.Reach()
	for _, d := range in.distant {
		if reach.Path(d.input.Producer, d.consumer) {
			continue
		}
		in.b.notUpstream(d)
	}
}

func (b *builder) notUpstream(d distant) {
	p, c := b.g.Nodes[d.input.Producer].Name, b.g.Nodes[d.consumer].Name
	finding := diag.Diagnostic{
		Code: diag.NotUpstream, Severity: diag.Error, Span: d.input.Span,
		Msg:  "`" + c + "` reads `" + p + "`, but no path of edges leads from `" + p + "` to `" + c + "`",
		Hint: "draw `" + p + "-->" + c + "`, or read a node that lies upstream",
	}
	if p == c {
		finding.Msg = "`" + c + "` reads itself, but no path of edges leads back to it"
		finding.Hint = "what a node keeps from one fire to the next belongs in `v.state`"
	}
	b.report(finding)
}

func (b *builder) unknownInput(n ID, name syntax.Name) {
	d := diag.Diagnostic{
		Code: diag.UnknownInput, Severity: diag.Error, Span: name.Span,
		Msg:  "`" + b.g.Nodes[n].Name + "` reads `" + name.Text + "`, which is no node of this graph",
		Hint: "a node exists once an edge, a start or the left side of an attribute names it",
	}
	if near := b.spelling.closest(b.g, name.Text); near != "" {
		d.Hint = "did you mean `" + near + "`?"
		d.Fixes = []diag.Fix{{Title: "replace by `" + near + "`", Edits: []diag.Edit{{Source: b.source, Span: name.Span, Text: near}}}}
	}
	b.report(d)
}
