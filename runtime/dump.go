package runtime

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"
	"github.com/tickflow/tickflow/runtime/value"
)

var emptyState = value.OfObject()

// ToJSON answers everything about the run but its program as one JSON object: its snapshot, with all records and timelines
// in it, the result, and its checkpoints. FromJSON takes it back.
func (r *Runner) ToJSON(ctx context.Context) ([]byte, error) {
	d, err := r.Dump(ctx)
	if err != nil {
		return nil, err
	}
	return d.AppendJSON(nil), nil
}

// Dump answers what ToJSON writes, as it stands.
func (r *Runner) Dump(ctx context.Context) (*Dump, error) {
	d := &Dump{Snapshot: r.Snapshot(), Result: r.Result()}
	var err error
	if d.Snapshot.Timelines, err = r.session.Timelines(ctx); err != nil {
		return nil, err
	}
	if d.Snapshot.Records, err = r.Audit(ctx, AuditOptions{Superseded: true}); err != nil {
		return nil, err
	}
	if d.Checkpoints, err = r.session.Checkpoints(ctx); err != nil {
		return nil, err
	}
	return d, nil
}

// AppendJSON appends the dump's JSON object: the members of its snapshot, then its own.
func (d *Dump) AppendJSON(b []byte) []byte {
	b = d.Snapshot.AppendJSON(b)
	b = append(b[:len(b)-1], `,"result":`...) // within the snapshot's object
	b = d.Result.AppendJSON(b)
	b = append(b, `,"checkpoints":[`...)
	for i, c := range d.Checkpoints {
		if i > 0 {
			b = append(b, ',')
		}
		b = value.AppendString(append(b, `{"label":`...), c.Label)
		b = append(append(b, `,"snapshot":`...), c.Snapshot...)
		b = append(b, '}')
	}
	return append(b, "]}"...)
}

// ErrStoreUsed says that a store holds a run already, so that another one can neither begin nor be read into it.
var ErrStoreUsed = errors.New("the store already holds a run")

// FromJSON makes a run of a program that goes on from what ToJSON or a marshalled Snapshot says. Args of the Config that
// are not nil replace the run's input from there on, such as by a person's answer; From(nil) replaces it by null. Seed is
// not used: the run keeps its own. It answers an *engine.SnapshotError when data is no such thing, an
// *engine.GraphError when it belongs to another graph, ErrStoreUsed when the Store of the Config is not empty, and what
// New answers; then nothing has been written to the Store.
func FromJSON(ctx context.Context, p *Program, data []byte, cfg Config) (*Runner, error) {
	d, err := ReadDump(data)
	if err != nil {
		return nil, err
	}
	cfg.Seed = 0
	given := cfg.Args != nil
	r, err := prepare(p, &cfg)
	if err != nil {
		return nil, err
	}
	if given {
		d.Snapshot.Args = r.run.Args()
	}
	t := newTimeline(d.Snapshot.Timelines, d.Snapshot)
	fresh, err := r.run.Restored(d.Snapshot, t.ID, p.graph, p.behaviors)
	if err != nil {
		return nil, err
	}
	past := d.past(r.keep != nil)
	past.ID, past.Created = cfg.ID, time.Now().UnixMilli()
	past.Timelines = append(past.Timelines, t)
	if err := r.begin(ctx, past, fresh); err != nil {
		return nil, err
	}
	if r.times, err = r.recordedTimes(ctx, t.Fork); err != nil {
		return nil, err
	}
	r.run = fresh
	return r, nil
}

// past answers a dump's past, for the empty session of a new run.
func (d *Dump) past(keep bool) store.Past {
	p := store.Past{Checkpoints: d.Checkpoints}
	for _, t := range d.Snapshot.Timelines {
		if t.ID != 0 { // every session has it
			p.Timelines = append(p.Timelines, t)
		}
	}
	if keep {
		p.Firings = func(yield func(Firing, error) bool) {
			for _, f := range d.Snapshot.Records {
				if !yield(f, nil) {
					return
				}
			}
		}
	}
	return p
}

// Dump is everything about a run but its program, as ToJSON writes it.
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
		if slices.ContainsFunc(d.Checkpoints, func(c store.Checkpoint) bool { return c.Label == read.Label }) {
			return nil, &engine.SnapshotError{Path: "checkpoints" + value.ItemPath(i) + ".label", Msg: strconv.Quote(read.Label) + " twice"}
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
	if err := checkLabel(text); err != nil {
		return store.Checkpoint{}, &engine.SnapshotError{Path: path + ".label", Msg: err.Error()}
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
