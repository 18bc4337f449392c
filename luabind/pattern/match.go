package pattern

import (
	"errors"
	"strings"
)

// match answers where the rest of the pattern, from p, ends when it starts at s, or no.
func (m *Matcher) match(s, p int) int {
	if m.depth++; m.depth > MaxDepth {
		return m.fail(ErrDepth)
	}
	end := m.run(s, p)
	m.depth--
	return end
}

// run is match without a look at how deep it is.
func (m *Matcher) run(s, p int) int {
	for m.spend(1) {
		if p >= len(m.pattern) {
			return s
		}
		switch m.pattern[p] {
		case '(':
			if p+1 < len(m.pattern) && m.pattern[p+1] == ')' {
				return m.open(s, p+2, position)
			}
			return m.open(s, p+1, unfinished)
		case ')':
			return m.close(s, p+1)
		case '$':
			if p+1 == len(m.pattern) {
				if s == len(m.text) {
					return s
				}
				return no
			}
		case '%':
			next, at, known := m.special(s, p)
			if known {
				if next == no {
					return no
				}
				s, p = next, at
				continue
			}
		}
		after := m.single(p)
		if after == no {
			return no
		}
		var repeat byte
		if after < len(m.pattern) {
			repeat = m.pattern[after]
		}
		fits := m.fits(s, p, after)
		switch repeat {
		case '?':
			if fits {
				if end := m.match(s+1, after+1); end != no {
					return end
				}
			}
			p = after + 1
		case '*':
			return m.most(s, p, after)
		case '+':
			if !fits {
				return no
			}
			return m.most(s+1, p, after)
		case '-':
			return m.least(s, p, after)
		default:
			if !fits {
				return no
			}
			s, p = s+1, after
		}
	}
	return no
}

// special matches what starts with % and is no class: %b, %f and %1. It answers where text and pattern go on.
func (m *Matcher) special(s, p int) (next, at int, known bool) {
	if p+1 >= len(m.pattern) {
		return no, 0, false
	}
	switch c := m.pattern[p+1]; {
	case c == 'b':
		return m.balanced(s, p+2), p + 4, true
	case c == 'f':
		next, at = m.frontier(s, p+2)
		return next, at, true
	case '0' <= c && c <= '9':
		return m.again(s, int(c)-'1'), p + 2, true
	}
	return no, 0, false
}

// most matches as many of what stands from p to after as fit, and then fewer until the rest fits too.
func (m *Matcher) most(s, p, after int) int {
	n := 0
	for m.fits(s+n, p, after) {
		n++
	}
	if !m.spend(n) {
		return no
	}
	for ; n >= 0; n-- {
		if end := m.match(s+n, after+1); end != no {
			return end
		}
		if m.err != nil {
			return no
		}
	}
	return no
}

// least matches as few as the rest lets it.
func (m *Matcher) least(s, p, after int) int {
	for {
		if end := m.match(s, after+1); end != no {
			return end
		}
		if m.err != nil || !m.fits(s, p, after) {
			return no
		}
		s++
	}
}

func (m *Matcher) open(s, p, what int) int {
	if m.level >= MaxCaptures {
		return m.fail(errors.New("too many captures"))
	}
	m.capture[m.level] = capture{s, what}
	m.level++
	end := m.match(s, p)
	if end == no {
		m.level--
	}
	return end
}

func (m *Matcher) close(s, p int) int {
	i := m.level - 1
	for i >= 0 && m.capture[i].length != unfinished {
		i--
	}
	if i < 0 {
		return m.fail(errors.New("invalid pattern capture"))
	}
	m.capture[i].length = s - m.capture[i].start
	end := m.match(s, p)
	if end == no {
		m.capture[i].length = unfinished
	}
	return end
}

// again matches what a capture, counted from 0, has matched before.
func (m *Matcher) again(s, i int) int {
	if i < 0 || i >= m.level || m.capture[i].length == unfinished {
		return m.fail(errors.New("invalid capture index"))
	}
	c := m.capture[i]
	if c.length == position || !m.spend(c.length) || !strings.HasPrefix(m.text[s:], m.text[c.start:c.start+c.length]) {
		return no
	}
	return s + c.length
}

// balanced matches from the byte at p to the one behind it, counting the pairs in between.
func (m *Matcher) balanced(s, p int) int {
	if p+1 >= len(m.pattern) {
		return m.fail(errors.New("unbalanced pattern"))
	}
	first, last := m.pattern[p], m.pattern[p+1]
	if s >= len(m.text) || m.text[s] != first {
		return no
	}
	open := 1
	for i := s + 1; i < len(m.text); i++ {
		switch m.text[i] {
		case last:
			if open--; open == 0 {
				if !m.spend(i - s) {
					return no
				}
				return i + 1
			}
		case first:
			open++
		}
	}
	m.spend(len(m.text) - s)
	return no
}

// frontier matches the empty text between a byte outside of the set at p and one inside; beyond both ends lie zeros.
func (m *Matcher) frontier(s, p int) (next, at int) {
	if p >= len(m.pattern) || m.pattern[p] != '[' {
		return m.fail(errors.New("missing '[' after '%f' in pattern")), 0
	}
	after := m.single(p)
	if after == no {
		return no, 0
	}
	var before, here byte
	if s > 0 {
		before = m.text[s-1]
	}
	if s < len(m.text) {
		here = m.text[s]
	}
	if m.inSet(before, p, after-1) || !m.inSet(here, p, after-1) {
		return no, 0
	}
	return s, after
}
