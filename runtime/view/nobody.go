package view

import (
	"context"
	"errors"

	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/value"
)

// errNobody is what a behaviour comes to that is only there to be named.
var errNobody = errors.New("a run that is shown is not run")

// nobody are behaviours that know every name and run nothing.
type nobody struct{}

// Body answers a body that fails.
func (nobody) Body(string) (engine.Body, bool) {
	return func(context.Context, *engine.View) (value.Value, error) { return value.Value{}, errNobody }, true
}

// Guard answers a guard that fails.
func (nobody) Guard(string) (engine.Guard, bool) {
	return func(context.Context, *engine.View) (bool, error) { return false, errNobody }, true
}

// Digest answers nothing: there is one set of them.
func (nobody) Digest() string { return "" }
