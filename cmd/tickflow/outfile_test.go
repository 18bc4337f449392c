//go:build unix

package main

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestAFileKeepsItsOwner(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.json")
	if err := os.WriteFile(path, nil, 0o640); err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() == 0 {
		if err := os.Chown(path, 65534, 65534); err != nil {
			t.Fatal(err)
		}
	}
	of := func() (uid, gid uint32, mode os.FileMode) {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		s := info.Sys().(*syscall.Stat_t)
		return s.Uid, s.Gid, info.Mode()
	}
	uid, gid, mode := of()
	if err := writeFile(path, []byte("{}")); err != nil {
		t.Fatal(err)
	}
	if u, g, m := of(); u != uid || g != gid || m != mode {
		t.Errorf("owner %d:%d and mode %v have become %d:%d and %v", uid, gid, mode, u, g, m)
	}
}
