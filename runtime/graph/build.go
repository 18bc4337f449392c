package graph

import (
	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/syntax"
)

// Build resolves a tree. It always answers a Graph that is as complete as the text allows, also when the findings hold
// errors, so that an editor can work on half-typed text; a run needs a list without errors. The findings are sorted.
// Time and memory grow with the length of the text.
func Build(f *syntax.File) (*Graph, diag.List) {
	b := &builder{file: f, source: f.Source}
	b.collect()
	b.connect()
	b.attribute()
	b.starts()
	b.found.Sort()
	b.g.digest = b.g.sum()
	return b.g, b.found
}

// builder holds what only the building of a Graph needs.
type builder struct {
	file   *syntax.File
	source *diag.Source
	g      *Graph
	found  diag.List

	edges    []Edge   // in text order, slots not numbered yet
	attrs    []attrOf // in text order
	spelling spelling
}

// attrOf is an attribute with the node it belongs to.
type attrOf struct {
	node ID
	attr *syntax.Attr
}

// collect numbers the nodes and guards in the order in which the text names them, left to right.
func (b *builder) collect() {
	hops, attrs := 0, 0
	for i := range b.file.Lines {
		switch s := b.file.Lines[i].Stmt.(type) {
		case *syntax.Edges:
			hops += len(s.Hops)
		case *syntax.Attr:
			attrs++
		}
	}
	b.edges, b.attrs = make([]Edge, 0, hops), make([]attrOf, 0, attrs)

	nodes := numbering{ids: make(map[string]int32, hops)}
	guards := numbering{ids: make(map[string]int32)}
	var starts []ID
	for i := range b.file.Lines {
		switch s := b.file.Lines[i].Stmt.(type) {
		case *syntax.Start:
			if n := nodes.number(&s.Node); n >= 0 {
				starts = append(starts, ID(n))
			}
		case *syntax.Edges:
			from := nodes.number(&s.Source)
			if s.Start && from >= 0 {
				starts = append(starts, ID(from))
			}
			for i := range s.Hops {
				h := &s.Hops[i]
				to := nodes.number(&h.To)
				if from >= 0 && to >= 0 {
					b.edges = append(b.edges, Edge{From: ID(from), To: ID(to), Guard: guards.number(&h.Guard), Span: arrow(h)})
				}
				from = to
			}
		case *syntax.Attr:
			if n := nodes.number(&s.Node); n >= 0 {
				b.attrs = append(b.attrs, attrOf{ID(n), s})
			}
		}
	}
	b.number(nodes, guards, starts)
}

// number allocates the nodes, once their count is known.
func (b *builder) number(nodes, guards numbering, starts []ID) {
	g := &Graph{Source: b.source, Nodes: make([]Node, len(nodes.names)), byName: nodes.ids}
	for i, name := range nodes.names {
		g.Nodes[i] = Node{Name: name.Text, Span: name.Span, Join: syntax.And, Guards: syntax.Free}
	}
	for _, n := range starts {
		g.Nodes[n].Start = true
	}
	for _, name := range guards.names {
		g.GuardNames = append(g.GuardNames, name.Text)
	}
	b.g = g
}

// arrow is the span of a hop's arrow; a broken hop may have none, and then its target stands for it.
func arrow(h *syntax.Hop) diag.Span {
	if h.Arrow.Len() == 0 {
		return h.To.Span
	}
	return h.Arrow
}

// numbering gives names dense numbers in the order of their first mention.
type numbering struct {
	names []*syntax.Name // in the tree
	ids   map[string]int32
}

// number answers the number of a name, or -1 for one that is missing.
func (n *numbering) number(name *syntax.Name) int32 {
	if name.Text == "" {
		return -1
	}
	id, ok := n.ids[name.Text]
	if !ok {
		id = int32(len(n.names))
		n.ids[name.Text] = id
		n.names = append(n.names, name)
	}
	return id
}
