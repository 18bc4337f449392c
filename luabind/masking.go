package luabind

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tickflow/tickflow/runtime/value"
)

// hide masks the values in a text. Of nil it answers the text.
func (s *secrets) hide(text string) string {
	if s == nil || text == "" {
		return text
	}
	text = s.long.Replace(text)
	for _, v := range s.short {
		text = hideWord(text, v)
	}
	return text
}

// hideWord masks a value where no letter or digit stands beside it.
func hideWord(text, v string) string {
	var b strings.Builder
	for {
		i := strings.Index(text, v)
		if i < 0 {
			return b.String() + text
		}
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, _ := utf8.DecodeRuneInString(text[i+len(v):])
		b.WriteString(text[:i])
		if isWordPart(before) || isWordPart(after) {
			b.WriteString(v)
		} else {
			b.WriteString(mask)
		}
		text = text[i+len(v):]
	}
}

func isWordPart(r rune) bool {
	return r != utf8.RuneError && (r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r))
}

// hideNumber answers a number as a value, masked when it is one of the values.
func (s *secrets) hideNumber(f float64) value.Value {
	if s != nil && s.number[f] {
		return value.OfString(mask)
	}
	return value.OfNumber(f)
}

// split answers a text in two parts, masked, that a place lies between, or the start of the value that the place is in.
func (s *secrets) split(text string, at int) (before, after string) {
	if begin := s.around([]byte(text), at); begin >= 0 {
		at = begin
	}
	return s.hide(text[:at]), s.hide(text[at:])
}

// hideIn masks the values in all of a value.
func (s *secrets) hideIn(v value.Value) value.Value {
	switch v.Kind() {
	case value.String:
		text, _ := v.Str()
		return value.OfString(s.hide(text))
	case value.Number:
		f, _ := v.Number()
		return s.hideNumber(f)
	case value.List:
		items := make([]value.Value, v.Len())
		for i, item := range v.Items() {
			items[i] = s.hideIn(item)
		}
		return value.OfList(items...)
	case value.Object:
		members := make([]value.Member, v.Len())
		for i, member := range v.Members() {
			members[i] = value.Member{Key: s.hide(member.Key), Value: s.hideIn(member.Value)}
		}
		return value.OfObject(members...)
	}
	return v
}
