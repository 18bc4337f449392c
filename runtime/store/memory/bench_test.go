package memory_test

import (
	"testing"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"
	"github.com/tickflow/tickflow/runtime/store/memory"
	"github.com/tickflow/tickflow/runtime/value"
)

// counted is the firing of a counter loop in a tick.
func counted(tick int) []record.Firing {
	n := value.OfInt(tick)
	return []record.Firing{{
		Tick: tick, Node: "B", K: tick + 1, Output: n, State: value.OfObject(),
		Inputs: []record.Input{{Producer: "A", Value: n}}, Edges: []record.Edge{{Consumer: "A", Guard: "again", Value: true}},
	}}
}

// BenchmarkAppendTick reports the time of keeping a firing in a history that is far longer than what stays in memory.
func BenchmarkAppendTick(b *testing.B) {
	s := memory.New()
	defer s.Close()
	if err := s.Begin(b.Context(), store.Past{ID: "run"}); err != nil {
		b.Fatal(err)
	}
	ctx, tick := b.Context(), 0
	b.ReportAllocs()
	for b.Loop() {
		if err := s.AppendTick(ctx, store.Tick{Firings: counted(tick)}); err != nil {
			b.Fatal(err)
		}
		tick++
	}
}

// BenchmarkFloorAppendTick reports the time of the same without its end: a list in memory that is thrown away in time.
func BenchmarkFloorAppendTick(b *testing.B) {
	var ticks [][]record.Firing
	tick := 0
	b.ReportAllocs()
	for b.Loop() {
		if len(ticks) == 10_000 {
			ticks = nil
		}
		ticks = append(ticks, counted(tick))
		tick++
	}
}

// BenchmarkFirings reports the time of reading a firing from the temporary file.
func BenchmarkFirings(b *testing.B) {
	s := memory.New()
	defer s.Close()
	if err := s.Begin(b.Context(), store.Past{ID: "run"}); err != nil {
		b.Fatal(err)
	}
	const ticks = 100_000
	for tick := range ticks {
		if err := s.AppendTick(b.Context(), store.Tick{Firings: counted(tick)}); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		for _, err := range s.Firings(b.Context(), store.Query{}) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/ticks, "ns/firing")
}
