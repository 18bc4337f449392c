//go:build !unix

package luabind

import "os/exec"

// ownGroup does nothing: only the command itself is killed.
func ownGroup(*exec.Cmd) {}

// endGroup does nothing: what a command has left running goes on.
func endGroup(*exec.Cmd) {}
