package runtime

import (
	"context"
	"errors"
	"fmt"

	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"
)

// Snapshot answers the run as it stands. It marshals to JSON; Restore takes it back, also in another process.
func (r *Runner) Snapshot() *Snapshot {
	s := r.run.Snapshot()
	s.KeepRecords = r.keep != nil
	return s
}

// Restore puts the run where the snapshot was taken: what it did at or after that tick is superseded, and a new timeline
// begins. A status that had halted the run becomes idle. A snapshot of an earlier program of this run brings that program
// back; one of any other graph is refused with a *engine.GraphError. On an error nothing changes.
func (r *Runner) Restore(ctx context.Context, s *Snapshot) error {
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
	if err := r.session.AddTimeline(ctx, t); err != nil {
		return err
	}
	r.run, r.program, r.times = fresh, p, times
	return nil
}

// recordedTimes answers the times that ticks from the given one on have seen, so that running them again they see the
// same. Of several timelines the youngest counts.
func (r *Runner) recordedTimes(ctx context.Context, from int) (map[int]int64, error) {
	times := map[int]int64{}
	for f, err := range r.session.Firings(ctx, store.Query{}) {
		if err != nil {
			return nil, err
		}
		if f.Tick >= from && f.Now != 0 {
			times[f.Tick] = f.Now
		}
	}
	return times, nil
}

// Remap goes on with another program from the next tick on. Slots that are in both graphs keep their tokens, new ones
// are empty, others go; history and state of nodes that are no more go too, with a warning. A start that is new or has
// never fired is armed. A halted run becomes idle, unless it was cancelled. It answers a *DeadlockError as New does, an
// *engine.RemapError when a node that has fired would become a start; then nothing changes.
func (r *Runner) Remap(ctx context.Context, p *Program) error {
	if err := p.refuse(r.allowed); err != nil {
		return err
	}
	lookup := func(node string, k int) (Value, bool, error) { return r.fireOf(ctx, node, k) }
	fresh, err := r.run.Remapped(p.graph, p.behaviors, lookup)
	if err != nil {
		return err
	}
	r.run, r.program = fresh, p
	r.known[p.graph.Digest()] = p
	return nil
}

// SetBehaviors exchanges the functions behind the graph's names from the next tick on. It answers an *engine.NameError
// when one is missing; then nothing changes. Nil has none.
func (r *Runner) SetBehaviors(b Behaviors) error {
	if b == nil {
		b = &Funcs{}
	}
	p := *r.program
	p.behaviors = b
	if err := r.run.SetBehaviors(b); err != nil {
		return err
	}
	r.program = &p
	r.known[p.graph.Digest()] = &p
	return nil
}

// Checkpoint keeps the run as it stands under a label; an older checkpoint of that label is replaced.
func (r *Runner) Checkpoint(ctx context.Context, label string) error {
	s := r.Snapshot()
	return r.session.PutCheckpoint(ctx, store.Checkpoint{
		Label: label, Timeline: s.Timeline, Tick: s.Tick, Snapshot: s.AppendJSON(nil),
	})
}

// CheckpointInfo tells where a checkpoint was taken.
type CheckpointInfo struct {
	Label    string `json:"label"`
	Timeline int    `json:"timeline"`
	Tick     int    `json:"tick"`
}

// Checkpoints answers all checkpoints, in the order in which they were last taken.
func (r *Runner) Checkpoints(ctx context.Context) ([]CheckpointInfo, error) {
	all, err := r.session.Checkpoints(ctx)
	infos := make([]CheckpointInfo, len(all))
	for i, c := range all {
		infos[i] = CheckpointInfo{c.Label, c.Timeline, c.Tick}
	}
	return infos, err
}

// ErrNoCheckpoint says that there is no checkpoint of that label.
var ErrNoCheckpoint = errors.New("no such checkpoint")

// RollbackTo restores the checkpoint of that label, see Restore. It answers ErrNoCheckpoint when there is none.
func (r *Runner) RollbackTo(ctx context.Context, label string) error {
	c, err := r.session.Checkpoint(ctx, label)
	if errors.Is(err, store.ErrNotFound) {
		return fmt.Errorf("%q: %w", label, ErrNoCheckpoint)
	} else if err != nil {
		return err
	}
	var s Snapshot
	if err := s.UnmarshalJSON(c.Snapshot); err != nil {
		return fmt.Errorf("checkpoint %q: %w", label, err)
	}
	return r.Restore(ctx, &s)
}
