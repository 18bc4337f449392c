package main

import (
	"context"
	"iter"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"

	tickflow "github.com/tickflow/tickflow/runtime"
)

// side is one side of a comparison.
type side struct {
	name  string
	ticks iter.Seq2[[]tickflow.Firing, error] // of a run: what has not been superseded
	state *tickflow.Snapshot                  // of a tick, or nil
	end   func()                              // to be called when it is over
}

// fileSide reads a run that a file holds.
func (c *console) fileSide(path string) (*side, error) {
	src, err := c.read(path)
	if err != nil {
		return nil, err
	}
	dump, err := tickflow.ReadDump([]byte(src.Text))
	if err != nil {
		return nil, snapshotFault(src, err)
	}
	live := dump.Live()
	if len(live) == 0 && dump.Snapshot.Tick > 0 {
		return nil, usage(path+" holds no firings: it is a plain snapshot, or records were not kept", "files that run -o or snapshot writes hold them")
	}
	firings := func(yield func(tickflow.Firing, error) bool) {
		for _, f := range live {
			if !yield(f, nil) {
				return
			}
		}
	}
	return &side{name: path, ticks: store.ByTick(firings), end: func() {}}, nil
}

// side reads a place in a session.
func (f *sessionFlags) side(ctx context.Context, r store.Reader, p sideName, name string) (*side, error) {
	if p.tick < 0 {
		return f.runSide(ctx, r, p, name)
	}
	at, err := f.boundary(ctx, r, p.timeline, p.tick)
	if err != nil {
		return nil, err
	}
	s, err := f.loaded(ctx, r, at)
	return &side{name: name, state: s}, err
}

func (f *sessionFlags) runSide(ctx context.Context, r store.Reader, p sideName, name string) (*side, error) {
	at, err := f.boundary(ctx, r, p.timeline, 0)
	if err != nil {
		return nil, err
	}
	timelines, err := r.Timelines(ctx)
	if err != nil {
		return nil, dbFault(f.db, err)
	}
	firings := r.Firings(ctx, store.Query{Path: record.LivePath(timelines, at.Timeline)})
	return &side{name: name, ticks: store.ByTick(firings)}, nil
}
