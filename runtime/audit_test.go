package runtime_test

import (
	"testing"

	tickflow "github.com/tickflow/tickflow/runtime"
	"github.com/tickflow/tickflow/runtime/store/memory"
)

func TestNoRecordsLeaveWindowAndState(t *testing.T) {
	configs := map[string]tickflow.Config{
		"DropRecords":                   {DropRecords: true},
		"a store that keeps none":       {Store: memory.Null()},
		"DropRecords of a memory store": {Store: memory.New(), DropRecords: true},
	}
	for name, cfg := range configs {
		t.Run(name, func(t *testing.T) {
			r := newRunner(t, loop, loopFuncs(), cfg)
			mustRun(t, r, tickflow.RunOptions{})
			if got := story(t, r, tickflow.AuditOptions{}); got != "" {
				t.Errorf("audit: %s", got)
			}
			if got := r.NodeStates()["A"].String(); got != `{"n":3}` {
				t.Errorf("state %s", got)
			}
			firings, err := r.FiringsOf(t.Context(), "A")
			if err != nil || len(firings) != 2 || firings[0].K != 2 || firings[1].Output.String() != "3" {
				t.Errorf("window of A: %v, %v", firings, err)
			}
			if r.Snapshot().KeepRecords {
				t.Error("the snapshot says that records are kept")
			}
		})
	}
}

func TestTheWindowTellsTheTimelines(t *testing.T) {
	r := newRunner(t, loop, loopFuncs(), tickflow.Config{DropRecords: true})
	mustRun(t, r, tickflow.RunOptions{PauseAt: []int{3}})
	if err := r.Restore(t.Context(), r.Snapshot()); err != nil {
		t.Fatal(err)
	}
	mustRun(t, r, tickflow.RunOptions{MaxTicks: 1})
	firings, err := r.FiringsOf(t.Context(), "A")
	if err != nil || len(firings) != 2 || firings[0].Timeline != 0 || firings[1].Timeline != 1 {
		t.Errorf("got %v, %v, want a fire of timeline 0 and one of timeline 1", firings, err)
	}
}

func TestACheckpointSaysWhetherRecordsAreKept(t *testing.T) {
	for _, drop := range []bool{false, true} {
		session := memory.New()
		r := newRunner(t, loop, loopFuncs(), tickflow.Config{Store: session, DropRecords: drop})
		if err := r.Checkpoint(t.Context(), "x"); err != nil {
			t.Fatal(err)
		}
		c, err := session.Checkpoint(t.Context(), "x")
		if err != nil {
			t.Fatal(err)
		}
		var s tickflow.Snapshot
		if err := s.UnmarshalJSON(c.Snapshot); err != nil || s.KeepRecords == drop {
			t.Errorf("DropRecords %t: keep_records %t, %v", drop, s.KeepRecords, err)
		}
	}
}
