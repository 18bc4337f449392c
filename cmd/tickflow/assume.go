package main

import (
	"slices"

	"github.com/tickflow/tickflow/luabind/luaindex"
)

// assumption is what a behaviours file registers, and further names that count as registered.
type assumption struct {
	*luaindex.Names
	more []string
}

// HasBody reports whether a body of that name is registered, or assumed to be.
func (a assumption) HasBody(name string) bool {
	return a.Names.HasBody(name) || slices.Contains(a.more, name)
}

// HasGuard reports whether a guard of that name is registered, or assumed to be.
func (a assumption) HasGuard(name string) bool {
	return a.Names.HasGuard(name) || slices.Contains(a.more, name)
}

// Bodies answers the names of all bodies.
func (a assumption) Bodies() []string { return append(a.Names.Bodies(), a.more...) }

// Guards answers the names of all guards.
func (a assumption) Guards() []string { return append(a.Names.Guards(), a.more...) }
