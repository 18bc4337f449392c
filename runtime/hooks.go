package runtime

import (
	"fmt"
	"log/slog"
	"slices"

	"github.com/tickflow/tickflow/runtime/graph"
)

// Hooks observe a run. They are called synchronously, on the goroutine that called Tick. A hook that fails or panics is
// logged and otherwise ignored: it cannot disturb the run. Any of them may be nil. What they are handed is their own copy.
// They may look at the Runner, take checkpoints and cancel the run; to tick it or take it elsewhere is refused with
// ErrTicking.
type Hooks struct {
	// OnTickStart is called before the first body of a tick, with the nodes about to fire in node order. When it cancels the
	// run, the tick is not run and no other hook is called for it.
	OnTickStart func(tick int, fireable []string) error
	// OnFire is called once per firing, in order, when the tick has been committed.
	OnFire func(f *Firing) error
	// OnTickEnd is called after the last OnFire of a tick.
	OnTickEnd func(tick int, firings []Firing) error
	// OnTickError is called in place of OnFire and OnTickEnd when a tick has been discarded.
	OnTickError func(tick int, err error) error
}

// AddHooks adds a further observer, called after those added before.
func (r *Runner) AddHooks(h Hooks) {
	if h.OnTickStart != nil || h.OnFire != nil || h.OnTickEnd != nil || h.OnTickError != nil {
		r.hooks = append(r.hooks, h)
	}
}

func (r *Runner) guardHook(name string, call func() error) {
	defer func() {
		if p := recover(); p != nil {
			r.logger.Error("hook panicked", slog.String("hook", name), slog.String("panic", fmt.Sprint(p)))
		}
	}()
	if err := call(); err != nil {
		r.logger.Error("hook failed", slog.String("hook", name), slog.Any("error", err))
	}
}

func (r *Runner) tickStarts(tick int) {
	for _, h := range r.hooks {
		if h.OnTickStart != nil {
			fireable := r.names(r.run.Fireable())
			r.guardHook("OnTickStart", func() error { return h.OnTickStart(tick, fireable) })
		}
	}
}

func (r *Runner) tickEnds(tick int, firings []Firing, err error) {
	for _, h := range r.hooks {
		if err != nil {
			if h.OnTickError != nil {
				r.guardHook("OnTickError", func() error { return h.OnTickError(tick, err) })
			}
			continue
		}
		if h.OnFire != nil {
			for _, f := range copied(firings) {
				r.guardHook("OnFire", func() error { return h.OnFire(&f) })
			}
		}
		if h.OnTickEnd != nil {
			r.guardHook("OnTickEnd", func() error { return h.OnTickEnd(tick, copied(firings)) })
		}
	}
}

// copied answers firings that share with the given ones only what cannot be changed.
func copied(firings []Firing) []Firing {
	firings = slices.Clone(firings)
	for i := range firings {
		f := &firings[i]
		f.Inputs, f.Edges = slices.Clone(f.Inputs), slices.Clone(f.Edges)
	}
	return firings
}

func (r *Runner) names(ids []graph.ID) []string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = r.program.graph.Nodes[id].Name
	}
	return names
}
