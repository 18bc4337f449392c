package runtime

import (
	"context"
	crand "crypto/rand"
	"encoding/hex"
	"fmt"
	"iter"
	"time"

	"github.com/tickflow/tickflow/runtime/store"
)

// newID draws what tells a run from all others.
func newID() string {
	var id [16]byte
	crand.Read(id[:]) // it never fails
	return hex.EncodeToString(id[:])
}

// Fork makes an empty session hold a run that has done what another one did up to a boundary, superseded things left out:
// firings, snapshots, checkpoints, programs and their texts. The run has an ID of its own, and the two share nothing. It
// answers store.ErrNotFound when LoadSnapshot does, and store.ErrUsed when the session is not empty; then it is unchanged
// but for texts.
//
// Edits change the state at the boundary before the run takes it over, such as SetOutput does; what had been recorded until
// then stays as it was. Their errors are answered.
func Fork(ctx context.Context, from store.Reader, at store.Boundary, to store.Session, edits ...func(*Snapshot) error) error {
	line, err := lineTo(ctx, from, at)
	if err != nil {
		return err
	}
	s, err := LoadSnapshot(ctx, from, line.at)
	if err != nil {
		return err
	}
	for _, edit := range edits {
		if err := edit(s); err != nil {
			return err
		}
	}
	past := store.Past{ID: newID(), Created: time.Now().UnixMilli(), Timelines: line.timelines()}
	data := s.AppendJSON(nil)
	past.Base.Snapshot = store.Snapshot{Boundary: line.at, Data: data, Weight: len(data)}
	if err := line.programs(ctx, from, to, &past); err != nil {
		return err
	}
	if line.at.Tick > 0 {
		past.Firings = from.Firings(ctx, store.Query{Path: line.path, Before: line.at.Tick})
	}
	past.Snapshots = line.snapshots(ctx, from)
	checkpoints, err := from.Checkpoints(ctx)
	if err != nil {
		return err
	}
	for _, c := range checkpoints {
		if line.has(store.Boundary{Timeline: c.Timeline, Tick: c.Tick}) {
			past.Checkpoints = append(past.Checkpoints, c)
		}
	}
	return to.Begin(ctx, past)
}

// programs gives a past the programs on the line, and the session their texts.
func (l *line) programs(ctx context.Context, from store.Reader, to store.Session, past *store.Past) error {
	programs, err := from.Programs(ctx)
	if err != nil {
		return err
	}
	last, err := l.program(programs)
	if err != nil {
		return err
	}
	for _, p := range programs {
		if !l.has(p.Boundary) {
			continue
		}
		for _, f := range p.Files {
			text, err := from.Text(ctx, f.Digest)
			if err != nil {
				return fmt.Errorf("the text of %s: %w", f.Name, err)
			}
			if _, err := to.PutText(ctx, text); err != nil {
				return err
			}
		}
		if p.Boundary != l.at {
			past.Earlier = append(past.Earlier, p)
		}
	}
	last.Boundary, last.At = l.at, past.Created
	past.Base.Program = last
	return nil
}

// snapshots answers those on the line before its end.
func (l *line) snapshots(ctx context.Context, from store.Reader) iter.Seq2[store.Snapshot, error] {
	return func(yield func(store.Snapshot, error) bool) {
		boundaries, err := from.Snapshots(ctx)
		if err != nil {
			yield(store.Snapshot{}, err)
			return
		}
		for _, b := range boundaries {
			if b == l.at || !l.has(b) {
				continue
			}
			if s, err := from.Snapshot(ctx, b); !yield(s, err) || err != nil {
				return
			}
		}
	}
}
