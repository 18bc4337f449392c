package graph

import (
	"slices"
	"strings"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/syntax"
)

// starts reports a graph that nothing can start, and nodes whose names hide behind the fields of a view.
func (b *builder) starts() {
	for _, field := range ViewFields {
		if n, ok := b.g.Lookup(field); ok {
			b.report(diag.Diagnostic{
				Code: diag.ViewFieldNode, Severity: diag.Warning, Span: b.g.Nodes[n].Span,
				Msg:  "the node `" + field + "` is called like a field that every view has: `v." + field + "` is that field",
				Hint: "read the node as `v.inputs." + field + "`, or rename it",
			})
		}
	}
	if len(b.g.Nodes) == 0 {
		b.empty()
		return
	}
	started := slices.ContainsFunc(b.g.Nodes, func(n Node) bool { return n.Start })
	if !started && !b.brokenStart() {
		b.noStart()
	}
}

func (b *builder) empty() {
	for i := range b.file.Lines {
		if b.file.Lines[i].Broken {
			return // the parser has said what is wrong
		}
	}
	b.report(diag.Diagnostic{
		Code: diag.EmptyGraph, Severity: diag.Error,
		Msg:  "the graph is empty: no line names a node",
		Hint: "begin with a start and an edge, such as `[A]-->B`",
	})
}

// brokenStart reports whether a line that could not be understood may have held the start.
func (b *builder) brokenStart() bool {
	for i := range b.file.Lines {
		line := &b.file.Lines[i]
		if _, attr := line.Stmt.(*syntax.Attr); line.Broken && !attr && strings.ContainsAny(b.source.Slice(line.Span), "[(") {
			return true
		}
	}
	return false
}

func (b *builder) noStart() {
	n := b.likelyStart()
	name := b.g.Nodes[n].Name
	d := diag.Diagnostic{
		Code: diag.NoStart, Severity: diag.Error, Span: b.g.Nodes[n].Span,
		Msg:  "no node is a start, so nothing ever fires",
		Hint: "put the node to begin with in brackets: `[" + name + "]`",
	}
	edit := diag.Edit{Source: b.source, Span: b.g.Nodes[n].Span, Text: "[" + name + "]"}
	if !b.opensLine(n) {
		at := b.source.Line(b.source.Position(edit.Span.Start).Line).Start
		edit.Span, edit.Text = diag.Span{Start: at, End: at}, edit.Text+"\n"
	}
	d.Fixes = []diag.Fix{{Title: "make `" + name + "` a start", Edits: []diag.Edit{edit}}}
	b.report(d)
}

// likelyStart answers the first node that leads somewhere and that nothing leads to, else the first node.
func (b *builder) likelyStart() ID {
	for n := range b.g.Nodes {
		if len(b.g.Out(ID(n))) > 0 && len(b.g.Producers(ID(n))) == 0 {
			return ID(n)
		}
	}
	return 0
}

// opensLine reports whether the first mention of a node is the source of an edge, where brackets may stand.
func (b *builder) opensLine(n ID) bool {
	for i := range b.file.Lines {
		if s, ok := b.file.Lines[i].Stmt.(*syntax.Edges); ok && s.Source.Span == b.g.Nodes[n].Span {
			return true
		}
	}
	return false
}
