package luabind

import (
	"cmp"
	"encoding/json"
	"net/url"
	"os"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	lua "github.com/yuin/gopher-lua"

	"github.com/tickflow/tickflow/runtime/value"
)

// secrets are the variables that tickflow.env may read. Behaviours have the values themselves, to send them somewhere; in
// all that leaves a machine for the run, in outputs, states, failures, errors and log lines, each stands as ***. So nothing
// that keeps, shows or sends a run can know them. It is no defence against a body that takes a value apart on purpose.
//
// A value of few characters is masked where it stands by itself only, since others contain it by chance.
type secrets struct {
	values map[string]string
	long   *strings.Replacer
	short  []string
	spelt  []string // all that is masked, as it may be spelt
}

const (
	mask        = "***"
	shortSecret = 4 // characters; shorter ones are short
)

// readSecrets answers nil when no variable is named.
func readSecrets(names []string) *secrets {
	if len(names) == 0 {
		return nil
	}
	s := &secrets{values: map[string]string{}}
	var long []string
	for _, name := range names {
		v, ok := os.LookupEnv(name)
		if !ok {
			continue
		}
		s.values[name] = v
		switch n := utf8.RuneCountInString(v); {
		case n >= shortSecret:
			long = append(long, spellings(v)...)
		case n > 0:
			s.short = append(s.short, v)
		}
	}
	// Of those that begin at the same place, the replacer takes the first in the list.
	slices.SortFunc(long, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	var pairs []string
	for _, spelling := range long {
		pairs = append(pairs, spelling, mask)
	}
	s.long = strings.NewReplacer(pairs...)
	s.spelt = slices.Concat(slices.Compact(long), s.short)
	return s
}

// spellings answers a value as it stands, and in JSON, in Lua and in an address.
func spellings(v string) []string {
	inJSON, _ := json.Marshal(v)
	inLua := quoted(v)
	return []string{v, string(inJSON[1 : len(inJSON)-1]), inLua[1 : len(inLua)-1], url.QueryEscape(v), url.PathEscape(v)}
}

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

// hideIn masks the values in all strings of a value.
func (s *secrets) hideIn(v value.Value) value.Value {
	switch v.Kind() {
	case value.String:
		text, _ := v.Str()
		return value.OfString(s.hide(text))
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

// env is tickflow.env(name): the variable's value, or nil when it is not set.
func (m *vm) env(L *lua.LState) int {
	name := L.CheckString(1)
	if !slices.Contains(m.host.allow.Env, name) {
		L.RaiseError("the environment variable %s is not allowed: --allow env=%s opens it", name, name)
	}
	if v, ok := m.host.secrets.values[name]; ok {
		L.Push(lua.LString(v))
	} else {
		L.Push(lua.LNil)
	}
	return 1
}
