package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tickflow/tickflow/runtime/diag/catalog"
)

func TestWrapped(t *testing.T) {
	tests := []struct {
		name, text string
		width      int
		want       string
	}{
		{"nothing", "", 10, ""},
		{"one line", "a b c", 5, "a b c"},
		{"two lines", "a b c", 4, "a b\nc"},
		{"word too long", "a incomprehensible b", 6, "a\nincomprehensible\nb"},
		{"many blanks", " a  b\n c ", 80, "a b c"},
		{"wide characters", "漢字 漢字 漢字", 9, "漢字 漢字\n漢字"},
		{"quoted", "write `A.join: OR` now", 12, "write\n`A.join: OR`\nnow"},
		{"two quotes", "`a b`, `c d` e", 8, "`a b`,\n`c d` e"},
		{"quote that is not closed", "a `b c d", 5, "a\n`b c d"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, wrapped(tt.text, tt.width)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// What explain says fits the narrowest terminals that people work on.
func TestExplanationsFit(t *testing.T) {
	const width = 60
	for _, chapter := range catalog.Chapters() {
		for _, e := range chapter.Entries {
			for line := range strings.SplitSeq(wrapped(e.Why, width), "\n") {
				if columnsOf(line) > width {
					t.Errorf("%s: %q is wider than %d columns", e.Code, line, width)
				}
			}
		}
	}
}
