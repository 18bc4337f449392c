package diag

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// Source is a named text with positions. It is immutable and safe for concurrent use.
type Source struct {
	Name string // as the user wrote it: a path, or "-" for standard input
	Text string

	once  sync.Once
	lines []int // offset of the first byte of each line; lines[0] == 0

	counting sync.Once
	counts   []count // in steps of about a block; only a text with long lines has them
}

// count says how many code points a text has before an offset.
type count struct{ offset, runes int }

// block is how many bytes are counted at once where a line is longer than that.
const block = 4096

// NewSource names a text. The text may be anything, valid UTF-8 or not.
func NewSource(name, text string) *Source { return &Source{Name: name, Text: text} }

// Position is a place as people count: both fields from 1, Column in Unicode code points.
type Position struct{ Line, Column int }

func (s *Source) index() []int {
	s.once.Do(func() {
		s.lines = append(s.lines, 0)
		for at := 0; ; {
			i := strings.IndexByte(s.Text[at:], '\n')
			if i < 0 {
				return
			}
			at += i + 1
			s.lines = append(s.lines, at)
		}
	})
	return s.lines
}

// Position answers where a byte offset is. Offsets outside the text are clamped to it.
func (s *Source) Position(offset int) Position {
	offset = min(max(offset, 0), len(s.Text))
	lines := s.index()
	line, exact := slices.BinarySearch(lines, offset)
	if !exact {
		line--
	}
	return Position{Line: line + 1, Column: s.runes(lines[line], offset) + 1}
}

// runes answers how many code points lie between two offsets. On a long line it does not start over for every offset, so
// that a line full of findings costs no more than many short ones.
func (s *Source) runes(from, to int) int {
	if to-from <= block {
		return utf8.RuneCountInString(s.Text[from:to])
	}
	return s.runesBefore(to) - s.runesBefore(from)
}

func (s *Source) runesBefore(offset int) int {
	s.counting.Do(func() {
		c := count{}
		for c.offset < len(s.Text) {
			s.counts = append(s.counts, c)
			next := min(c.offset+block, len(s.Text))
			for range utf8.UTFMax - 1 { // not within a code point
				if next < len(s.Text) && !utf8.RuneStart(s.Text[next]) {
					next--
				}
			}
			c = count{next, c.runes + utf8.RuneCountInString(s.Text[c.offset:next])}
		}
	})
	i, exact := slices.BinarySearchFunc(s.counts, offset, func(c count, offset int) int { return c.offset - offset })
	if !exact {
		i--
	}
	return s.counts[i].runes + utf8.RuneCountInString(s.Text[s.counts[i].offset:offset])
}

// Lines answers the number of lines; a text that ends in a line feed has an empty last one.
func (s *Source) Lines() int { return len(s.index()) }

// Line answers the span of line n, counted from 1, without its line ending. Numbers outside the text are clamped to it.
func (s *Source) Line(n int) Span {
	lines := s.index()
	n = min(max(n, 1), len(lines))
	end := len(s.Text)
	if n < len(lines) {
		end = lines[n] - 1
	}
	start := lines[n-1]
	if end > start && s.Text[end-1] == '\r' {
		end--
	}
	return Span{start, end}
}

// Slice answers the bytes of a span.
func (s *Source) Slice(span Span) string { return s.Text[span.Start:span.End] }
