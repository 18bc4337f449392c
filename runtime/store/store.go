// Package store declares what keeps a run's past: firings, timelines and checkpoints of a session.
//
// It holds contracts only; the packages below it fulfil them. Stores never look inside snapshots. All methods are safe for
// concurrent use; one session has one writer at a time.
package store

import (
	"context"
	"errors"
	"iter"

	"github.com/tickflow/tickflow/runtime/record"
)

// ErrNotFound says that a session holds nothing under the name asked for.
var ErrNotFound = errors.New("not found")

// Checkpoint is a snapshot under a label.
type Checkpoint struct {
	Label    string
	Timeline int
	Tick     int
	Snapshot []byte // the engine's JSON; not to be changed
}

// Query selects firings. The zero Query selects all, of every timeline.
type Query struct {
	Path record.Path // only what lies on this path; nil for every timeline
	Node string      // only this node's; "" for every node
}

// Firings keeps what fired.
type Firings interface {
	// AppendTick keeps the firings of one tick, of which there is one at least, all or none. The store may keep the slice; it
	// must not be changed any more.
	AppendTick(ctx context.Context, firings []record.Firing) error
	// Firings answers what the query selects, in the order in which it happened. It ends with the first error.
	Firings(ctx context.Context, q Query) iter.Seq2[record.Firing, error]
}

// Timelines keeps which timeline forked where.
type Timelines interface {
	// AddTimeline keeps a new timeline.
	AddTimeline(ctx context.Context, t record.Timeline) error
	// Timelines answers all timelines in the order of their ids; the first, 0, is always there.
	Timelines(ctx context.Context) ([]record.Timeline, error)
}

// Checkpoints keeps snapshots by label.
type Checkpoints interface {
	// PutCheckpoint keeps a checkpoint, in place of an older one with the same label.
	PutCheckpoint(ctx context.Context, c Checkpoint) error
	// Checkpoint answers the one with that label, or ErrNotFound.
	Checkpoint(ctx context.Context, label string) (Checkpoint, error)
	// Checkpoints answers all of them, in the order in which they were last put.
	Checkpoints(ctx context.Context) ([]Checkpoint, error)
}

// Session keeps one run.
type Session interface {
	Firings
	Timelines
	Checkpoints
}
