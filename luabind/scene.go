package luabind

import (
	"slices"

	lua "github.com/yuin/gopher-lua"

	"github.com/tickflow/tickflow/luabind/luaindex"
	"github.com/tickflow/tickflow/runtime/diag"
)

// scene is where an error was raised: a line, what the text does there, and the variables as they are.
type scene struct {
	m    *vm
	src  *diag.Source
	uses []luaindex.Use // of the line

	fn       *lua.LFunction // the function that was running, nil when it has ended: then no variable is known
	call     *lua.Debug
	pc       int            // of the instruction that failed
	raisedBy *lua.LFunction // what fn had called, a function of the machine, or nil
	with     lua.LValue     // its second argument, which is the key when something was indexed
}

// scene answers where an error of a line was raised. The machine's stacks must be as the error left them.
func (m *vm) scene(src *diag.Source, line int) *scene {
	s := &scene{m: m, src: src, uses: luaindex.Uses(src, line), with: lua.LNil}
	var call *lua.Debug
	var fn *lua.LFunction
	for level := 0; fn == nil || fn.IsG; level++ {
		var ok bool
		if call, ok = m.L.GetStack(level); !ok {
			return s
		}
		if fn = functionOf(m.L, call); fn == nil {
			return s
		}
		if level == 0 && fn.IsG {
			s.raisedBy = fn
			_, s.with = m.L.GetLocal(call, 2)
		}
	}
	if call.CurrentLine != line || fn.Proto.SourceName != src.Name {
		return s
	}
	s.fn, s.call, s.pc = fn, call, frameNumber(call, "Pc")-1
	s.uses = slices.DeleteFunc(s.uses, func(u luaindex.Use) bool { return u.Function != fn.Proto.LineDefined })
	return s
}

func functionOf(L *lua.LState, call *lua.Debug) *lua.LFunction {
	lv, err := L.GetInfo("fl", call, lua.LNil)
	if err != nil {
		return nil
	}
	fn, _ := lv.(*lua.LFunction)
	return fn
}

// variable is a name with what it stands for.
type variable struct {
	value  lua.LValue
	global bool
	param  int // which parameter of the running function it is, from 1, or 0
}

// variable looks a name up as the running function does.
func (s *scene) variable(name string) (v variable, ok bool) {
	if s.fn == nil {
		return variable{}, false
	}
	register := 0
	for i, local := range s.fn.Proto.DbgLocals {
		if local.StartPc > s.pc || local.EndPc < s.pc {
			continue
		}
		register++
		if local.Name != name {
			continue
		}
		v = variable{value: lua.LNil}
		if i < int(s.fn.Proto.NumParameters) {
			v.param = i + 1
		}
		_, v.value = s.m.L.GetLocal(s.call, register)
		ok = true
	}
	if ok {
		return v, true
	}
	for i, upvalue := range s.fn.Proto.DbgUpvalues {
		if upvalue == name && i < len(s.fn.Upvalues) {
			return variable{value: s.fn.Upvalues[i].Value()}, true
		}
	}
	return variable{value: s.m.globals.contents.RawGetString(name), global: true}, true
}

// value answers what an expression is now, when that can be known without running any Lua.
func (s *scene) value(e luaindex.Expr) (lv lua.LValue, ok bool) {
	if e.Literal != "" {
		return literals[e.Literal], true
	}
	if len(e.Path) == 0 {
		return nil, false
	}
	v, ok := s.variable(e.Path[0].Name)
	lv = v.value
	for _, key := range e.Path[1:] {
		if !ok {
			return nil, false
		}
		lv, ok = s.field(lv, key)
	}
	return lv, ok
}

// literals are values of the types that an expression can be written out in.
var literals = map[string]lua.LValue{
	"number": lua.LNumber(0), "string": lua.LString(""), "boolean": lua.LFalse, "nil": lua.LNil,
}

// field answers a field as it would be read. Metatables that are not the machine's own may run Lua, so they are left alone.
func (s *scene) field(of lua.LValue, key luaindex.Key) (lv lua.LValue, ok bool) {
	t, ok := of.(*lua.LTable)
	if !ok {
		if of.Type() == lua.LTString && key.Name != "" {
			return s.m.libraries.string.RawGetString(key.Name), true
		}
		return nil, false
	}
	if t.Metatable != lua.LNil && kindOf(t) == "" {
		return nil, false
	}
	defer func() {
		if recover() != nil { // it has no such field, and says so
			lv, ok = nil, false
		}
	}()
	if key.Name != "" {
		return s.m.L.GetField(t, key.Name), true
	}
	return s.m.L.GetTable(t, lua.LNumber(key.Index)), true
}

// text answers an expression as it is written, without its middle when it is long.
func (s *scene) text(e luaindex.Expr) string {
	const most = 60
	text := []rune(s.src.Slice(e.Span))
	for i, r := range text {
		if r == '\n' || r == '\r' || r == '\t' {
			text[i] = ' '
		}
	}
	if len(text) > most {
		return string(text[:most/2]) + "…" + string(text[len(text)-most/2:])
	}
	return string(text)
}
