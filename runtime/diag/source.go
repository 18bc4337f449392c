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
}

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
	return Position{Line: line + 1, Column: utf8.RuneCountInString(s.Text[lines[line]:offset]) + 1}
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
