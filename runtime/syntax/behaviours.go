package syntax

import (
	"strings"

	"github.com/tickflow/tickflow/runtime/diag"
)

// Behaviours answers the file that the text's first comment of the form
//
//	# behaviours: FILE
//
// names, as it is written there and with its span; blanks around it do not count. ok is false when no comment does.
func (f *File) Behaviours() (file Name, ok bool) {
	for i := range f.Lines {
		comment := f.Lines[i].Comment
		if comment.Len() == 0 {
			continue
		}
		key, value, found := strings.Cut(f.Source.Slice(comment)[1:], ":")
		if !found || strings.Trim(key, " \t") != "behaviours" {
			continue
		}
		if name := strings.Trim(value, " \t"); name != "" {
			start := comment.End - len(strings.TrimLeft(value, " \t"))
			return Name{Text: name, Span: diag.Span{Start: start, End: start + len(name)}}, true
		}
	}
	return Name{}, false
}
