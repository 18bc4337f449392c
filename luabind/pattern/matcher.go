// Package pattern matches the patterns of Lua 5.1 (reference manual, section 5.4.1) within a budget: a pattern that
// backtracks without end, or nests too deep, ends with an error instead of taking the process with it.
//
// Texts and patterns are bytes. Patterns may contain zeros, which stand for themselves. A Matcher is used by one goroutine
// at a time.
package pattern

import (
	"errors"
	"fmt"
)

// ErrSteps is what a match answers that takes more steps than its Matcher may.
var ErrSteps = errors.New("pattern too complex: matching it takes too many steps")

// ErrDepth is what a match answers whose pattern needs more than MaxDepth choices open at once.
var ErrDepth = fmt.Errorf("pattern too complex: more than %d repetitions and captures in a row", MaxDepth)

const (
	// MaxDepth is how many repetitions and captures may be open at once.
	MaxDepth = 5000
	// MaxCaptures is how many captures a pattern may have.
	MaxCaptures = 32

	// between is how many steps lie between two looks at Stop.
	between = 1 << 14
)

// What a capture's length is when it is none.
const (
	unfinished = -1
	position   = -2
)

// Matcher matches one pattern against one text.
type Matcher struct {
	// Stop, when set, is asked now and then; what it answers ends the match.
	Stop func() error

	text    string
	pattern string // without the anchor
	anchor  bool
	level   int // captures so far
	capture [MaxCaptures]capture
	steps   int // that are left
	pause   int // steps until Stop is asked
	depth   int
	err     error
}

type capture struct{ start, length int }

// Use makes the matcher match a pattern against a text, in all later calls together within a number of steps. A step is
// about one byte that is compared. A ^ at the start is an anchor where anchored says so, else it stands for itself.
func (m *Matcher) Use(text, pattern string, anchored bool, steps int) {
	m.text, m.pattern, m.anchor = text, pattern, anchored && len(pattern) > 0 && pattern[0] == '^'
	if m.anchor {
		m.pattern = pattern[1:]
	}
	m.steps, m.pause, m.err = steps, between, nil
}

// Anchored reports whether the pattern starts with an anchor.
func (m *Matcher) Anchored() bool { return m.anchor }

// At answers the end of the match that starts at a place, from 0. ok is false when there is none.
func (m *Matcher) At(start int) (end int, ok bool, err error) {
	m.level, m.depth = 0, 0
	end = m.match(start, 0)
	if m.err != nil {
		return 0, false, m.err
	}
	return end, end >= 0, nil
}

// Find answers the first match that starts at init or behind it; an anchored pattern matches at init only.
func (m *Matcher) Find(init int) (start, end int, ok bool, err error) {
	for start = init; start <= len(m.text); start++ {
		end, ok, err = m.At(start)
		if ok || err != nil || m.anchor {
			return start, end, ok, err
		}
	}
	return 0, 0, false, nil
}

// Text answers the text from start to end.
func (m *Matcher) Text(start, end int) string { return m.text[start:end] }

// Captures answers how many captures the last match made.
func (m *Matcher) Captures() int { return m.level }

// Capture answers the i-th capture, from 0, of the last match, which lies from start to end: its text, or, of a position
// capture, the place from 1 and an empty text. Of a match without captures number 0 is the whole.
func (m *Matcher) Capture(i, start, end int) (text string, place int, err error) {
	if i >= m.level {
		if i != 0 {
			return "", 0, errors.New("invalid capture index")
		}
		return m.text[start:end], 0, nil
	}
	c := m.capture[i]
	switch c.length {
	case position:
		return "", c.start + 1, nil
	case unfinished:
		return "", 0, errors.New("unfinished capture")
	}
	return m.text[c.start : c.start+c.length], 0, nil
}

// no is what matching answers in place of an end.
const no = -1

func (m *Matcher) fail(err error) int {
	if m.err == nil {
		m.err = err
	}
	return no
}

func (m *Matcher) malformed(why string) int {
	return m.fail(errors.New("malformed pattern (" + why + ")"))
}

// Spend pays for a number of steps that something else takes, such as writing what replaces a match. It answers why there
// must be no more, or nil.
func (m *Matcher) Spend(n int) error {
	m.spend(n)
	return m.err
}

// spend pays for steps. It answers false when there are no more.
func (m *Matcher) spend(n int) bool {
	m.steps -= n
	if m.pause -= n; m.pause < 0 {
		m.pause = between
		if m.Stop != nil {
			if err := m.Stop(); err != nil {
				m.fail(err)
			}
		}
	}
	if m.steps < 0 {
		m.fail(ErrSteps)
	}
	return m.err == nil
}
