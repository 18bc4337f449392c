package luabind

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	lua "github.com/yuin/gopher-lua"

	"github.com/tickflow/tickflow/runtime/value"
)

// encode is tickflow.json.encode: the one JSON form of a value.
func (m *vm) encode(L *lua.LState) int {
	L.Push(lua.LString(m.encoded(L, L.CheckAny(1), "json.encode")))
	return 1
}

func (m *vm) encoded(L *lua.LState, lv lua.LValue, by string) string {
	v, u := m.value(lv)
	if u != nil {
		where := ""
		if u.Path != "" {
			where = " at value" + u.Path
		}
		L.RaiseError("%s takes a value, and got %s%s", by, u.Msg, where)
	}
	text := string(v.AppendJSON(nil))
	checkString(L, len(text), by)
	return text
}

// decode is tickflow.json.decode: null is nil, and tickflow.null inside lists and objects.
func (m *vm) decode(L *lua.LState) int { return m.decoded(L, L.CheckString(1)) }

func (m *vm) decoded(L *lua.LState, text string) int {
	if len(text)+partSize*parts(text) > maxString {
		L.RaiseError("json.decode: a value of more than %s, the limit for values", size(maxString))
	}
	v, err := value.Parse([]byte(text))
	if err != nil {
		L.RaiseError("json.decode: %s", m.host.secrets.whyNotJSON(text, err))
	}
	L.Push(m.toLua(v))
	return 1
}

// whyNotJSON says where a text stops being JSON, and shows what stands there.
func (s *secrets) whyNotJSON(text string, err error) string {
	var any json.RawMessage
	var fault *json.SyntaxError
	switch {
	case strings.TrimSpace(text) == "":
		return "the text is empty"
	case !errors.As(json.Unmarshal([]byte(text), &any), &fault):
		return err.Error()
	case fault.Offset >= int64(len(text)) && strings.HasPrefix(fault.Error(), "unexpected end"):
		return "the text ends in the middle, behind " + s.excerpt(text, len(text))
	}
	return fmt.Sprintf("%s, at character %d, in %s",
		fault, utf8.RuneCountInString(text[:fault.Offset]), s.excerpt(text, int(fault.Offset)))
}

// excerpt quotes what a text has around an offset.
func (s *secrets) excerpt(text string, at int) string {
	const sides = 20
	left, right := s.split(text, at)
	before, after := []rune(left), []rune(right)
	quoted := string(before[max(0, len(before)-sides):]) + string(after[:min(len(after), sides)])
	return fmt.Sprintf("%q", quoted)
}

// parts answers about how many values a JSON text contains.
func parts(text string) int {
	n, quoted := 1, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			quoted = !quoted
		case c == '\\' && quoted:
			i++
		case c == ',' && !quoted, c == '[' && !quoted, c == '{' && !quoted:
			n++
		}
	}
	return n
}
