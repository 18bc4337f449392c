package main

import "strings"

// The widths of running text: on a terminal as wide as it is, but no wider than is easy to read.
const (
	narrowest = 20
	widest    = 100
	unknown   = 80 // what is no terminal has no width
)

// textWidth answers how wide running text is on a terminal of so many columns, 0 standing for none.
func textWidth(terminal int) int {
	if terminal == 0 {
		return unknown
	}
	return min(max(terminal, narrowest), widest)
}

// wrapped breaks a paragraph between words into lines of at most so many columns. What stands between backquotes stays on
// one line where that is possible, since it is a piece of text to be read, or copied, as a whole.
func wrapped(text string, width int) string {
	var b strings.Builder
	used := 0
	for _, word := range quotedWords(text) {
		n := columnsOf(word)
		switch {
		case used == 0:
		case used+1+n > width:
			b.WriteByte('\n')
			used = 0
		default:
			b.WriteByte(' ')
			used++
		}
		b.WriteString(word)
		used += n
	}
	return b.String()
}

// quotedWords splits a text into words; one that a backquote opens ends where the backquote is closed.
func quotedWords(text string) []string {
	var words []string
	open := false
	for _, word := range strings.Fields(text) {
		if open {
			words[len(words)-1] += " " + word
		} else {
			words = append(words, word)
		}
		if strings.Count(word, "`")%2 == 1 {
			open = !open
		}
	}
	return words
}
