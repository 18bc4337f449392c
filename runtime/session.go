package runtime

import (
	"context"
	"errors"
	"time"

	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"
)

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
		err = r.Restore(ctx, s)
	} else {
		err = r.stay(ctx, s, info.Programs)
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

// stay puts a fresh run where the last one on its timeline has stopped.
func (r *Runner) stay(ctx context.Context, s *Snapshot, programs []store.Program) error {
	p := r.program
	fresh, err := r.run.Restored(s, s.Timeline, p.graph, p.behaviors)
	if err != nil {
		return err
	}
	times, err := r.recordedTimes(ctx, s.Tick)
	if err != nil {
		return err
	}
	r.run, r.times = fresh, times
	if n := len(programs); n > 0 && programs[n-1].Behaviors == p.behaviors.Digest() {
		return nil
	}
	return r.swap(ctx, fresh, p)
}

// begin makes the session hold the run, as it stands.
func (r *Runner) begin(ctx context.Context, past store.Past, run *engine.Run) (err error) {
	if _, err := r.session.Info(ctx); err == nil {
		return ErrStoreUsed // before any text is put there
	} else if !errors.Is(err, store.ErrNotFound) {
		return err
	}
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
