package syntax

import (
	"strings"

	"github.com/tickflow/tickflow/runtime/diag"
)

const behavioursKey = "behaviours"

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
		if !found || strings.Trim(key, " \t") != behavioursKey {
			continue
		}
		if name := strings.Trim(value, " \t"); name != "" {
			start := comment.End - len(strings.TrimLeft(value, " \t"))
			return Name{Text: name, Span: diag.Span{Start: start, End: start + len(name)}}, true
		}
	}
	return Name{}, false
}

// misspelt warns of a comment that was most likely meant to name the behaviours file.
func (p *parser) misspelt(comment diag.Span) {
	key, value, found := strings.Cut(p.src.Slice(comment)[1:], ":")
	name := strings.Trim(key, " \t")
	if !found || name == behavioursKey || !strings.HasSuffix(strings.Trim(value, " \t"), ".lua") ||
		diag.Closest(name, []string{behavioursKey}) == "" {
		return
	}
	start := comment.Start + 1 + strings.Index(key, name)
	span := diag.Span{Start: start, End: start + len(name)}
	p.faults = append(p.faults, diag.Diagnostic{
		Code: diag.MisspelledComment, Severity: diag.Warning, Source: p.src, Span: span,
		Msg:   "a comment " + quote(name+":") + " names no behaviours file",
		Hint:  "did you mean " + quote(behavioursKey+":") + "?",
		Fixes: []diag.Fix{p.replace(span, behavioursKey)},
	})
}
