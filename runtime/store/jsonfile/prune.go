package jsonfile

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/tickflow/tickflow/runtime/store"
)

// Prune forgets the firings and snapshots of the spans and keeps the given snapshots in their place. They are forgotten
// once session.json says so; only then files go, and if that fails, an error is answered and they go when the session is
// opened the next time, or pruned again.
func (s *session) Prune(ctx context.Context, spans []store.Span, bases []store.Snapshot) error {
	return s.change(ctx, func() error {
		m := s.meta.clone()
		for _, span := range spans {
			m.Forgotten = append(m.Forgotten, forgotten(span))
		}
		kept := m.States[:0]
		for _, state := range m.States {
			if !m.forgets(store.Boundary{Timeline: state.Timeline, Tick: state.Tick}) {
				kept = append(kept, state)
			}
		}
		m.States = kept
		for _, base := range bases {
			if err := s.putSpecial(m, base); err != nil {
				return err
			}
		}
		if err := m.save(s.path); err != nil {
			return err
		}
		if err := s.adopt(m, s.head, s.tail); err != nil {
			return err
		}
		return s.sweep()
	})
}

// sweep removes what has been forgotten from the files.
func (s *session) sweep() error {
	if len(s.meta.Forgotten) == 0 {
		return nil
	}
	swept := map[int]bool{}
	for _, f := range s.meta.Forgotten {
		if swept[f.Timeline] {
			continue
		}
		swept[f.Timeline] = true
		if err := s.sweepTimeline(f.Timeline); err != nil {
			return err
		}
	}
	m := s.meta.clone()
	m.Forgotten = nil
	if err := m.save(s.path); err != nil {
		return err
	}
	return s.adopt(m, s.head, s.tail)
}

func (s *session) sweepTimeline(timeline int) error {
	folder := s.timeline(timeline)
	if err := s.sweepFirings(timeline, firingsFile(folder)); err != nil {
		return err
	}
	ticks, err := ticksIn(folder)
	if err != nil {
		return err
	}
	for _, tick := range ticks {
		if s.meta.forgets(store.Boundary{Timeline: timeline, Tick: tick}) {
			if err := os.Remove(filepath.Join(folder, tickFile(tick))); err != nil {
				return err
			}
		}
	}
	return s.collect(s.meta, timeline)
}

// sweepFirings writes a file of firings anew, without those that have been forgotten.
func (s *session) sweepFirings(timeline int, path string) error {
	from, err := os.Open(path)
	if err != nil {
		return ignoring(err, os.ErrNotExist)
	}
	defer from.Close()
	to, err := os.Create(path + temporary)
	if err != nil {
		return err
	}
	err = s.copyKept(timeline, to, from)
	if err = errors.Join(err, to.Close()); err != nil {
		return err
	}
	if err := os.Rename(path+temporary, path); err != nil {
		return err
	}
	if timeline != s.head.Timeline {
		return nil
	}
	t, err := openTail(s.timeline(timeline))
	if err != nil {
		return err
	}
	return s.adopt(s.meta, s.head, t)
}

func (s *session) copyKept(timeline int, to io.Writer, from io.Reader) error {
	lines, out := bufio.NewReaderSize(from, 1<<16), bufio.NewWriterSize(to, 1<<16)
	for {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return out.Flush()
		} else if err != nil {
			return err
		}
		if tick, known := tickOf(line); known && s.meta.forgets(store.Boundary{Timeline: timeline, Tick: tick}) {
			continue
		}
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
}
