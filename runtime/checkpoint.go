package runtime

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tickflow/tickflow/runtime/store"
)

// Checkpoint keeps the run as it stands under a label; an older checkpoint of that label is replaced. A label is text in
// UTF-8 and not empty; any other is refused. During a tick, a checkpoint holds the run as it was before it until the tick
// is committed.
func (r *Runner) Checkpoint(ctx context.Context, label string) error {
	if err := checkLabel(label); err != nil {
		return fmt.Errorf("checkpoint %q: %w", label, err)
	}
	s := r.Snapshot()
	return r.session.PutCheckpoint(ctx, store.Checkpoint{
		Label: label, Timeline: s.Timeline, Tick: s.Tick, Snapshot: s.AppendJSON(nil),
	})
}

// checkLabel refuses what a dump could not tell from another label.
func checkLabel(label string) error {
	switch {
	case label == "":
		return errors.New("the label of a checkpoint is not empty")
	case !utf8.ValidString(label):
		return errors.New("the label of a checkpoint is valid UTF-8")
	}
	return nil
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
		return r.noCheckpoint(ctx, label)
	} else if err != nil {
		return err
	}
	var s Snapshot
	if err := s.UnmarshalJSON(c.Snapshot); err != nil {
		return fmt.Errorf("checkpoint %q: %w", label, err)
	}
	return r.Restore(ctx, &s)
}

// noCheckpoint says which labels there are instead of one that is not.
func (r *Runner) noCheckpoint(ctx context.Context, label string) error {
	all, err := r.session.Checkpoints(ctx)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return fmt.Errorf("%q: %w: there is none", label, ErrNoCheckpoint)
	}
	var labels []string
	for _, c := range all[:min(len(all), labelsShown)] {
		labels = append(labels, strconv.Quote(c.Label))
	}
	known := strings.Join(labels, ", ")
	if more := len(all) - labelsShown; more > 0 {
		known += fmt.Sprintf(" and %d more", more)
	}
	return fmt.Errorf("%q: %w: there are %s", label, ErrNoCheckpoint, known)
}

// labelsShown is how many labels an error names.
const labelsShown = 8
