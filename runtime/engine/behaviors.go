package engine

import (
	"context"

	"github.com/tickflow/tickflow/runtime/value"
)

// Behaviors supplies the functions that a graph names. Lua files and maps of Go functions are Behaviors.
// All methods are safe for concurrent use, and so are the functions they answer.
type Behaviors interface {
	// Body answers the body registered under name.
	Body(name string) (Body, bool)
	// Guard answers the guard registered under name.
	Guard(name string) (Guard, bool)
	// Digest tells behaviours apart: while it stays the same, a finished body's result may be reused when its tick is
	// tried again.
	Digest() string
}

// Body computes a node's output. A returned *Failure, also one wrapped in errors that add to its text, is recorded with the
// whole text, and the run goes on or halts by its type; any other error discards the whole tick, and so does one that joins
// a *Failure with further errors. The View belongs to the call: neither it nor anything it hands out but Values may be
// used after the body has returned.
type Body func(ctx context.Context, v *View) (value.Value, error)

// Guard answers what is written to the edges that name it. It must not call any View method that changes something;
// those panic. Any error, a *Failure too, discards the whole tick.
type Guard func(ctx context.Context, v *View) (bool, error)

// FailureType tells what a Failure does to the run.
type FailureType string

// The types of a Failure.
const (
	LLM            FailureType = "llm"            // this firing failed, its out-edges write False, the run goes on
	Infrastructure FailureType = "infrastructure" // the same, and the run is aborted after this tick
)

// Failure is the error by which a body reports that it failed, as opposed to having a fault.
type Failure struct {
	Message string
	Type    FailureType // "" counts as LLM
}

// Error answers the message.
func (f *Failure) Error() string { return f.Message }
