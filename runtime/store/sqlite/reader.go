package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"
	"github.com/tickflow/tickflow/runtime/store/filelock"
)

// reader reads a session. It is safe for concurrent use.
type reader struct {
	store *Store
	id    int64
	name  string
}

// collect answers the rows of a query.
func collect[T any](ctx context.Context, db *sql.DB, read func(scan func(...any) error) (T, error), text string, args ...any) (all []T, err error) {
	rows, err := db.QueryContext(ctx, text, args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		t, err := read(rows.Scan)
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, rows.Err()
}

// one reads the one row of a query about the session; that there is none is store.ErrNotFound.
func (r *reader) one(ctx context.Context, text string, args []any, into ...any) error {
	err := r.store.reads.QueryRowContext(ctx, text, append([]any{r.id}, args...)...).Scan(into...)
	if errors.Is(err, sql.ErrNoRows) {
		return store.ErrNotFound
	}
	return r.store.explain(err)
}

// Info tells what the session is.
func (r *reader) Info(ctx context.Context) (info store.Info, err error) {
	info.Name = r.name
	err = r.one(ctx, `SELECT run, created FROM sessions WHERE id = ? AND run IS NOT NULL`, nil, &info.ID, &info.Created)
	if err != nil {
		return store.Info{}, fmt.Errorf("session %s: %w", r.name, err)
	}
	if info.Head, err = r.readHead(ctx); err != nil {
		return store.Info{}, err
	}
	if info.Programs, err = r.Programs(ctx); err != nil {
		return store.Info{}, err
	}
	err = r.one(ctx, `SELECT count(*) FROM timelines WHERE session = ?`, nil, &info.Timelines)
	info.Holder = filelock.Holder(r.store.lockPath(r.name))
	return info, err
}

// Size answers how many bytes the session's rows take, about.
func (r *reader) Size(ctx context.Context) (bytes int64, err error) {
	return bytes, r.one(ctx, `
		SELECT (SELECT ifnull(sum(octet_length(data)), 0) FROM firings WHERE session = ?1)
			+ (SELECT ifnull(sum(octet_length(data)), 0) FROM snapshots WHERE session = ?1)
			+ (SELECT ifnull(sum(octet_length(data)), 0) FROM checkpoints WHERE session = ?1)
			+ (SELECT ifnull(sum(octet_length(text)), 0) FROM texts WHERE session = ?1)`, nil, &bytes)
}

// readHead finds where the run stands: on the youngest timeline, after its last tick or at its last snapshot.
func (r *reader) readHead(ctx context.Context) (head store.Boundary, err error) {
	err = r.one(ctx, `
		SELECT id, max(fork,
			ifnull((SELECT max(tick) + 1 FROM firings WHERE session = t.session AND timeline = t.id), 0),
			ifnull((SELECT max(tick) FROM snapshots WHERE session = t.session AND timeline = t.id), 0))
		FROM timelines t WHERE session = ? ORDER BY id DESC LIMIT 1`, nil, &head.Timeline, &head.Tick)
	return head, err
}

// Timelines answers all timelines in the order of their ids.
func (r *reader) Timelines(ctx context.Context) ([]record.Timeline, error) {
	all, err := collect(ctx, r.store.reads, func(scan func(...any) error) (t record.Timeline, err error) {
		return t, scan(&t.ID, &t.Parent, &t.Fork)
	}, `SELECT id, parent, fork FROM timelines WHERE session = ? ORDER BY id`, r.id)
	return all, r.store.explain(err)
}

// Firings answers what the query selects.
func (r *reader) Firings(ctx context.Context, q store.Query) iter.Seq2[record.Firing, error] {
	stretches := slices.SortedFunc(slices.Values(q.Path), func(a, b record.Stretch) int { return cmp.Compare(a.Timeline, b.Timeline) })
	return func(yield func(record.Firing, error) bool) {
		if q.Path == nil {
			text, args := r.selection(q, nil)
			r.each(ctx, yield, text, args)
			return
		}
		for i := range stretches {
			text, args := r.selection(q, &stretches[i])
			if !r.each(ctx, yield, text, args) {
				return
			}
		}
	}
}

// selection makes the statement for what a query selects, of one stretch of its path or of all timelines.
func (r *reader) selection(q store.Query, s *record.Stretch) (text string, args []any) {
	text, args = `SELECT data FROM firings WHERE session = ?`, []any{r.id}
	and := func(condition string, arg any) { text, args = text+` AND `+condition, append(args, arg) }
	if s != nil {
		and(`timeline = ?`, s.Timeline)
		if s.Until >= 0 {
			and(`tick < ?`, s.Until)
		}
	}
	if q.Node != "" {
		and(`node = ?`, q.Node)
	}
	if q.K > 0 {
		and(`k = ?`, q.K)
	}
	if q.From > 0 {
		and(`tick >= ?`, q.From)
	}
	if q.Before > 0 {
		and(`tick < ?`, q.Before)
	}
	return text + ` ORDER BY timeline, tick, place`, args
}

// each yields the firings of a statement; it answers whether there is to be more.
func (r *reader) each(ctx context.Context, yield func(record.Firing, error) bool, text string, args []any) bool {
	fail := func(err error) bool {
		yield(record.Firing{}, r.store.explain(err))
		return false
	}
	rows, err := r.store.reads.QueryContext(ctx, text, args...)
	if err != nil {
		return fail(err)
	}
	defer rows.Close()
	for rows.Next() {
		var data sql.RawBytes
		if err := rows.Scan(&data); err != nil {
			return fail(err)
		}
		f, err := record.Parse(data)
		if err != nil {
			return fail(&store.CorruptError{Path: r.store.path, Msg: "a firing of session " + r.name + " cannot be read", Err: err})
		}
		if !yield(f, nil) {
			return false
		}
	}
	if err := rows.Err(); err != nil {
		return fail(err)
	}
	return true
}

// Snapshot answers the last one of a timeline at or before a tick.
func (r *reader) Snapshot(ctx context.Context, at store.Boundary) (store.Snapshot, error) {
	s := store.Snapshot{Boundary: store.Boundary{Timeline: at.Timeline}}
	err := r.one(ctx, `
		SELECT tick, data FROM snapshots WHERE session = ? AND timeline = ? AND tick <= ? ORDER BY tick DESC LIMIT 1`,
		[]any{at.Timeline, at.Tick}, &s.Tick, &s.Data)
	if err != nil {
		return store.Snapshot{}, err
	}
	return s, nil
}

// Snapshots answers of which boundaries there are snapshots.
func (r *reader) Snapshots(ctx context.Context) ([]store.Boundary, error) {
	all, err := collect(ctx, r.store.reads, func(scan func(...any) error) (b store.Boundary, err error) {
		return b, scan(&b.Timeline, &b.Tick)
	}, `SELECT timeline, tick FROM snapshots WHERE session = ? ORDER BY timeline, tick`, r.id)
	return all, r.store.explain(err)
}

// Checkpoint answers the one with that label.
func (r *reader) Checkpoint(ctx context.Context, label string) (store.Checkpoint, error) {
	c := store.Checkpoint{Label: label}
	err := r.one(ctx, `SELECT timeline, tick, data FROM checkpoints WHERE session = ? AND label = ?`, []any{label}, &c.Timeline, &c.Tick, &c.Snapshot)
	if err != nil {
		return store.Checkpoint{}, err
	}
	return c, nil
}

// Checkpoints answers all of them, in the order in which they were last put.
func (r *reader) Checkpoints(ctx context.Context) ([]store.Checkpoint, error) {
	all, err := collect(ctx, r.store.reads, func(scan func(...any) error) (c store.Checkpoint, err error) {
		return c, scan(&c.Label, &c.Timeline, &c.Tick, &c.Snapshot)
	}, `SELECT label, timeline, tick, data FROM checkpoints WHERE session = ? ORDER BY put`, r.id)
	return all, r.store.explain(err)
}

// Programs answers the programs in the order in which they went on with the run.
func (r *reader) Programs(ctx context.Context) ([]store.Program, error) {
	all, err := collect(ctx, r.store.reads, func(scan func(...any) error) (p store.Program, err error) {
		var files []byte
		if err := scan(&p.Timeline, &p.Tick, &p.At, &p.Graph, &p.Behaviors, &files); err != nil {
			return p, err
		}
		return p, json.Unmarshal(files, &p.Files)
	}, `SELECT timeline, tick, at, graph, behaviors, files FROM programs WHERE session = ? ORDER BY place`, r.id)
	return all, r.store.explain(err)
}

// Text answers the text with that digest.
func (r *reader) Text(ctx context.Context, digest string) (text string, err error) {
	return text, r.one(ctx, `SELECT text FROM texts WHERE session = ? AND digest = ?`, []any{digest}, &text)
}
