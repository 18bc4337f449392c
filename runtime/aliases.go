package runtime

import (
	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/value"
)

// The types of other packages that every program touches, under the one name users import. Their methods are documented
// where they are declared: go doc github.com/tickflow/tickflow/runtime/engine View.
type (
	// Behaviors supplies the functions that a graph names.
	Behaviors = engine.Behaviors
	// Body computes a node's output.
	Body = engine.Body
	// Guard answers what is written to the edges that name it.
	Guard = engine.Guard
	// View is what a body or guard sees of the run.
	View = engine.View
	// Resolved is an input as a body sees it.
	Resolved = engine.Resolved
	// Value is one immutable value: null, boolean, number, string, list or object.
	Value = value.Value
	// Firing is the record of one fire of one node.
	Firing = record.Firing
	// Status is where a run stands.
	Status = engine.Status
	// Snapshot is everything a run needs to go on from a tick boundary.
	Snapshot = engine.Snapshot
	// Waiting is an AND-join that holds a token and waits for others.
	Waiting = engine.Waiting
)

// The statuses of a run.
const (
	Idle      = engine.Idle
	Running   = engine.Running
	Stuck     = engine.Stuck
	Aborted   = engine.Aborted
	Cancelled = engine.Cancelled
)

// From turns a Go value into a Value; see value.From for what is refused. A body may end with it: return tickflow.From(x).
func From(x any) (Value, error) { return value.From(x) }
