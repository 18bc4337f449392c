// Package record holds what one firing was: the record that the engine writes, stores keep, and people read.
//
// Ticks count from 0, fire indices and A[k] from 1. Nodes and guards go by name, so that a record stays readable after
// the graph has been swapped. A Firing is immutable once the tick that made it is committed and may be shared.
package record

import (
	"strconv"

	"github.com/tickflow/tickflow/runtime/value"
)

// Status tells how a firing ended.
type Status uint8

// The ends of a firing.
const (
	OK      Status = iota // the body returned a value
	Failed                // the body returned a failure of type "llm"; the run goes on
	Aborted               // the body returned a failure of type "infrastructure"; the run halts after the tick
)

var statusNames = [...]string{"ok", "failed", "aborted"}

// String answers "ok", "failed" or "aborted", and "status 9" for a 9 that is none.
func (s Status) String() string {
	if !s.Known() {
		return "status " + strconv.Itoa(int(s))
	}
	return statusNames[s]
}

// Known reports whether s is one of the ends of a firing.
func (s Status) Known() bool { return int(s) < len(statusNames) }

// Firing is one fire of one node: everything that happened to it in that tick.
type Firing struct {
	Timeline int         // the timeline it belongs to; 0 is the first
	Tick     int         // from 0
	Node     string      //
	K        int         // which fire of the node it is on its live path, from 1
	Status   Status      //
	Inputs   []Input     // the inputs that existed, in the order the node declares them
	Output   value.Value // what the body returned; null when it failed
	Edges    []Edge      // what was written to the out-edges, in text order
	Error    string      // the failure's message, or ""
	State    value.Value // the node's state after the body: an object
	Now      int64       // the tick's recorded time in milliseconds since 1970, or 0 when no body asked for it
}

// Input is one value that a body read.
type Input struct {
	Producer string
	K        int // the fire index of A[k], or 0 for the latest
	Value    value.Value
}

// Edge is one write to a slot.
type Edge struct {
	Consumer string
	Guard    string // the guard that was asked, or "" on a plain edge
	Value    bool   // what was written
}

// ParseStatus answers the status of that name.
func ParseStatus(name string) (Status, bool) {
	for s, n := range statusNames {
		if n == name {
			return Status(s), true
		}
	}
	return OK, false
}
