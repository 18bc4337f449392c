package runtime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"
	"github.com/tickflow/tickflow/runtime/value"
)

var emptyState = value.OfObject()

// ToJSON answers everything about the run but its program as one JSON object: its snapshot, with all records and timelines
// in it, the result, and its checkpoints. FromJSON takes it back.
func (r *Runner) ToJSON(ctx context.Context) ([]byte, error) {
	s := r.Snapshot()
	var err error
	if s.Timelines, err = r.session.Timelines(ctx); err != nil {
		return nil, err
	}
	if s.Records, err = r.Audit(ctx, AuditOptions{Superseded: true}); err != nil {
		return nil, err
	}
	checkpoints, err := r.session.Checkpoints(ctx)
	if err != nil {
		return nil, err
	}
	b := s.AppendJSON(nil)
	b = append(b[:len(b)-1], `,"result":`...) // within the snapshot's object
	b = r.Result().AppendJSON(b)
	b = append(b, `,"checkpoints":`...)
	type labelled struct {
		Label    string          `json:"label"`
		Snapshot json.RawMessage `json:"snapshot"`
	}
	list := make([]labelled, len(checkpoints))
	for i, c := range checkpoints {
		list[i] = labelled{c.Label, c.Snapshot}
	}
	encoded, err := json.Marshal(list)
	if err != nil {
		return nil, err
	}
	return append(append(b, encoded...), '}'), nil
}

// ErrStoreUsed says that a store holds a run already, so that another one cannot be read into it.
var ErrStoreUsed = errors.New("the store already holds a run")

// FromJSON makes a run of a program that goes on from what ToJSON or a marshalled Snapshot says. Args and Seed of the
// Config are not used: the run keeps its own. It answers an *engine.SnapshotError when data is no such thing, an
// *engine.GraphError when it belongs to another graph, ErrStoreUsed when the Store of the Config is not empty, and what
// New answers; then nothing has been written to the Store.
func FromJSON(ctx context.Context, p *Program, data []byte, cfg Config) (*Runner, error) {
	d, err := ReadDump(data)
	if err != nil {
		return nil, err
	}
	cfg.Args, cfg.Seed = nil, 0
	r, err := New(p, cfg)
	if err != nil {
		return nil, err
	}
	t := newTimeline(d.Snapshot.Timelines, d.Snapshot)
	fresh, err := r.run.Restored(d.Snapshot, t.ID, p.graph, p.behaviors)
	if err != nil {
		return nil, err
	}
	if err := unused(ctx, r.session); err != nil {
		return nil, err
	}
	if err := r.refill(ctx, d); err != nil {
		return nil, err
	}
	if err := r.goOn(ctx, fresh, p, t); err != nil {
		return nil, err
	}
	return r, nil
}

// unused answers ErrStoreUsed when a session holds anything of a run.
func unused(ctx context.Context, s store.Session) error {
	timelines, err := s.Timelines(ctx)
	if err != nil {
		return err
	}
	checkpoints, err := s.Checkpoints(ctx)
	if err != nil {
		return err
	}
	if len(timelines) > 1 || len(checkpoints) > 0 {
		return ErrStoreUsed
	}
	for _, err := range s.Firings(ctx, store.Query{}) {
		if err != nil {
			return err
		}
		return ErrStoreUsed
	}
	return nil
}

// refill brings a dump's past into the empty session of a new run.
func (r *Runner) refill(ctx context.Context, d *Dump) error {
	for _, t := range d.Snapshot.Timelines {
		if t.ID == 0 {
			continue // every session has it
		}
		if err := r.session.AddTimeline(ctx, t); err != nil {
			return err
		}
	}
	for firings := d.Snapshot.Records; r.keep != nil && len(firings) > 0; {
		n := 1
		for n < len(firings) && firings[n].Tick == firings[0].Tick && firings[n].Timeline == firings[0].Timeline {
			n++
		}
		if err := r.keep(ctx, firings[:n:n]); err != nil {
			return err
		}
		firings = firings[n:]
	}
	for _, c := range d.Checkpoints {
		if err := r.session.PutCheckpoint(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

// Dump is what ToJSON writes, read back.
type Dump struct {
	Snapshot    *Snapshot
	Result      Value
	Checkpoints []store.Checkpoint
}

// dumpDepth is how many levels below the top of a dump the values of a run lie at most: those of a checkpoint do, which
// is in an object in a list.
const dumpDepth = 3 + engine.SnapshotDepth

// ReadDump reads what ToJSON or a marshalled Snapshot says, without a program. A fault is an *engine.SnapshotError.
func ReadDump(data []byte) (*Dump, error) {
	v, err := value.ParseDocument(data, dumpDepth)
	if err != nil {
		return nil, &engine.SnapshotError{Msg: err.Error()}
	}
	s, err := engine.FromValue(v)
	if err != nil {
		return nil, err
	}
	d := &Dump{Snapshot: s}
	d.Result, _ = v.Get("result")
	checkpoints, _ := v.Get("checkpoints")
	if checkpoints.Kind() != value.List && !checkpoints.IsNull() {
		return nil, &engine.SnapshotError{Path: "checkpoints", Msg: "should be a list"}
	}
	for i, c := range checkpoints.Items() {
		read, err := readCheckpoint("checkpoints"+value.ItemPath(i), c)
		if err != nil {
			return nil, err
		}
		d.Checkpoints = append(d.Checkpoints, read)
	}
	return d, nil
}

func readCheckpoint(path string, c Value) (store.Checkpoint, error) {
	label, _ := c.Get("label")
	text, ok := label.Str()
	if !ok {
		return store.Checkpoint{}, &engine.SnapshotError{Path: path + ".label", Msg: "should be a string"}
	}
	snapshot, _ := c.Get("snapshot")
	s, err := engine.FromValue(snapshot)
	if err != nil {
		return store.Checkpoint{}, fmt.Errorf("%s: %w", path, err)
	}
	return store.Checkpoint{Label: text, Timeline: s.Timeline, Tick: s.Tick, Snapshot: snapshot.AppendJSON(nil)}, nil
}

// Live answers the firings of the dump that have not been superseded, in the order in which they happened.
func (d *Dump) Live() []Firing {
	path := record.LivePath(d.Snapshot.Timelines, d.Snapshot.Timeline)
	var live []Firing
	for _, f := range d.Snapshot.Records {
		if path.Has(f.Timeline, f.Tick) {
			live = append(live, f)
		}
	}
	return live
}
