package store

import "context"

// Snapshot is the state at a boundary.
type Snapshot struct {
	Boundary
	Data []byte // the engine's JSON; not to be changed
	// Weight is what making and keeping it costs, in bytes of firings; at least len(Data). A store that reads a snapshot
	// back need not know it.
	Weight int
}

// Checkpoint is a snapshot under a label.
type Checkpoint struct {
	Label    string
	Timeline int
	Tick     int
	Snapshot []byte // the engine's JSON; not to be changed
}

// Snapshots reads states.
type Snapshots interface {
	// Snapshot answers the last one of a timeline at or before a tick, or ErrNotFound. Timelines before it are not looked at.
	Snapshot(ctx context.Context, at Boundary) (Snapshot, error)
	// Snapshots answers of which boundaries there are snapshots, by timeline and tick.
	Snapshots(ctx context.Context) ([]Boundary, error)
	// Checkpoint answers the one with that label, or ErrNotFound.
	Checkpoint(ctx context.Context, label string) (Checkpoint, error)
	// Checkpoints answers all of them, in the order in which they were last put.
	Checkpoints(ctx context.Context) ([]Checkpoint, error)
}

// Pace tells when the next snapshot is due: when the firings since weigh as much as the last one did, so that all
// snapshots together weigh no more than the firings do. Its zero value has had no snapshot.
type Pace struct{ since, last int }

// LeastPace is how many bytes of firings lie between two snapshots at least: reading them takes about a millisecond.
const LeastPace = 64 << 10

// Due reports whether a snapshot is due when so many more bytes of firings are written.
func (p Pace) Due(bytes int) bool { return p.since+bytes >= max(p.last, LeastPace) }

// Wrote answers the pace after bytes of firings and, unless it is nil, a snapshot.
func (p Pace) Wrote(bytes int, s *Snapshot) Pace {
	if s != nil {
		return Pace{last: max(s.Weight, len(s.Data))}
	}
	return Pace{p.since + bytes, p.last}
}
