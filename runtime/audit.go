package runtime

import (
	"context"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"
)

// AuditOptions selects firings. The zero value selects the live path, whole.
type AuditOptions struct {
	Node       string // only this node's
	Superseded bool   // also what a restore has abandoned
}

// Audit answers what fired, in the order in which it happened. Without records (DropRecords) it answers nothing.
// What the firings hold is shared with the store and must not be changed.
func (r *Runner) Audit(ctx context.Context, o AuditOptions) ([]Firing, error) {
	q := store.Query{Node: o.Node}
	if !o.Superseded {
		path, err := r.livePath(ctx)
		if err != nil {
			return nil, err
		}
		q.Path = path
	}
	var firings []Firing
	for f, err := range r.session.Firings(ctx, q) {
		if err != nil {
			return nil, err
		}
		firings = append(firings, f)
	}
	return firings, nil
}

// AuditJSON answers Audit as a JSON array.
func (r *Runner) AuditJSON(ctx context.Context, o AuditOptions) ([]byte, error) {
	firings, err := r.Audit(ctx, o)
	if err != nil {
		return nil, err
	}
	return record.AppendAll(nil, firings), nil
}

// FiringsOf answers a node's firings on the live path, oldest first: all of them with records, else those in the window
// of the last two, of which only timeline, tick, index, output and status are known.
func (r *Runner) FiringsOf(ctx context.Context, node string) ([]Firing, error) {
	if r.keep != nil {
		return r.Audit(ctx, AuditOptions{Node: node})
	}
	id, ok := r.program.graph.Lookup(node)
	if !ok {
		return nil, nil
	}
	path, err := r.livePath(ctx)
	if err != nil {
		return nil, err
	}
	var firings []Firing
	count, fires := r.run.Fires(id), r.run.Window(id)
	for i, f := range fires {
		firings = append(firings, Firing{
			Timeline: path.At(f.Tick), Tick: f.Tick, Node: node, K: count - len(fires) + i + 1,
			Status: f.Status, Output: f.Output, State: emptyState,
		})
	}
	return firings, nil
}

func (r *Runner) livePath(ctx context.Context) (record.Path, error) {
	timelines, err := r.session.Timelines(ctx)
	if err != nil {
		return nil, err
	}
	return record.LivePath(timelines, r.run.Timeline()), nil
}

// fireOf answers the k-th fire of a node on the live path. A node that was removed and came back counts anew, so the
// latest of that index is meant.
func (r *Runner) fireOf(ctx context.Context, node string, k int) (v Value, ok bool, err error) {
	path, err := r.livePath(ctx)
	if err != nil {
		return Value{}, false, err
	}
	for f, err := range r.session.Firings(ctx, store.Query{Path: path, Node: node, K: k}) {
		if err != nil {
			return Value{}, false, err
		}
		v, ok = f.Output, true
	}
	return v, ok, nil
}
