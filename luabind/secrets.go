package luabind

import (
	"cmp"
	"encoding/json"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	lua "github.com/yuin/gopher-lua"

	"github.com/tickflow/tickflow/runtime/value"
)

// secrets are the variables that tickflow.env may read. Behaviours have the values themselves, to send them somewhere; in
// all that leaves a machine for the run, in outputs, states, failures, errors and log lines, each stands as ***. So nothing
// that keeps, shows or sends a run can know them. It is no defence against a body that takes a value apart on purpose.
//
// A value of some length that is a number is masked as one too, and then stands there as a string. Numbers that are
// computed from it are not.
//
// A value of few characters is masked where it stands by itself only, since others contain it by chance.
type secrets struct {
	values map[string]string
	long   *strings.Replacer
	short  []string
	spelt  []string         // all that is masked, as it may be spelt
	number map[float64]bool // values that are numbers, unless they are short
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
	s := &secrets{values: map[string]string{}, number: map[float64]bool{}}
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
			long = append(long, s.addNumber(v)...)
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

// addNumber notices a value that tonumber takes, and answers how the number is written: not always as the value is.
func (s *secrets) addNumber(v string) []string {
	v = strings.TrimSpace(v)
	f, err := strconv.ParseFloat(v, 64)
	if i, inHex := strconv.ParseInt(v, 0, 64); inHex == nil && len(v) > 2 && (v[1] == 'x' || v[1] == 'X') {
		f, err = float64(i), nil
	}
	if err != nil || f-f != 0 {
		return nil
	}
	written := []string{value.OfNumber(f).String(), lua.LNumber(f).String()}
	if len(written[0]) < shortSecret || len(written[1]) < shortSecret {
		return nil
	}
	s.number[f] = true
	return written
}

// spellings answers a value as it stands, and in JSON, in Lua and in an address.
func spellings(v string) []string {
	inJSON, _ := json.Marshal(v)
	inLua := quoted(v)
	return []string{v, string(inJSON[1 : len(inJSON)-1]), inLua[1 : len(inLua)-1], url.QueryEscape(v), url.PathEscape(v)}
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
