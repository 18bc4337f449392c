package filelock_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/tickflow/tickflow/runtime/store"
	"github.com/tickflow/tickflow/runtime/store/filelock"
)

func TestALockIsHeldByOne(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	if h := filelock.Holder(path); h != nil {
		t.Errorf("nobody has taken it, but %v holds it", h)
	}
	lock, err := filelock.Acquire(path, "s")
	if err != nil {
		t.Fatal(err)
	}
	var held *store.HeldError
	if _, err := filelock.Acquire(path, "s"); !errors.As(err, &held) || held.Holder.PID != os.Getpid() || held.Session != "s" {
		t.Errorf("a second time: got %v", err)
	} else if !strings.Contains(err.Error(), "session s is in use by process ") {
		t.Errorf("got %v", err)
	}
	if h := filelock.Holder(path); h == nil || h.PID != os.Getpid() {
		t.Errorf("the holder is %v", h)
	}
	if err := lock.Release(); err != nil {
		t.Fatal(err)
	}
	if h := filelock.Holder(path); h != nil {
		t.Errorf("it was given free, but %v holds it", h)
	}
}

func TestAFileLeftOverHoldsNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	if err := os.WriteFile(path, []byte("{damaged"), 0o644); err != nil {
		t.Fatal(err)
	}
	lock, err := filelock.Acquire(path, "s")
	if err != nil {
		t.Fatal(err)
	}
	if err := lock.Release(); err != nil {
		t.Fatal(err)
	}
}

func TestManyWantIt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	var group sync.WaitGroup
	var inside sync.Mutex
	for range 8 {
		group.Go(func() {
			for n := 0; n < 20; {
				lock, err := filelock.Acquire(path, "s")
				if errors.As(err, new(*store.HeldError)) {
					filelock.Holder(path)
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				n++
				if !inside.TryLock() {
					t.Error("two have it")
				} else {
					inside.Unlock()
				}
				if err := lock.Release(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
}

func TestNowhere(t *testing.T) {
	if _, err := filelock.Acquire(filepath.Join(t.TempDir(), "none", "lock"), "s"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}
