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
	v, u := m.value(L.CheckAny(1))
	if u != nil {
		where := ""
		if u.Path != "" {
			where = " at value" + u.Path
		}
		L.RaiseError("json.encode takes a value, and got %s%s", u.Msg, where)
	}
	L.Push(lua.LString(v.AppendJSON(nil)))
	return 1
}

// decode is tickflow.json.decode: null is nil, and tickflow.null inside lists and objects.
func (m *vm) decode(L *lua.LState) int {
	text := L.CheckString(1)
	v, err := value.Parse([]byte(text))
	if err != nil {
		L.RaiseError("json.decode: %s", whyNotJSON(text, err))
	}
	L.Push(m.toLua(v))
	return 1
}

// whyNotJSON says where a text stops being JSON, and shows what stands there.
func whyNotJSON(text string, err error) string {
	var any json.RawMessage
	var fault *json.SyntaxError
	switch {
	case strings.TrimSpace(text) == "":
		return "the text is empty"
	case !errors.As(json.Unmarshal([]byte(text), &any), &fault):
		return err.Error()
	case fault.Offset >= int64(len(text)) && strings.HasPrefix(fault.Error(), "unexpected end"):
		return "the text ends in the middle, behind " + excerpt(text, len(text))
	}
	return fmt.Sprintf("%s, at character %d, in %s",
		fault, utf8.RuneCountInString(text[:fault.Offset]), excerpt(text, int(fault.Offset)))
}

// excerpt quotes what a text has around an offset.
func excerpt(text string, at int) string {
	const sides = 20
	before, after := []rune(text[:at]), []rune(text[at:])
	quoted := string(before[max(0, len(before)-sides):]) + string(after[:min(len(after), sides)])
	return fmt.Sprintf("%q", quoted)
}
