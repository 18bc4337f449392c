// Package graph holds the resolved net: nodes, edges and slots by dense number, adjacency, reachability.
//
// Build turns a syntax tree into a Graph. A Graph is immutable, keeps no state of any run, and may be shared between
// goroutines. Ids are dense integers from 0; names are for the border.
package graph

import (
	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/syntax"
)

// ID numbers a node, in the order in which the text first names nodes. This order is the firing order in records.
type ID int32

// Node is one node of the net (a transition, in Petri-net words).
type Node struct {
	Name   string
	Start  bool
	Join   syntax.Join   // And or Or, never NoJoin
	Guards syntax.Guards // what is assumed of the node's guards: declared, or the default; never NoGuards
	Body   string        // the body's name, or "" for the identity
	Inputs []Input       // what the body may read, in declaration order; without a declaration every producer, in name order
	Bind   *Bind         // nil without a bind attribute

	InputsDeclared bool      // the text has an inputs or a bind attribute
	GuardsDeclared bool      // the text has a guards attribute
	Span           diag.Span // the name where the text first mentions the node
	BodySpan       diag.Span // the body's name, or empty
	JoinSpan       diag.Span // the value of the join attribute, or empty
}

// And and Or are the joins that a Node can have.
const (
	And = syntax.And // fires once all slots are True
	Or  = syntax.Or  // fires once any slot is True
)

// Input is one value a body may read.
type Input struct {
	Producer ID
	K        int32     // 0 for the latest fire, else which fire, from 1
	Span     diag.Span // the mention in the inputs or bind attribute; empty for a default input
}

// Bind tells how inputs are passed besides the view.
type Bind struct {
	Named  bool
	Fields []string // the field names of a named bind, parallel to Inputs
	Inputs []int    // indices into the node's Inputs, in the order written
}

// Edge is one edge of the text. Two edges between the same pair share one slot.
type Edge struct {
	From, To ID
	Slot     int32     // the slot it writes
	Guard    int32     // index into GuardNames, or -1 on a plain edge
	Ask      int32     // which of its source's distinct guards it is, from 0 in text order, or -1 on a plain edge
	Span     diag.Span // the arrow with its guard
}

// Graph is the resolved net of one text.
type Graph struct {
	Source     *diag.Source
	Nodes      []Node
	GuardNames []string // distinct, in text order

	edges     []Edge  // grouped by source, text order within a source
	outStart  []int32 // edges of node n are edges[outStart[n]:outStart[n+1]]
	producers []ID    // one per slot: who writes it
	slotStart []int32 // slots of node n are slotStart[n] .. slotStart[n+1]-1
	byName    map[string]int32
	digest    string
}

// Lookup answers the node of that name.
func (g *Graph) Lookup(name string) (ID, bool) {
	id, ok := g.byName[name]
	return ID(id), ok
}

// Out answers a node's out-edges in text order. The slice must not be changed.
func (g *Graph) Out(n ID) []Edge { return g.edges[g.outStart[n]:g.outStart[n+1]] }

// Edges answers all edges, grouped by source in node order, text order within a source. The slice must not be changed.
func (g *Graph) Edges() []Edge { return g.edges }

// Producers answers who writes a node's slots, in slot order: the order in which the text first connects them.
// The slice must not be changed.
func (g *Graph) Producers(n ID) []ID { return g.producers[g.slotStart[n]:g.slotStart[n+1]] }

// FirstSlot answers the number of a node's first slot; its others follow. FirstSlot(len(Nodes)) is the number of slots.
func (g *Graph) FirstSlot(n ID) int32 { return g.slotStart[n] }

// Slots answers the number of slots in the net (a slot is a place for at most one token).
func (g *Graph) Slots() int { return len(g.producers) }

// Digest answers the SHA-256, in hexadecimal, of the canonical text of the graph: the same for texts that differ in
// layout and comments only.
func (g *Graph) Digest() string { return g.digest }
