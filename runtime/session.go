package runtime

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"
)

// Sourced are Behaviors that know the texts they were read from; sessions keep those. Behaviors of Lua files are.
type Sourced interface {
	// Sources answers the texts, in an order that stays the same.
	Sources() []*diag.Source
}

// Sources answers the texts of a program: its graph's, as Promote has left it, then those of its behaviours as far as
// they tell.
func (p *Program) Sources() []*diag.Source {
	return append([]*diag.Source{p.source}, sourcesOf(p.behaviors)...)
}

func sourcesOf(b Behaviors) []*diag.Source {
	switch b := b.(type) {
	case Sourced:
		return b.Sources()
	case layered:
		var all []*diag.Source
		for _, layer := range b {
			all = append(all, sourcesOf(layer)...)
		}
		return all
	}
	return nil
}

// Resume makes a runner that goes on with the run in the Store of the config, on the same timeline, from the tick after the
// last one that was kept. A status that had halted the run becomes idle. Seed and ID are the run's own; Args that are not
// nil replace its input, which begins a new timeline. Behaviours other than those that ran last are kept as a swap.
//
// It answers store.ErrNotFound when the session holds no run, an *engine.GraphError when the graph that ran last was another
// one than the program's (its text is in the session: Resume with that, then Remap), and what New and the store answer.
func Resume(ctx context.Context, p *Program, cfg Config) (*Runner, error) {
	if cfg.Store == nil {
		return nil, errors.New("there is nothing to resume: the config has no store")
	}
	info, err := cfg.Store.Info(ctx)
	if err != nil {
		return nil, err
	}
	s, err := LoadSnapshot(ctx, cfg.Store, info.Head)
	if err != nil {
		return nil, err
	}
	cfg.Seed, cfg.ID = s.Seed, info.ID
	given := cfg.Args != nil
	r, err := prepare(p, &cfg)
	if err != nil {
		return nil, err
	}
	if given {
		s.Args = r.run.Args()
		timelines, err := r.session.Timelines(ctx)
		if err != nil {
			return nil, err
		}
		return r, r.restore(ctx, s, newTimeline(timelines, s))
	}
	if r.run, err = r.run.Restored(s, s.Timeline, p.graph, p.behaviors); err != nil {
		return nil, err
	}
	if r.times, err = r.recordedTimes(ctx, s.Tick); err != nil {
		return nil, err
	}
	if last := info.Programs[len(info.Programs)-1]; last.Behaviors != p.behaviors.Digest() {
		return r, r.swap(ctx, r.run, p)
	}
	return r, nil
}

// begin makes the session hold the run, as it stands.
func (r *Runner) begin(ctx context.Context, past store.Past, run *engine.Run) (err error) {
	if past.Base, err = r.base(ctx, run, r.program); err != nil {
		return err
	}
	err = r.session.Begin(ctx, past)
	if errors.Is(err, store.ErrUsed) {
		return ErrStoreUsed
	}
	return err
}

// swap keeps that the program goes on with the run.
func (r *Runner) swap(ctx context.Context, run *engine.Run, p *Program) error {
	base, err := r.base(ctx, run, p)
	if err != nil {
		return err
	}
	return r.session.Swap(ctx, base)
}

// base answers the state of a run and the program that goes on from it, whose texts it puts into the session.
func (r *Runner) base(ctx context.Context, run *engine.Run, p *Program) (store.Base, error) {
	at := store.Boundary{Timeline: run.Timeline(), Tick: run.Now()}
	base := store.Base{Program: store.Program{
		Boundary: at, At: time.Now().UnixMilli(), Graph: p.graph.Digest(), Behaviors: p.behaviors.Digest(),
	}}
	for _, source := range p.Sources() {
		digest, err := r.session.PutText(ctx, source.Text)
		if err != nil {
			return store.Base{}, err
		}
		base.Program.Files = append(base.Program.Files, store.File{Name: source.Name, Digest: digest})
	}
	base.Snapshot = store.Snapshot{Boundary: at}
	if r.keep != nil {
		base.Snapshot = weighed(r.snapshotOf(run), run)
	}
	return base, nil
}

// nodeWeight is what looking at one node costs when a snapshot is made, in bytes of firings written.
const nodeWeight = 64

// weighed makes a snapshot of the run ready for the store.
func weighed(s *Snapshot, run *engine.Run) store.Snapshot {
	data := s.AppendJSON(nil)
	return store.Snapshot{
		Boundary: store.Boundary{Timeline: s.Timeline, Tick: s.Tick}, Data: data,
		Weight: len(data) + nodeWeight*len(run.Graph().Nodes),
	}
}

// appendTick keeps the firings of the tick being run.
func (r *Runner) appendTick(ctx context.Context, firings []record.Firing) error {
	r.ticked = firings
	err := r.session.AppendTick(ctx, store.Tick{Firings: firings, After: r.after})
	r.ticked = nil
	return err
}

// stateAfter answers the state after the tick that is being kept.
func (r *Runner) stateAfter() (store.Snapshot, error) {
	s, err := r.run.After(r.ticked)
	if err != nil {
		return store.Snapshot{}, err
	}
	s.KeepRecords = true
	return weighed(s, r.run), nil
}

// LoadSnapshot answers the state at a boundary of a session: the nearest snapshot that the session has, brought forward by
// the recorded firings; no body runs. A tick before the timeline's own is looked up on those it comes from. It answers
// store.ErrNotFound, with the reason, when the run has not come so far, or what is needed has been pruned.
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
	if err != nil {
		return nil, fmt.Errorf("nothing is kept of %v: %w", at, err)
	}
	var s Snapshot
	if err := s.UnmarshalJSON(kept.Data); err != nil {
		return nil, fmt.Errorf("the snapshot of %v: %w", kept.Boundary, err)
	}
	return forward(ctx, session, &s, at)
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

// forward replays what was recorded from a snapshot up to a boundary.
func forward(ctx context.Context, session store.Reader, s *Snapshot, at store.Boundary) (*Snapshot, error) {
	net, err := graphOf(ctx, session, s.GraphDigest)
	if err != nil {
		return nil, err
	}
	path := record.Path{{Timeline: at.Timeline, Until: at.Tick}}
	firings := session.Firings(ctx, store.Query{Path: path, From: s.Tick})
	reached, err := engine.Replayed(net, s, store.ByTick(firings))
	if err != nil {
		return nil, err
	}
	if reached.Tick < at.Tick {
		return nil, fmt.Errorf("the run has come to tick %d only: %w", reached.Tick, store.ErrNotFound)
	}
	return reached, nil
}
