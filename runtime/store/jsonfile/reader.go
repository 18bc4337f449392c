package jsonfile

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"
	"github.com/tickflow/tickflow/runtime/store/filelock"
)

// reader reads a session from its folder. It remembers nothing, and is safe for concurrent use.
type reader struct{ name, path string }

func (r *reader) file(name string) string { return filepath.Join(r.path, name) }

func (r *reader) lock() string { return r.file("lock") }

func (r *reader) timeline(id int) string { return timelineFolder(r.path, id) }

// Info tells what the session is.
func (r *reader) Info(context.Context) (store.Info, error) {
	m, err := r.load()
	if err != nil {
		return store.Info{}, err
	}
	head, err := r.head(m)
	if err != nil {
		return store.Info{}, err
	}
	return store.Info{
		Name: r.name, ID: m.ID, Created: m.Created, Head: head, Timelines: len(m.Timelines), Programs: m.programs(),
		Holder: filelock.Holder(r.lock()),
	}, nil
}

// Size answers how many bytes the session's files have.
func (r *reader) Size(context.Context) (bytes int64, err error) {
	err = filepath.WalkDir(r.path, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return ignoring(err, os.ErrNotExist)
		}
		at, err := d.Info()
		if err == nil {
			bytes += at.Size()
		}
		return ignoring(err, os.ErrNotExist)
	})
	return bytes, err
}

// head finds where the run stands: on its youngest timeline, at the last state.
func (r *reader) head(m *meta) (store.Boundary, error) {
	t := m.youngest()
	head := store.Boundary{Timeline: t.ID, Tick: t.Fork}
	ticks, err := ticksIn(r.timeline(t.ID))
	if len(ticks) > 0 {
		head.Tick = max(head.Tick, ticks[len(ticks)-1])
	}
	for _, s := range m.States {
		if s.Timeline == t.ID {
			head.Tick = max(head.Tick, s.Tick)
		}
	}
	return head, err
}

// Timelines answers all timelines in the order of their ids.
func (r *reader) Timelines(context.Context) ([]record.Timeline, error) {
	m, err := r.load()
	if errors.Is(err, store.ErrNotFound) {
		return []record.Timeline{{Parent: -1}}, nil
	}
	if err != nil {
		return nil, err
	}
	return m.timelines(), nil
}

// Snapshot answers the last one of a timeline at or before a tick.
func (r *reader) Snapshot(_ context.Context, at store.Boundary) (store.Snapshot, error) {
	m, err := r.load()
	if err != nil {
		return store.Snapshot{}, err
	}
	s, err := r.state(m, at)
	if !errors.Is(err, store.ErrNotFound) {
		return s, err
	}
	ticks, err := r.ticks(m, at.Timeline)
	if err != nil {
		return store.Snapshot{}, err
	}
	i, _ := slices.BinarySearch(ticks, at.Tick)
	if i == 0 {
		return store.Snapshot{}, store.ErrNotFound
	}
	return r.state(m, store.Boundary{Timeline: at.Timeline, Tick: ticks[i-1]})
}

// state reads the state of exactly a boundary.
func (r *reader) state(m *meta, at store.Boundary) (store.Snapshot, error) {
	name, special := m.state(at)
	if !special {
		name = tickFile(at.Tick)
		if m.forgets(at) {
			return store.Snapshot{}, store.ErrNotFound
		}
	}
	path := filepath.Join(r.timeline(at.Timeline), name)
	data, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) && !special {
		return store.Snapshot{}, store.ErrNotFound
	}
	if err != nil {
		return store.Snapshot{}, err
	}
	// What cannot be told from a whole one is not for a store to judge.
	if !json.Valid(data) {
		return store.Snapshot{}, &store.CorruptError{
			Path: path, Msg: "it is not whole", Hint: "without this file the run goes on from the tick before",
		}
	}
	return store.Snapshot{Boundary: at, Data: data[:len(data)-trailing(data)]}, nil
}

// trailing answers how many line ends a text has at its end.
func trailing(data []byte) (n int) {
	for n < len(data) && data[len(data)-1-n] == '\n' {
		n++
	}
	return n
}

// ticks answers of which boundaries of a timeline there are states.
func (r *reader) ticks(m *meta, timeline int) ([]int, error) {
	ticks, err := ticksIn(r.timeline(timeline))
	if err != nil {
		return nil, err
	}
	ticks = slices.DeleteFunc(ticks, func(tick int) bool { return m.forgets(store.Boundary{Timeline: timeline, Tick: tick}) })
	for _, s := range m.States {
		if s.Timeline == timeline {
			ticks = append(ticks, s.Tick)
		}
	}
	slices.Sort(ticks)
	return slices.Compact(ticks), nil
}

// Snapshots answers of which boundaries there are snapshots.
func (r *reader) Snapshots(context.Context) (all []store.Boundary, err error) {
	m, err := r.load()
	if err != nil {
		return nil, err
	}
	for _, t := range m.Timelines {
		ticks, err := r.ticks(m, t.ID)
		if err != nil {
			return nil, err
		}
		for _, tick := range ticks {
			all = append(all, store.Boundary{Timeline: t.ID, Tick: tick})
		}
	}
	return all, nil
}

// checkpoint is an entry of checkpoints.json.
type checkpoint struct {
	Label    string          `json:"label"`
	Timeline int             `json:"timeline"`
	Tick     int             `json:"tick"`
	Snapshot json.RawMessage `json:"snapshot"`
}

// Checkpoints answers all of them, in the order in which they were last put.
func (r *reader) Checkpoints(context.Context) ([]store.Checkpoint, error) {
	path := r.file("checkpoints.json")
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, ignoring(err, os.ErrNotExist)
	}
	var read []checkpoint
	if err := json.Unmarshal(data, &read); err != nil {
		return nil, &store.CorruptError{Path: path, Msg: "it cannot be read", Err: err}
	}
	var all []store.Checkpoint
	for _, c := range read {
		all = append(all, store.Checkpoint{Label: c.Label, Timeline: c.Timeline, Tick: c.Tick, Snapshot: c.Snapshot})
	}
	return all, nil
}

// Checkpoint answers the one with that label.
func (r *reader) Checkpoint(ctx context.Context, label string) (store.Checkpoint, error) {
	all, err := r.Checkpoints(ctx)
	if err != nil {
		return store.Checkpoint{}, err
	}
	i := slices.IndexFunc(all, func(c store.Checkpoint) bool { return c.Label == label })
	if i < 0 {
		return store.Checkpoint{}, store.ErrNotFound
	}
	return all[i], nil
}

// Programs answers the programs in the order in which they went on with the run.
func (r *reader) Programs(context.Context) ([]store.Program, error) {
	m, err := r.load()
	if err != nil {
		return nil, err
	}
	return m.programs(), nil
}

// Text answers the text with that digest.
func (r *reader) Text(_ context.Context, digest string) (string, error) {
	if filepath.Base(digest) != digest {
		return "", store.ErrNotFound
	}
	path := r.text(digest)
	data, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return "", store.ErrNotFound
	}
	if err == nil && store.Digest(string(data)) != digest {
		err = &store.CorruptError{Path: path, Msg: "its text has been changed"}
	}
	return string(data), err
}

func (r *reader) text(digest string) string { return filepath.Join(r.path, "texts", digest+".txt") }

// lineError says which line of a file of firings cannot be read.
func lineError(path string, line int, err error) error {
	return &store.CorruptError{Path: path, Msg: fmt.Sprintf("line %d cannot be read", line), Err: err}
}
