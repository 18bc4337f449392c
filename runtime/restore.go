package runtime

import (
	"context"

	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"
)

// Snapshot answers the run as it stands. It marshals to JSON; Restore takes it back, also in another process.
func (r *Runner) Snapshot() *Snapshot {
	s := r.snapshotOf(r.run)
	s.Status, s.CancelReason = r.standing()
	return s
}

func (r *Runner) snapshotOf(run *engine.Run) *Snapshot {
	s := run.Snapshot()
	s.KeepRecords = r.keep != nil
	return s
}

// Restore puts the run where the snapshot was taken: what it did at or after that tick is superseded, and a new timeline
// begins. A status that had halted the run becomes idle. A snapshot of an earlier program of this run brings that program
// back; one of any other graph is refused with a *engine.GraphError, one that no run can have come to, such as nil, with an
// *engine.SnapshotError. During a tick it answers ErrTicking. On an error nothing changes.
func (r *Runner) Restore(ctx context.Context, s *Snapshot) error {
	if s == nil {
		return &engine.SnapshotError{Msg: "it is nil"}
	}
	if err := r.seize(); err != nil {
		return err
	}
	defer r.release()
	timelines, err := r.session.Timelines(ctx)
	if err != nil {
		return err
	}
	return r.restore(ctx, s, newTimeline(timelines, s))
}

// newTimeline answers the timeline that a restore starts, younger than all there are and than the snapshot's own.
func newTimeline(all []record.Timeline, s *Snapshot) record.Timeline {
	id := s.Timeline
	for _, t := range all {
		id = max(id, t.ID)
	}
	return record.Timeline{ID: id + 1, Parent: s.Timeline, Fork: s.Tick}
}

func (r *Runner) restore(ctx context.Context, s *Snapshot, t record.Timeline) error {
	program := r.program
	if known, ok := r.known[s.GraphDigest]; ok {
		program = known
	}
	fresh, err := r.run.Restored(s, t.ID, program.graph, program.behaviors)
	if err != nil {
		return err
	}
	return r.goOn(ctx, fresh, program, t)
}

// goOn puts a restored run in the place of the one before. On an error nothing changes.
func (r *Runner) goOn(ctx context.Context, fresh *engine.Run, p *Program, t record.Timeline) error {
	times, err := r.recordedTimes(ctx, t.Fork)
	if err != nil {
		return err
	}
	base, err := r.base(ctx, fresh, p)
	if err != nil {
		return err
	}
	if err := r.session.AddTimeline(ctx, t, base); err != nil {
		return err
	}
	r.run, r.program, r.times = fresh, p, times
	return nil
}

// recordedTimes answers the times that ticks from the given one on have seen, so that running them again they see the
// same. Of several timelines the youngest counts.
func (r *Runner) recordedTimes(ctx context.Context, from int) (map[int]int64, error) {
	times := map[int]int64{}
	for f, err := range r.session.Firings(ctx, store.Query{From: from}) {
		if err != nil {
			return nil, err
		}
		if f.Now != 0 {
			times[f.Tick] = f.Now
		}
	}
	return times, nil
}
