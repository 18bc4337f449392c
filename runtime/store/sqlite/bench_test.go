//go:build cgo

package sqlite_test

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	tickflow "github.com/tickflow/tickflow/runtime"
	"github.com/tickflow/tickflow/runtime/store/sqlite"
	"github.com/tickflow/tickflow/runtime/value"
)

// counter counts in A for ever.
func counter(b *testing.B, more string) *tickflow.Program {
	p, err := tickflow.Compile("counter.tickflow", "[seed]-->A\nA-->B\nB--|again|-->A\nA.join: OR\nA.body: incr\nA.inputs: B\n"+more, &tickflow.Funcs{
		Bodies: map[string]tickflow.Body{"incr": func(_ context.Context, v *tickflow.View) (tickflow.Value, error) {
			n, _ := v.Value("B").Number()
			return value.OfNumber(n + 1), nil
		}},
		Guards: map[string]tickflow.Guard{"again": func(context.Context, *tickflow.View) (bool, error) { return true, nil }},
	})
	done(b, err)
	return p
}

func benchmarkTicks(b *testing.B, p *tickflow.Program) {
	db, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "runs.db"))
	done(b, err)
	defer db.Close()
	s, err := db.Open(b.Context(), "run")
	done(b, err)
	defer s.Close()
	r, err := tickflow.New(p, tickflow.Config{Store: s})
	done(b, err)
	b.ReportAllocs()
	for b.Loop() {
		_, err := r.Tick(b.Context())
		done(b, err)
	}
}

// BenchmarkTickSQLite reports the time of one tick of the counter loop, kept in a database.
func BenchmarkTickSQLite(b *testing.B) { benchmarkTicks(b, counter(b, "")) }

// BenchmarkTickSQLiteLargeGraph reports the same in a graph with 100,000 nodes more, none of which ever fires.
func BenchmarkTickSQLiteLargeGraph(b *testing.B) {
	var ring strings.Builder
	for n := range 100_000 {
		fmt.Fprintf(&ring, "n%d--|again|-->n%d\n", n, (n+1)%100_000)
	}
	benchmarkTicks(b, counter(b, ring.String()))
}

// BenchmarkFloorTickSQLite reports the time of the same row in a transaction of its own, with nothing around it.
func BenchmarkFloorTickSQLite(b *testing.B) {
	ctx := b.Context()
	path := filepath.Join(b.TempDir(), "runs.db")
	store, err := sqlite.Open(ctx, path)
	done(b, err)
	done(b, store.Close())
	options := url.Values{"_journal_mode": {"WAL"}, "_synchronous": {"NORMAL"}, "_busy_timeout": {"5000"}}
	db, err := sql.Open("sqlite3", "file:"+path+"?"+options.Encode())
	done(b, err)
	defer db.Close()
	conn, err := db.Conn(ctx)
	done(b, err)
	defer conn.Close()
	prepare := func(text string) *sql.Stmt {
		s, err := conn.PrepareContext(ctx, text)
		done(b, err)
		return s
	}
	begin, insert, commit := prepare("BEGIN IMMEDIATE"), prepare("INSERT INTO firings VALUES (?, ?, ?, ?, ?, ?, ?)"), prepare("COMMIT")
	const row = `{"timeline":0,"tick":12345,"node":"B","k":6172,"inputs":{"A":6172},"output":6172,"edges_fired":[["A","again",true]],"status":"ok","error":null,"mutable_state":{}}`
	ctx = context.WithoutCancel(ctx)
	tick := 0
	b.ReportAllocs()
	for b.Loop() {
		_, err := begin.ExecContext(ctx)
		done(b, err)
		_, err = insert.ExecContext(ctx, 1, 0, tick, 0, "B", tick/2, row)
		done(b, err)
		_, err = commit.ExecContext(ctx)
		done(b, err)
		tick++
	}
}
