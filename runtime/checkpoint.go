package runtime

import (
	"context"
	"errors"
	"fmt"

	"github.com/tickflow/tickflow/runtime/store"
)

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
