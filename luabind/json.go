package luabind

import (
	lua "github.com/yuin/gopher-lua"

	"github.com/tickflow/tickflow/runtime/value"
)

// encode is tickflow.json.encode: the one JSON form of a value.
func (m *vm) encode(L *lua.LState) int {
	v, err := m.value(L.CheckAny(1))
	if err != nil {
		L.RaiseError("%s", rooted("value", err).Error())
	}
	L.Push(lua.LString(v.AppendJSON(nil)))
	return 1
}

// decode is tickflow.json.decode: null is nil, and tickflow.null inside lists and objects.
func (m *vm) decode(L *lua.LState) int {
	v, err := value.Parse([]byte(L.CheckString(1)))
	if err != nil {
		L.RaiseError("json: %s", err.Error())
	}
	L.Push(m.toLua(v))
	return 1
}
