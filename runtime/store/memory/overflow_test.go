//go:build linux

package memory_test

import (
	"os"
	"testing"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"
	"github.com/tickflow/tickflow/runtime/store/memory"
	"github.com/tickflow/tickflow/runtime/store/storetest"
	"github.com/tickflow/tickflow/runtime/value"
)

// TestTheTemporaryFileHasNoName looks for it where it has been made: nothing has to be removed when the process ends.
func TestTheTemporaryFileHasNoName(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	s := memory.New()
	begin(t, s)
	fill(t, s, 0, 25_000)
	if entries, err := os.ReadDir(folder); err != nil || len(entries) > 0 {
		t.Errorf("there are %v, %v", entries, err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestNoRoomForOlderFirings lets the temporary file grow no more: the tick is not kept, and once there is room it is.
func TestNoRoomForOlderFirings(t *testing.T) {
	if !storetest.Apart(t) {
		return
	}
	s := memory.New()
	defer s.Close()
	begin(t, s)
	failed := 0
	for tick := range 30_000 {
		next := store.Tick{Firings: []record.Firing{{Tick: tick, Node: "A", K: tick + 1, State: value.OfObject()}}}
		storetest.LimitFiles(t, uint64(failed)*10_000)
		err := s.AppendTick(t.Context(), next)
		if err != nil {
			failed++
			storetest.LimitFiles(t, storetest.NoLimit)
			err = s.AppendTick(t.Context(), next)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if failed == 0 {
		t.Error("there was always room")
	}
	n := 0
	for f, err := range s.Firings(t.Context(), store.Query{}) {
		if err != nil || f.Tick != n {
			t.Fatalf("firing %d is of tick %d: %v", n, f.Tick, err)
		}
		n++
	}
	if n != 30_000 {
		t.Errorf("%d firings", n)
	}
}
