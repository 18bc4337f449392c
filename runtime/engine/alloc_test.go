package engine_test

import (
	"runtime"
	"testing"
	"unsafe"

	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/record"
)

// A firing takes the memory of its record and no more: the list of edges is shared with the firing before.
func TestAFiringTakesTheMemoryOfItsRecord(t *testing.T) {
	r, err := engine.New(build(t, counterLoop), goLoop{}, engine.Config{})
	if err != nil {
		t.Fatal(err)
	}
	const firings = 16 * 1024
	ticks := func() {
		for range firings {
			if _, err := r.Tick(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	ticks() // by now memory is taken for many firings at a time
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	ticks()
	runtime.ReadMemStats(&after)
	// Every other firing is one of A, which has two inputs; B has one.
	most := unsafe.Sizeof(record.Firing{}) + unsafe.Sizeof(record.Input{})*3/2 + 8
	if bytes := (after.TotalAlloc - before.TotalAlloc) / firings; bytes > uint64(most) {
		t.Errorf("a firing takes %d bytes, want %d at most", bytes, most)
	}
	if n := after.Mallocs - before.Mallocs; n > firings/100 {
		t.Errorf("%d allocations for %d firings", n, firings)
	}
}
