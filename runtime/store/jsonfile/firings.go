package jsonfile

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strconv"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"
)

func firingsFile(folder string) string { return filepath.Join(folder, "firings.jsonl") }

// Firings answers what the query selects.
func (r *reader) Firings(ctx context.Context, q store.Query) iter.Seq2[record.Firing, error] {
	return func(yield func(record.Firing, error) bool) {
		m, err := r.load()
		if errors.Is(err, store.ErrNotFound) {
			return // nothing has happened yet
		}
		if err != nil {
			yield(record.Firing{}, err)
			return
		}
		for _, t := range m.Timelines {
			if q.Path != nil && !onPath(q.Path, t.ID) {
				continue
			}
			s := scan{ctx: ctx, reader: r, meta: m, query: &q, timeline: t.ID, newest: t.ID == m.youngest().ID, yield: yield}
			if !s.run() {
				return
			}
		}
	}
}

func onPath(path record.Path, timeline int) bool {
	for _, s := range path {
		if s.Timeline == timeline {
			return true
		}
	}
	return false
}

// scan reads the firings of one timeline.
type scan struct {
	ctx      context.Context
	reader   *reader
	meta     *meta
	query    *store.Query
	timeline int
	newest   bool // the last tick may not have happened yet
	yield    func(record.Firing, error) bool

	held []record.Firing // of the last tick seen, selected, when the timeline is the newest one
	tick int             // which that is
}

// run answers whether there is to be more.
func (s *scan) run() bool {
	path := firingsFile(s.reader.timeline(s.timeline))
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return true
	} else if err != nil {
		return s.fail(err)
	}
	defer f.Close()
	lines := bufio.NewReaderSize(f, 1<<16)
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return s.end(path, n, line)
		} else if err != nil {
			return s.fail(err)
		}
		if err := s.ctx.Err(); err != nil {
			return s.fail(err)
		}
		if !s.take(path, n, line) {
			return false
		}
	}
}

func (s *scan) fail(err error) bool {
	s.yield(record.Firing{}, err)
	return false
}

// take looks at one line.
func (s *scan) take(path string, n int, line []byte) bool {
	tick, known := tickOf(line)
	if known && s.newest && tick != s.tick && !s.release() {
		return false
	}
	s.tick = tick
	if known && (!s.query.Reaches(s.timeline, tick, tick) || s.meta.forgets(store.Boundary{Timeline: s.timeline, Tick: tick})) {
		return true
	}
	f, err := record.Parse(line[:len(line)-1])
	if err != nil {
		return s.fail(lineError(path, n, err))
	}
	switch {
	case !s.query.Has(&f):
		return true
	case s.newest:
		s.held = append(s.held, f)
		return true
	}
	return s.yield(f, nil)
}

// release yields what was held of a tick that has happened, since there is a later one.
func (s *scan) release() bool {
	for _, f := range s.held {
		if !s.yield(f, nil) {
			return false
		}
	}
	s.held = s.held[:0]
	return true
}

// end looks at what is left at the end of the file. On the newest timeline that may be being written right now.
func (s *scan) end(path string, n int, torn []byte) bool {
	if !s.newest {
		if len(torn) > 0 {
			return s.fail(lineError(path, n, io.ErrUnexpectedEOF))
		}
		return true
	}
	if len(s.held) == 0 {
		return true
	}
	happened, err := s.reader.happened(store.Boundary{Timeline: s.timeline, Tick: s.tick})
	if err != nil {
		return s.fail(err)
	}
	return !happened || s.release()
}

// happened reports whether a tick that has been written down has come to its end: whether there is a state after it, the
// next one but for what has been pruned.
func (r *reader) happened(tick store.Boundary) (bool, error) {
	_, err := os.Stat(filepath.Join(r.timeline(tick.Timeline), tickFile(tick.Tick+1)))
	if !errors.Is(err, os.ErrNotExist) {
		return err == nil, err
	}
	m, err := r.load()
	if err != nil {
		return false, err
	}
	head, err := r.head(m)
	return head.Timeline != tick.Timeline || head.Tick > tick.Tick, err
}

// tickOf answers the tick in a line without reading all of it; known is false when the line is not as this package writes
// them.
func tickOf(line []byte) (tick int, known bool) {
	rest, ok := bytes.CutPrefix(line, []byte(`{"timeline":`))
	if !ok {
		return 0, false
	}
	_, rest, _ = bytes.Cut(rest, []byte(`,"tick":`))
	digits, _, ok := bytes.Cut(rest, []byte(","))
	tick, err := strconv.Atoi(string(digits))
	return tick, ok && err == nil
}
