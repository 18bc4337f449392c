package luabind

import (
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// openConcat makes what concatenations call.
func (m *vm) openConcat() {
	m.concat = &lua.Upvalue{}
	m.concat.Close()
	m.concat.SetValue(m.L.NewFunction(m.join))
}

// join is a..b..c, from right to left as far as metamethods are concerned.
func (m *vm) join(L *lua.LState) int {
	n := L.GetTop()
	if n == 2 {
		a, ok := L.Get(1).(lua.LString)
		b, too := L.Get(2).(lua.LString)
		if ok && too {
			checkString(L, len(a)+len(b), "..")
			L.Push(a + b)
			return 1
		}
	}
	right := L.Get(n)
	for n--; n > 0; {
		left := L.Get(n)
		if !lua.LVCanConvToString(left) || !lua.LVCanConvToString(right) {
			right = m.joinByMetamethod(L, left, right)
			n--
			continue
		}
		first := n
		for first > 1 && lua.LVCanConvToString(L.Get(first-1)) {
			first--
		}
		right = joinStrings(L, first, n, right)
		n = first - 1
	}
	L.Push(right)
	return 1
}

// joinStrings joins the arguments from first to last, and another one.
func joinStrings(L *lua.LState, first, last int, right lua.LValue) lua.LValue {
	var few [8]string
	texts, n := few[:0], 0
	for i := first; i <= last; i++ {
		texts = append(texts, lua.LVAsString(L.Get(i)))
		n += len(texts[len(texts)-1])
	}
	texts = append(texts, lua.LVAsString(right))
	checkString(L, n+len(texts[len(texts)-1]), "..")
	return lua.LString(strings.Join(texts, ""))
}

func (m *vm) joinByMetamethod(L *lua.LState, left, right lua.LValue) lua.LValue {
	op := L.GetMetaField(left, "__concat")
	if op == lua.LNil {
		op = L.GetMetaField(right, "__concat")
	}
	if op.Type() != lua.LTFunction {
		L.RaiseError("cannot perform concat operation between %v and %v", left.Type().String(), right.Type().String())
	}
	L.Push(op)
	L.Push(left)
	L.Push(right)
	L.Call(2, 1)
	joined := L.Get(-1)
	L.Pop(1)
	return joined
}
