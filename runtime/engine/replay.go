package engine

import (
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/record"
)

// ReplayError says that recorded firings do not follow from the state they are replayed on.
type ReplayError struct {
	Tick int
	Node string
	Msg  string
}

// Error answers all three.
func (e *ReplayError) Error() string {
	return fmt.Sprintf("the record of tick %d does not fit: %s %s", e.Tick, e.Node, e.Msg)
}

// Replayed answers the snapshot that stands where a run of the graph came to when, after the snapshot s, it did what the
// firings say: whole ticks, in order, ended by the first error. No body or guard is asked. What was read
// from JSON comes back in node order, even without firings. It fails with that error, with
// a *GraphError or *SnapshotError as Restored does, or with a *ReplayError.
func Replayed(net *graph.Graph, s *Snapshot, ticks iter.Seq2[[]record.Firing, error]) (*Snapshot, error) {
	if s.GraphDigest != net.Digest() {
		return nil, &GraphError{Snapshot: s.GraphDigest, Graph: net.Digest(), Missing: missing(net, s)}
	}
	r := &Run{}
	r.load(net)
	if err := r.take(s); err != nil {
		return nil, err
	}
	r.timeline = s.Timeline
	for firings, err := range ticks {
		if err != nil {
			return nil, err
		}
		if err := r.replay(firings); err != nil {
			return nil, err
		}
	}
	after := r.Snapshot()
	after.KeepRecords = s.KeepRecords
	return after, nil
}

// After answers the snapshot of the run as it will stand once the firings of the tick being run are committed. It does
// not change the run.
func (r *Run) After(firings []record.Firing) (*Snapshot, error) {
	ahead := &Run{
		net: r.net, seed: r.seed, args: r.args, tick: r.tick, graphSince: r.graphSince, timeline: r.timeline, marked: r.marked,
		cells: slices.Clone(r.cells), slots: slices.Clone(r.slots), pinned: r.pinned, pins: maps.Clone(r.pins),
	}
	if err := ahead.replay(firings); err != nil {
		return nil, err
	}
	return ahead.Snapshot(), nil
}

// replay makes one recorded tick part of the run.
func (r *Run) replay(firings []record.Firing) error {
	r.status, r.reason = Running, ""
	for i := range firings {
		if err := r.fireAgain(&firings[i]); err != nil {
			return err
		}
	}
	for i := range firings {
		if err := r.produceAgain(&firings[i]); err != nil {
			return err
		}
		if f := &firings[i]; f.Status == record.Aborted && r.status != Aborted {
			r.status, r.reason = Aborted, abortedBy(f)
		}
	}
	r.settle()
	r.tick++
	return nil
}

// abortedBy says which firing has aborted the run.
func abortedBy(f *record.Firing) string { return fmt.Sprintf("%s failed: %s", f.Node, f.Error) }

func (r *Run) fireAgain(f *record.Firing) error {
	id, ok := r.net.Lookup(f.Node)
	if !ok {
		return &ReplayError{f.Tick, f.Node, "is not in the graph"}
	}
	c := &r.cells[id]
	switch {
	case f.Tick != r.tick || f.Timeline != r.timeline:
		return &ReplayError{f.Tick, f.Node, fmt.Sprintf("should have fired in tick %d of timeline %d", r.tick, r.timeline)}
	case !c.ready():
		return &ReplayError{f.Tick, f.Node, "could not fire"}
	case f.K != c.count+1:
		return &ReplayError{f.Tick, f.Node, fmt.Sprintf("had fired %d times before, not %d", c.count, f.K-1)}
	}
	r.consume(c)
	c.state = f.State
	r.push(id, c, fire{f.Output, f.Tick, f.Status})
	return nil
}

func (r *Run) produceAgain(f *record.Firing) error {
	id, _ := r.net.Lookup(f.Node)
	out := r.cells[id].out
	if !slices.EqualFunc(out, f.Edges, func(e graph.Edge, w record.Edge) bool { return r.cells[e.To].name == w.Consumer }) {
		return &ReplayError{f.Tick, f.Node, "has other edges"}
	}
	for i := range out {
		r.write(out[i].Slot, out[i].To, f.Edges[i].Value)
	}
	return nil
}
