package runtime

import (
	"context"
	"encoding/json"
	"fmt"
)

// Know tells the runner of programs that the run has had in another process, or will have, so that Restore can bring them
// back. Like all of the Runner it belongs to its goroutine.
func (r *Runner) Know(programs ...*Program) {
	for _, p := range programs {
		if _, ok := r.known[p.graph.Digest()]; !ok {
			r.known[p.graph.Digest()] = p
		}
	}
}

// Forget makes the run forget a program that it has had, and reports whether it has: then nothing of the run calls the
// program's behaviours any more, and whoever opened them may close them. It answers false, and forgets nothing, for the
// program being run, and for one that a checkpoint would bring back; ask again when that is over. A snapshot that only the
// caller has counts for nothing: to restore it, make the run Know its program again. During a tick it answers ErrTicking.
func (r *Runner) Forget(ctx context.Context, p *Program) (bool, error) {
	if r.busy.Load() {
		return false, ErrTicking
	}
	digest := p.graph.Digest()
	switch {
	case p == r.program:
		return false, nil
	case r.known[digest] != p: // another one has taken its place
		return true, nil
	}
	checkpoints, err := r.session.Checkpoints(ctx)
	if err != nil {
		return false, err
	}
	for _, c := range checkpoints {
		var s struct {
			Graph string `json:"graph_digest"`
		}
		if err := json.Unmarshal(c.Snapshot, &s); err != nil {
			return false, fmt.Errorf("checkpoint %q: %w", c.Label, err)
		}
		if s.Graph == digest {
			return false, nil
		}
	}
	delete(r.known, digest)
	return true, nil
}
