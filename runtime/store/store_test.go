package store_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"
)

func TestNamesOfSessions(t *testing.T) {
	for name, want := range map[string]string{
		"monday": "", "a": "", "2026-01-02_b.c": "", strings.Repeat("x", 100): "",
		"": "has a name", ".hidden": "begins with", "-x": "begins with", "a/b": "letters, digits", "ü": "letters, digits",
		"a b": "letters, digits", `a\b`: "letters, digits", strings.Repeat("x", 101): "longer than 100 bytes",
	} {
		err := store.CheckName(name)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", name, err, want)
		}
	}
}

// TestPace keeps many small ticks and looks at how much the snapshots weigh beside them.
func TestPace(t *testing.T) {
	for _, size := range []int{10, 100_000, 1_000_000} {
		pace := store.Pace{}.Wrote(0, &store.Snapshot{Weight: size})
		written, snapshots := 0, 0
		for range 100_000 {
			if written += 200; pace.Due(200) {
				pace = pace.Wrote(200, &store.Snapshot{Data: make([]byte, size)})
				snapshots++
				continue
			}
			pace = pace.Wrote(200, nil)
		}
		if snapshots == 0 || snapshots*size > written || written/snapshots > 2*max(size, store.LeastPace) {
			t.Errorf("%d snapshots of %d bytes beside %d bytes of firings", snapshots, size, written)
		}
	}
}

func TestSpans(t *testing.T) {
	span := store.Span{Timeline: 2, From: 3, Until: 5}
	open := store.Span{Timeline: 2, From: 3, Until: -1}
	for at, want := range map[store.Boundary][2]bool{
		{Timeline: 2, Tick: 2}: {false, false}, {Timeline: 2, Tick: 3}: {true, true}, {Timeline: 2, Tick: 4}: {true, true},
		{Timeline: 2, Tick: 5}: {false, true}, {Timeline: 1, Tick: 4}: {false, false},
	} {
		if got := [2]bool{span.Has(at), open.Has(at)}; got != want {
			t.Errorf("%v: got %v, want %v", at, got, want)
		}
	}
}

func TestSentences(t *testing.T) {
	since := time.Date(2026, 1, 2, 15, 4, 5, 0, time.Local)
	for _, tt := range []struct {
		got  fmt.Stringer
		want string
	}{
		{store.Boundary{Tick: 7}, "tick 7"},
		{store.Boundary{Timeline: 2, Tick: 7}, "timeline 2, tick 7"},
		{store.Holder{PID: 7, Host: "here", Since: since}, "process 7 on here since 2026-01-02 15:04:05"},
		{store.Holder{}, "another process"},
	} {
		if got := tt.got.String(); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
	for _, tt := range []struct {
		err  error
		want string
	}{
		{&store.HeldError{Session: "s"}, "session s is in use by another process"},
		{&store.OrderError{At: store.Boundary{Tick: 3}, Head: store.Boundary{Tick: 4}}, "tick 3 cannot be kept: the session stands at tick 4, somebody else has gone on with it"},
		{&store.CorruptError{Path: "f", Msg: "it is short", Hint: "remove it", Err: store.ErrClosed}, "f: it is short: closed (remove it)"},
	} {
		if got := tt.err.Error(); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
}

// The program of a tick is the last one that has begun on its path until then.
func ExampleProgramAt() {
	programs := []store.Program{
		{Graph: "first"},
		{Graph: "second", Boundary: store.Boundary{Tick: 5}},
		{Graph: "first", Boundary: store.Boundary{Timeline: 1, Tick: 3}}, // after a restore to tick 3
	}
	timelines := []record.Timeline{{ID: 0, Parent: -1}, {ID: 1, Parent: 0, Fork: 3}}
	for _, timeline := range []int{0, 1} {
		p, _ := store.ProgramAt(programs, record.LivePath(timelines, timeline), 7)
		fmt.Println("timeline", timeline, "runs tick 7 with the", p.Graph)
	}
	// Output:
	// timeline 0 runs tick 7 with the second
	// timeline 1 runs tick 7 with the first
}
