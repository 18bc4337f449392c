package store

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/tickflow/tickflow/runtime/record"
)

// Query selects firings. The zero Query selects all, of every timeline.
type Query struct {
	Path   record.Path // only what lies on this path; nil for every timeline
	Node   string      // only this node's; "" for every node
	K      int         // only the node's K-th fires; 0 for all
	From   int         // only ticks from this one on
	Before int         // only ticks before this one; 0 for no end
}

// Has reports whether the query selects a firing.
func (q *Query) Has(f *record.Firing) bool {
	return q.Reaches(f.Timeline, f.Tick, f.Tick) && (q.Node == "" || f.Node == q.Node) && (q.K == 0 || f.K == q.K) &&
		(q.Path == nil || q.Path.Has(f.Timeline, f.Tick))
}

// Reaches reports whether the query may select something that a timeline did from a first to a last tick.
func (q *Query) Reaches(timeline, first, last int) bool {
	return last >= q.From && (q.Before == 0 || first < q.Before) && (q.Path == nil || q.Path.Has(timeline, first))
}

// History reads what happened.
type History interface {
	// Firings answers what the query selects, in the order in which it happened: by timeline, tick, and the order within
	// the tick. What is written after the first one was asked for may be left out. It ends with the first error.
	Firings(ctx context.Context, q Query) iter.Seq2[record.Firing, error]
	// Timelines answers all timelines in the order of their ids; the first, 0, is always there.
	Timelines(ctx context.Context) ([]record.Timeline, error)
}

// Recorder writes what happens.
type Recorder interface {
	// Begin makes an empty session hold a run. It answers ErrUsed when the session holds one.
	Begin(ctx context.Context, p Past) error
	// AppendTick keeps the firings of the tick at the session's head, which moves on. The store may keep the firings; they
	// must not be changed any more. It answers an *OrderError when the run that calls is not at the head.
	AppendTick(ctx context.Context, t Tick) error
	// AddTimeline keeps a new timeline, younger than all there are, with what it begins with. The head moves there.
	AddTimeline(ctx context.Context, t record.Timeline, base Base) error
	// Swap keeps that another program goes on from the head. It answers an *OrderError when the run that calls is not there.
	Swap(ctx context.Context, base Base) error
}

// Tick is what one tick adds.
type Tick struct {
	Firings []record.Firing // all of one timeline and tick; one at least
	// After makes the snapshot of the boundary after the tick, for a store that wants it now. It is called at most once,
	// before AppendTick comes back. Nil when there is none.
	After func() (Snapshot, error)
}

// Base is the state at a boundary from which a program goes on.
type Base struct {
	Program  Program
	Snapshot Snapshot // of the same boundary; without Data when the run keeps no records
}

// Past is what a session begins with: nothing but the base of a new run, or the past of a run from elsewhere.
type Past struct {
	ID      string // tells the run from all others
	Created int64  // when it begins
	Base    Base   // where it goes on from

	Timelines   []record.Timeline // besides the first, in the order of their ids
	Earlier     []Program         // the programs before the base's
	Firings     iter.Seq2[record.Firing, error]
	Snapshots   iter.Seq2[Snapshot, error] // besides the base's
	Checkpoints []Checkpoint
}

// EachTick calls do with the firings of the past, tick by tick.
func (p *Past) EachTick(do func([]record.Firing) error) error {
	if p.Firings == nil {
		return nil
	}
	for firings, err := range ByTick(p.Firings) {
		if err != nil {
			return err
		}
		if err := do(firings); err != nil {
			return err
		}
	}
	return nil
}

// EachSnapshot calls do with the snapshots of the past and then with its base's, unless that has no Data.
func (p *Past) EachSnapshot(do func(Snapshot) error) error {
	if p.Snapshots != nil {
		for s, err := range p.Snapshots {
			if err != nil {
				return err
			}
			if err := do(s); err != nil {
				return err
			}
		}
	}
	if p.Base.Snapshot.Data == nil {
		return nil
	}
	return do(p.Base.Snapshot)
}

// ByTick answers the firings tick by tick; the slices may be kept. An error ends it.
func ByTick(firings iter.Seq2[record.Firing, error]) iter.Seq2[[]record.Firing, error] {
	return func(yield func([]record.Firing, error) bool) {
		var tick []record.Firing
		for f, err := range firings {
			if err != nil {
				yield(nil, err)
				return
			}
			if len(tick) > 0 && (tick[0].Timeline != f.Timeline || tick[0].Tick != f.Tick) {
				if !yield(tick, nil) {
					return
				}
				tick = nil
			}
			tick = append(tick, f)
		}
		if len(tick) > 0 {
			yield(tick, nil)
		}
	}
}

// OrderError says that what was to be kept does not come next in its session: somebody else has gone on with the run.
type OrderError struct {
	At   Boundary // of what was to be kept
	Head Boundary // where the session stands
}

// Error answers a sentence with both.
func (e *OrderError) Error() string {
	return fmt.Sprintf("%v cannot be kept: the session stands at %v, somebody else has gone on with it", e.At, e.Head)
}

var errNoFirings = errors.New("a tick has one firing at least")

// Follow answers the head after a tick, or an *OrderError when the tick is not the one at the head.
func (b Boundary) Follow(firings []record.Firing) (Boundary, error) {
	if len(firings) == 0 {
		return b, errNoFirings
	}
	tick := Boundary{firings[0].Timeline, firings[0].Tick}
	if tick != b {
		return b, &OrderError{At: tick, Head: b}
	}
	return Boundary{b.Timeline, b.Tick + 1}, nil
}

// Stand answers the head when a program is swapped there, or an *OrderError when the run is elsewhere. A run that keeps no
// records is where it says.
func (b Boundary) Stand(base Base) (Boundary, error) {
	at := base.Program.Boundary
	if base.Snapshot.Data != nil && at != b {
		return b, &OrderError{At: at, Head: b}
	}
	return at, nil
}
