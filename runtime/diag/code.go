package diag

// Code names a kind of finding. Codes are stable: tools filter by them, documentation is found by them.
type Code string

// Findings about the net that a text describes.
const (
	EmptyGraph        Code = "empty-graph"         // no line names a node
	NoStart           Code = "no-start"            // no node is a start
	UnknownInput      Code = "unknown-input"       // an input names no node
	NotUpstream       Code = "not-upstream"        // no path leads from an input to its consumer
	ParallelEdges     Code = "parallel-edges"      // two edges share a slot
	RepeatedAttribute Code = "repeated-attribute"  // an attribute of one node is set again
	ViewFieldNode     Code = "view-field-node"     // a node is called like a field of the view
	BindWithoutBody   Code = "bind-without-body"   // inputs are bound, but there is no body
	BindFieldNode     Code = "bind-field-node"     // a bound field is called like a node
	BindFieldView     Code = "bind-field-view"     // a bound field is called like a field of the view
	RepeatedBindField Code = "repeated-bind-field" // a field is bound twice
)
