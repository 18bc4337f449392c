package runtime

import (
	"context"
	"errors"
)

// Remap goes on with another program from the next tick on. Slots that are in both graphs keep their tokens, new ones
// are empty, others go; history and state of nodes that are no more go too, with a warning. A start that is new or has
// never fired is armed. A halted run becomes idle, unless it was cancelled. It answers a *DeadlockError when a join can
// wait for ever from there on and Config does not allow it, an *engine.RemapError when a node that has fired would become a
// start, ErrTicking during a tick, and what the store answers that keeps the swap; then nothing changes.
//
// An A[k] that only the new graph has is read from the records. When nobody keeps them (DropRecords, a snapshot without
// records) and A has fired more than one time since, that input stays missing: Remap warns of it (lost-fire) and goes on,
// as it does when nodes lose their history, and snapshots from there on say that the fire is lost.
func (r *Runner) Remap(ctx context.Context, p *Program) error {
	if p == nil {
		return errNoProgram
	}
	if err := r.seize(); err != nil {
		return err
	}
	defer r.release()
	lookup := func(node string, k int) (Value, bool, error) { return r.fireOf(ctx, node, k) }
	fresh, err := r.run.Remapped(p.graph, p.behaviors, lookup)
	if err != nil {
		return err
	}
	if !r.allowed {
		if err := p.refuseAt(ctx, fresh.Marking()); err != nil {
			return err
		}
	}
	if err := r.swap(ctx, fresh, p); err != nil {
		return err
	}
	r.run, r.program = fresh, p
	r.known[p.graph.Digest()] = p
	return nil
}

// SetBehaviors exchanges the functions behind the graph's names from the next tick on. It answers an *engine.NameError
// when one is missing, ErrTicking during a tick, an error when one of Funcs is nil, and what the store answers that keeps
// the swap; then nothing changes. Nil has none.
func (r *Runner) SetBehaviors(b Behaviors) error {
	b, err := usable(b)
	if err != nil {
		return err
	}
	if err := r.seize(); err != nil {
		return err
	}
	defer r.release()
	p := *r.program
	p.behaviors = b
	before := r.program.behaviors
	if err := r.run.SetBehaviors(b); err != nil {
		return err
	}
	if err := r.swap(context.Background(), r.run, &p); err != nil {
		return errors.Join(err, r.run.SetBehaviors(before))
	}
	r.program = &p
	r.known[p.graph.Digest()] = &p
	return nil
}
