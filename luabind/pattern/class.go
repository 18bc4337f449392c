package pattern

// single answers where the single character, class or set that starts at p ends.
func (m *Matcher) single(p int) int {
	c := m.pattern[p]
	p++
	switch c {
	case '%':
		if p >= len(m.pattern) {
			return m.malformed("ends with '%'")
		}
		return p + 1
	case '[':
		if p < len(m.pattern) && m.pattern[p] == '^' {
			p++
		}
		// A ] that comes first stands for itself.
		for first := true; first || p >= len(m.pattern) || m.pattern[p] != ']'; first = false {
			if p >= len(m.pattern) {
				return m.malformed("missing ']'")
			}
			p++
			if m.pattern[p-1] == '%' && p < len(m.pattern) {
				p++
			}
		}
		return p + 1
	}
	return p
}

// fits reports whether the byte at s is what stands in the pattern from p to after.
func (m *Matcher) fits(s, p, after int) bool {
	if s >= len(m.text) {
		return false
	}
	c := m.text[s]
	switch m.pattern[p] {
	case '.':
		return true
	case '%':
		return inClass(c, m.pattern[p+1])
	case '[':
		return m.inSet(c, p, after-1)
	}
	return m.pattern[p] == c
}

// inSet reports whether a byte is in the set between the brackets at p and last.
func (m *Matcher) inSet(c byte, p, last int) bool {
	in := true
	p++
	if m.pattern[p] == '^' {
		in = false
		p++
	}
	for ; p < last; p++ {
		switch {
		case m.pattern[p] == '%':
			p++
			if inClass(c, m.pattern[p]) {
				return in
			}
		case m.pattern[p+1] == '-' && p+2 < last:
			if m.pattern[p] <= c && c <= m.pattern[p+2] {
				return in
			}
			p += 2
		case m.pattern[p] == c:
			return in
		}
	}
	return !in
}

// inClass reports whether a byte is in the class that a letter behind % names: a capital one names what is not in it. Any
// other character stands for itself.
func inClass(c, class byte) bool {
	if !isLetter(class) {
		return class == c
	}
	var in bool
	switch class | 0x20 {
	case 'a':
		in = isLetter(c)
	case 'c':
		in = c < ' ' || c == 0x7f
	case 'd':
		in = isDigit(c)
	case 'l':
		in = 'a' <= c && c <= 'z'
	case 'p':
		in = c > ' ' && c < 0x7f && !isLetter(c) && !isDigit(c)
	case 's':
		in = c == ' ' || '\t' <= c && c <= '\r'
	case 'u':
		in = 'A' <= c && c <= 'Z'
	case 'w':
		in = isLetter(c) || isDigit(c)
	case 'x':
		in = isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f'
	case 'z':
		in = c == 0
	default:
		return class == c
	}
	return in == (class >= 'a')
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
