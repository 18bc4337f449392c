//go:build cgo

package sqlite_test

import (
	"path/filepath"
	"testing"

	tickflow "github.com/tickflow/tickflow/runtime"
	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"
	"github.com/tickflow/tickflow/runtime/store/sqlite"
)

// benchmarkRead runs 10,000 ticks of the counter loop and hands the session to f.
func benchmarkRead(b *testing.B, f func(store.Session)) {
	db, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "runs.db"))
	done(b, err)
	defer db.Close()
	s, err := db.Open(b.Context(), "run")
	done(b, err)
	defer s.Close()
	r, err := tickflow.New(counter(b, ""), tickflow.Config{Store: s})
	done(b, err)
	_, err = r.Run(b.Context(), tickflow.RunOptions{MaxTicks: 10_000})
	done(b, err)
	for b.Loop() {
		f(s)
	}
}

// BenchmarkLoadSnapshot reports the time of loading a tick that lies farthest from the snapshot before it.
func BenchmarkLoadSnapshot(b *testing.B) {
	benchmarkRead(b, func(s store.Session) {
		at, err := s.Snapshots(b.Context())
		done(b, err)
		_, err = tickflow.LoadSnapshot(b.Context(), s, store.Boundary{Tick: at[len(at)-1].Tick - 1})
		done(b, err)
	})
}

// BenchmarkFirings reports the time of reading a firing.
func BenchmarkFirings(b *testing.B) {
	benchmarkRead(b, func(s store.Session) {
		for _, err := range s.Firings(b.Context(), store.Query{}) {
			done(b, err)
		}
	})
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/10_000, "ns/firing")
}

// BenchmarkFloorFirings reports the time of the decoding alone.
func BenchmarkFloorFirings(b *testing.B) {
	row := []byte(`{"timeline":0,"tick":12345,"node":"B","k":6172,"inputs":{"A":6172},"output":6172,"edges_fired":[["A","again",true]],"status":"ok","error":null,"mutable_state":{}}`)
	for b.Loop() {
		_, err := record.Parse(row)
		done(b, err)
	}
}
