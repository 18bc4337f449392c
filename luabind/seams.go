package luabind

// A text that is shown in parts is cut at seams that no secret lies across: neither half of it would be masked.

// longestSpelling answers how many bytes the longest spelling of a secret has. Of nil it is 0.
func (s *secrets) longestSpelling() int {
	longest := 0
	if s != nil {
		for _, v := range s.spelt {
			longest = max(longest, len(v))
		}
	}
	return longest
}

// around answers where the first secret begins that text[at] is in, or may be in once the text goes on, or -1.
func (s *secrets) around(text []byte, at int) int {
	for begin := max(0, at-s.longestSpelling()+1); begin <= at && s != nil; begin++ {
		for _, v := range s.spelt {
			n := min(len(v), len(text)-begin)
			if begin+len(v) > at && string(text[begin:begin+n]) == v[:n] {
				return begin
			}
		}
	}
	return -1
}

// seam answers the last place up to most where a text can be cut. Behind most it must go on for the longest spelling.
func (s *secrets) seam(text []byte, most int) int {
	for at := most; at > 0; {
		begin := s.around(text, at)
		if begin < 0 || begin == at {
			return at
		}
		at = begin
	}
	return most // secrets that overlap all the way: each begins in another, so any cut is as good
}
