//go:build unix

package main

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives a file the owner and the group of the one whose place it takes, as far as the user may.
func keepOwner(f *os.File, old fs.FileInfo) {
	s, ok := old.Sys().(*syscall.Stat_t)
	if ok && f.Chown(int(s.Uid), int(s.Gid)) != nil {
		_ = f.Chown(-1, int(s.Gid)) // who may not give files away may still be in the group
	}
}
