package runtime

import (
	"context"
	"errors"
	"fmt"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"
	"github.com/tickflow/tickflow/runtime/syntax"
)

// LoadSnapshot answers the state at a boundary of a session: the nearest snapshot that the session has, brought forward by
// the recorded firings; no body runs. A tick before the timeline's own is looked up on those it comes from. It answers
// a *RangeError when the run has not come so far, or what is needed has been pruned, and store.ErrNotFound when there is no
// such timeline.
func LoadSnapshot(ctx context.Context, session store.Reader, at store.Boundary) (*Snapshot, error) {
	timelines, err := session.Timelines(ctx)
	if err != nil {
		return nil, err
	}
	at, err = owner(timelines, at)
	if err != nil {
		return nil, err
	}
	kept, err := session.Snapshot(ctx, at)
	if errors.Is(err, store.ErrNotFound) {
		return nil, outside(ctx, session, timelines, at)
	} else if err != nil {
		return nil, err
	}
	var s Snapshot
	if err := s.UnmarshalJSON(kept.Data); err != nil {
		return nil, fmt.Errorf("the snapshot of %v: %w", kept.Boundary, err)
	}
	reached, err := forward(ctx, session, &s, at)
	if err != nil {
		return nil, err
	}
	if reached.Tick < at.Tick {
		return nil, outside(ctx, session, timelines, at)
	}
	return reached, nil
}

// owner answers where the state at a boundary is kept: on the oldest timeline that tells it.
func owner(timelines []record.Timeline, at store.Boundary) (store.Boundary, error) {
	for {
		var of *record.Timeline
		for i := range timelines {
			if timelines[i].ID == at.Timeline {
				of = &timelines[i]
			}
		}
		switch {
		case of == nil:
			return at, fmt.Errorf("there is no timeline %d: %w", at.Timeline, store.ErrNotFound)
		case at.Tick < 0:
			return at, fmt.Errorf("there is no tick %d: %w", at.Tick, store.ErrNotFound)
		case at.Tick >= of.Fork || of.Parent < 0 || of.Parent >= of.ID:
			return at, nil
		}
		at.Timeline = of.Parent
	}
}

// forward replays what was recorded from a snapshot up to a boundary, or as far as that goes.
func forward(ctx context.Context, session store.Reader, s *Snapshot, at store.Boundary) (*Snapshot, error) {
	net, err := graphOf(ctx, session, s.GraphDigest)
	if err != nil {
		return nil, err
	}
	path := record.Path{{Timeline: at.Timeline, Until: at.Tick}}
	firings := session.Firings(ctx, store.Query{Path: path, From: s.Tick})
	return engine.Replayed(net, s, store.ByTick(firings))
}

// graphOf answers the graph with that digest, from the text that the session keeps of it.
func graphOf(ctx context.Context, session store.Reader, digest string) (*graph.Graph, error) {
	programs, err := session.Programs(ctx)
	if err != nil {
		return nil, err
	}
	for _, p := range programs {
		if p.Graph != digest || len(p.Files) == 0 {
			continue
		}
		text, err := session.Text(ctx, p.Files[0].Digest)
		if err != nil {
			return nil, fmt.Errorf("the text of %s: %w", p.Files[0].Name, err)
		}
		file, _ := syntax.Parse(diag.NewSource(p.Files[0].Name, text))
		if net, _ := graph.Build(file); net.Digest() == digest {
			return net, nil
		}
	}
	return nil, fmt.Errorf("the text of graph %.8s: %w", digest, store.ErrNotFound)
}
