//go:build !unix

package luabind

import "os/exec"

// ownGroup does nothing: only the command itself is killed.
func ownGroup(*exec.Cmd) {}
