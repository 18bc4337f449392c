package diag

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Closest answers the candidate that a person most likely meant by name, or "" when none is near.
// Near means at most one edit (insertion, deletion, substitution, swap of neighbours) for every three characters
// of the name, rounded up, case ignored, and something of the name left; the first of equally near candidates wins.
func Closest(name string, candidates []string) string {
	length := utf8.RuneCountInString(name)
	best, bestDistance := "", min((length+2)/3+1, length)
	for _, c := range candidates {
		if c == name {
			continue
		}
		if d := distance(fold(name), fold(c), bestDistance); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}

// Slip reports whether two names differ by one edit (insertion, deletion, substitution, swap of neighbours) in a place where
// neither has a digit: case is ignored, and what is numbered is meant to differ.
func Slip(a, b string) bool {
	if abs(len(a)-len(b)) > utf8.UTFMax {
		return false
	}
	return distance(fold(a), fold(b), 2) == 1 && letters(a) != letters(b)
}

// letters answers a name without its digits.
func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}, name)
}

func fold(s string) []rune {
	rs := []rune(s)
	for i, r := range rs {
		rs[i] = unicode.ToLower(r)
	}
	return rs
}

// distance is the optimal string alignment distance of a and b, or limit when it is at least that.
func distance(a, b []rune, limit int) int {
	if abs(len(a)-len(b)) >= limit {
		return limit
	}
	before, prev, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := range a {
		row[0] = i + 1
		for j := range b {
			substitution := prev[j]
			if a[i] != b[j] {
				substitution++
			}
			row[j+1] = min(prev[j+1]+1, row[j]+1, substitution)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, prev, row = prev, row, before
	}
	return min(prev[len(b)], limit)
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
