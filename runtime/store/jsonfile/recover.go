package jsonfile

import (
	"bufio"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/tickflow/tickflow/runtime/store"
)

// recover makes the session what it was before the tick, or whatever else, in which a process that wrote it was killed.
func (s *session) recover() error {
	m, err := s.load()
	if errors.Is(err, store.ErrNotFound) {
		return nil
	} else if err != nil {
		return err
	}
	head, err := s.reader.head(m)
	if err != nil {
		return err
	}
	if err := s.collect(m, head.Timeline); err != nil {
		return err
	}
	t, err := s.lastTail(head)
	if err != nil {
		return err
	}
	if err := s.adopt(m, head, t); err != nil {
		return err
	}
	return s.sweep()
}

// lastTail opens the firings of the head's timeline and drops what is beyond the last tick that has happened.
func (s *session) lastTail(head store.Boundary) (tail, error) {
	t, err := openTail(s.timeline(head.Timeline))
	if err != nil {
		return tail{}, err
	}
	whole, torn, err := happened(t.file, head.Tick)
	if err == nil && whole < t.size {
		s.logger.Warn("dropped firings that were not whole, or of a tick that was not",
			slog.String("file", t.file.Name()), slog.Int64("bytes", t.size-whole), slog.Bool("torn", torn), slog.Int("tick", head.Tick))
		err = t.file.Truncate(whole)
		t.size = whole
	}
	if err != nil {
		return tail{}, errors.Join(err, t.close())
	}
	return t, nil
}

// happened answers how many bytes of a file of firings are whole lines of ticks before the given one, and whether a line
// is torn.
func happened(f *os.File, before int) (whole int64, torn bool, err error) {
	lines := bufio.NewReaderSize(f, 1<<16)
	for {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return whole, len(line) > 0, nil
		} else if err != nil {
			return 0, false, err
		}
		if tick, known := tickOf(line); known && tick >= before {
			return whole, false, nil
		}
		whole += int64(len(line))
	}
}

// collect removes files of the session and of one of its timelines that nothing refers to: not put in place, or replaced.
func (s *session) collect(m *meta, timeline int) error {
	used := map[string]bool{}
	for _, state := range m.States {
		if state.Timeline == timeline {
			used[state.File] = true
		}
	}
	folder := s.timeline(timeline)
	for _, in := range []string{s.path, folder} {
		entries, err := os.ReadDir(in)
		if err != nil {
			return err
		}
		for _, e := range entries {
			special := in == folder && strings.HasPrefix(e.Name(), "tick_") && strings.Count(e.Name(), "_") == 2
			if strings.HasSuffix(e.Name(), temporary) || special && !used[e.Name()] {
				if err := os.Remove(filepath.Join(in, e.Name())); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
