package runtime

import (
	"context"
	"fmt"
	"math"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"
)

// RangeError says that a session does not keep the state at a boundary: the run has not come there, or it has been pruned.
// It is a store.ErrNotFound.
type RangeError struct {
	At          store.Boundary // on the oldest timeline that could tell it
	First, Last int            // the ticks before which the session keeps the state, on the live path to At's timeline
}

// Error answers a sentence with the ticks that there are.
func (e *RangeError) Error() string {
	return fmt.Sprintf("nothing is kept of %v: %s", e.At, e.Kept())
}

// Kept says which ticks there are: "ticks 0 to 7 are kept".
func (e *RangeError) Kept() string {
	switch {
	case e.First > e.Last:
		return "no tick of its timeline is kept"
	case e.First == e.Last:
		return fmt.Sprintf("tick %d is kept", e.First)
	}
	return fmt.Sprintf("ticks %d to %d are kept", e.First, e.Last)
}

// Unwrap answers store.ErrNotFound.
func (e *RangeError) Unwrap() error { return store.ErrNotFound }

// outside makes the error for a boundary that a session keeps no state of.
func outside(ctx context.Context, session store.Reader, timelines []record.Timeline, at store.Boundary) error {
	e := &RangeError{At: at, First: math.MaxInt, Last: -1}
	boundaries, err := session.Snapshots(ctx)
	if err != nil {
		return err
	}
	path := record.LivePath(timelines, at.Timeline)
	for _, b := range boundaries {
		if path.Has(b.Timeline, b.Tick) {
			e.First, e.Last = min(e.First, b.Tick), max(e.Last, b.Tick)
		}
	}
	for f, err := range session.Firings(ctx, store.Query{Path: path, From: max(e.Last, 0)}) {
		if err != nil {
			return err
		}
		e.Last = max(e.Last, f.Tick+1)
	}
	return e
}
