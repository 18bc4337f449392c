package jsonfile_test

import (
	"testing"

	tickflow "github.com/tickflow/tickflow/runtime"
	"github.com/tickflow/tickflow/runtime/store"
	"github.com/tickflow/tickflow/runtime/store/jsonfile"
)

func benchmarkRun(b *testing.B, f func(*tickflow.Runner, store.Session)) {
	all, err := jsonfile.Open(b.TempDir(), jsonfile.Options{})
	done(b, err)
	s, err := all.Open(b.Context(), "run")
	done(b, err)
	defer s.Close()
	r, err := tickflow.New(loop(b), tickflow.Config{Store: s})
	done(b, err)
	f(r, s)
}

// BenchmarkTickJSONFile reports the time of one tick of a loop of two nodes.
func BenchmarkTickJSONFile(b *testing.B) {
	benchmarkRun(b, func(r *tickflow.Runner, _ store.Session) {
		for b.Loop() {
			_, err := r.Tick(b.Context())
			done(b, err)
		}
	})
}

// BenchmarkFirings reports the time of reading a firing.
func BenchmarkFirings(b *testing.B) {
	benchmarkRun(b, func(r *tickflow.Runner, s store.Session) {
		_, err := r.Run(b.Context(), tickflow.RunOptions{MaxTicks: 2_000})
		done(b, err)
		n := 0
		for b.Loop() {
			for _, err := range s.Firings(b.Context(), store.Query{}) {
				done(b, err)
				n++
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/firing")
	})
}
