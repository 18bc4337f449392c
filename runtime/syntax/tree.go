// Package syntax reads and writes graph text.
//
// Parse never fails: it answers a tree of whatever it understood, every byte of the text accounted for, and all faults
// with their places. Format writes a tree in the one canonical layout and keeps every comment. The package knows lines,
// not graphs: whether a name exists or an input makes sense is found later.
//
// Spans are byte offsets into the file's Source. Trees are immutable once parsed and may be shared.
package syntax

import "github.com/tickflow/tickflow/runtime/diag"

// File is one graph text.
type File struct {
	Source *diag.Source
	Lines  []Line // every line of the text, in order
}

// Line is one line of a file: at most one statement and at most one comment.
type Line struct {
	Span    diag.Span // the whole line without its line ending
	Stmt    Stmt      // *Start, *Edges or *Attr; nil on a line without a statement or with a broken one
	Comment diag.Span // from # to the end of the line; empty when there is none
	Broken  bool      // the line has a fault; Stmt is what could be understood of it, or nil
}

// Stmt is a statement: *Start, *Edges or *Attr.
type Stmt interface{ stmt() }

// Name is the name of a node, guard, body or field where it stands in the text. Text is "" for one that is missing.
type Name struct {
	Text string
	Span diag.Span
}

// Start is a line of its own that declares a start: [A].
type Start struct{ Node Name }

// Edges is a chain of edges: A-->B--|g|-->C, its first node perhaps a start: [A]-->B.
type Edges struct {
	Source Name
	Start  bool  // the source stands in brackets
	Hops   []Hop // at least one
}

// Hop is one arrow and where it leads.
type Hop struct {
	Arrow diag.Span // from the first - to the last character of the arrow
	Guard Name      // Text is "" on a plain arrow
	To    Name
}

// Attr is one attribute of a node: A.join: OR. Exactly one of the value fields is set, by Key; on a broken line perhaps none.
type Attr struct {
	Node  Name
	Key   Name
	Value diag.Span // what stands behind the colon, without surrounding space

	Body   Name    // key body: the name of a registered body
	Inputs []Input // key inputs
	Join   Join    // key join
	Guards Guards  // key guards
	Bind   *Bind   // key bind
}

func (*Start) stmt() {}
func (*Edges) stmt() {}
func (*Attr) stmt()  {}

// Input is one mention in an inputs attribute: A or B[2].
type Input struct {
	Producer Name
	K        int       // 0 for the latest fire, else which fire, from 1
	Span     diag.Span // with the index
}

// Join tells when a node with producers fires.
type Join uint8

// The joins. NoJoin stands where no join attribute is.
const (
	NoJoin Join = iota
	And         // all slots True
	Or          // any slot True
)

// String answers "AND" or "OR", and "" for NoJoin.
func (j Join) String() string { return [...]string{"", "AND", "OR"}[j] }

// Guards tells what holds among the answers of one node's guards.
type Guards uint8

// The guard modes. NoGuards stands where no guards attribute is.
const (
	NoGuards   Guards = iota
	Free              // nothing
	Exclusive         // at most one True
	Exhaustive        // at least one True
	Xor               // exactly one True
)

// String answers the mode as the text writes it, and "" for NoGuards.
func (g Guards) String() string { return [...]string{"", "free", "exclusive", "exhaustive", "xor"}[g] }

// Bind is the value of a bind attribute: A, [A, C] or {left: A}.
type Bind struct {
	Form   BindForm
	Fields []Field
}

// BindForm tells how a bind attribute was written.
type BindForm uint8

// The forms of a bind attribute.
const (
	BindOne   BindForm = iota // A: passed by position
	BindList                  // [A, C]: passed by position
	BindNamed                 // {left: A}: fields of the view
)

// Field is one bound input. Name is "" but in BindNamed.
type Field struct {
	Name  Name
	Input Name
}
