package main

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

const zeroWidthJoiner = '\u200d'

// columns answers how many columns of a terminal a character takes: 0, 1 or 2. A tab is none of its business.
func columns(r rune) int {
	switch {
	case r < utf8.RuneSelf:
		return 1
	case r == zeroWidthJoiner || unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// columnsOf answers how many columns a text takes that visible has cleaned.
func columnsOf(s string) int {
	n := 0
	for _, r := range s {
		n += columns(r)
	}
	return n
}

// visible replaces what must not reach a terminal by something that can be seen: control characters, bytes that are no
// text, and format characters, which could show a text in another order than it has. Tabs stay.
func visible(s string) string {
	if !strings.ContainsFunc(s, unseen) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if unseen(r) {
			return utf8.RuneError
		}
		return r
	}, s)
}

func unseen(r rune) bool {
	switch {
	case r == '\t' || r == zeroWidthJoiner:
		return false
	case r == utf8.RuneError:
		return true // bytes that are no text come as this one, too
	}
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r)
}

// clip shortens a text to so many columns, the last one being a mark that something is missing; 0 leaves it as it is.
func clip(s string, limit int) string {
	if limit <= 0 || columnsOf(s) <= limit {
		return s
	}
	n := 0
	for i, r := range s {
		if n += columns(r); n > limit-1 {
			return s[:i] + "…"
		}
	}
	return s
}

// shorten cuts the middle out of a text of more than so many characters and says how many it has cut; 0 leaves it as it is.
func shorten(s string, limit int) string {
	n := utf8.RuneCountInString(s)
	if limit <= 0 || n <= limit {
		return s
	}
	side := limit * 2 / 5 // leaves room for what is said between
	return firstRunes(s, side) + fmt.Sprintf("… %d characters cut …", n-2*side) + lastRunes(s, side)
}
