package proof

import "slices"

// part is some bits of a marking.
type part struct {
	word int32
	mask uint64
}

// holds reports whether a marking has any of some bits.
func holds(marking []uint64, parts []part) bool {
	for _, p := range parts {
		if marking[p.word]&p.mask != 0 {
			return true
		}
	}
	return false
}

// covers reports whether a marking has all of some bits.
func covers(marking []uint64, parts []part) bool {
	for _, p := range parts {
		if marking[p.word]&p.mask != p.mask {
			return false
		}
	}
	return true
}

func set(marking []uint64, parts []part) {
	for _, p := range parts {
		marking[p.word] |= p.mask
	}
}

func unset(marking []uint64, parts []part) {
	for _, p := range parts {
		marking[p.word] &^= p.mask
	}
}

func addBit(parts []part, bit int) []part {
	return merge(parts, part{int32(bit / 64), 1 << (bit % 64)})
}

// merge adds bits to a list that has at most one part for each word. Mostly they belong to the last one.
func merge(parts []part, p part) []part {
	for i := len(parts) - 1; i >= 0; i-- {
		if parts[i].word == p.word {
			parts[i].mask |= p.mask
			return parts
		}
	}
	return append(parts, p)
}

// has reports whether a list has some bits of one word.
func has(parts []part, one part) bool {
	return slices.ContainsFunc(parts, func(p part) bool { return p.word == one.word && p.mask&one.mask != 0 })
}
