package luabind

import (
	"fmt"
	"reflect"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// protected calls the function below nargs arguments and answers what it raises, with a trace. After an error the machine's
// stacks are as the error left them, so that it can be asked what was going on; it can be used for nothing else any more.
func (m *vm) protected(nargs, nret int) (err error) {
	defer func() {
		if p := recover(); p != nil {
			e := raised(p)
			e.StackTrace = trace(m.L)
			err = e
		}
	}()
	m.L.Call(nargs, nret)
	return nil
}

// raised answers what a panic of the machine stands for.
func raised(p any) *lua.ApiError {
	if err, ok := p.(*lua.ApiError); ok {
		return err
	}
	return &lua.ApiError{Type: lua.ApiErrorPanic, Object: lua.LString(fmt.Sprint(p)), StackTrace: untraced}
}

// untraced stands for a trace that nobody will read. The machine makes one itself for errors that have none, which takes
// memory and time without bound after endless tail calls.
const untraced = "-"

// openProtection makes pcall and xpcall take errors without a trace.
func (m *vm) openProtection() {
	m.L.Panic = raiseUntraced
	m.inner = m.L.NewFunction(untracedCall)
	m.libraries.base.RawSetString("pcall", m.L.NewFunction(func(L *lua.LState) int {
		L.CheckAny(1)
		if m.attempt(L, L.GetTop()-1) {
			L.Insert(lua.LTrue, 1)
		} else {
			L.Insert(lua.LFalse, 1)
		}
		return L.GetTop()
	}))
	m.libraries.base.RawSetString("xpcall", m.L.NewFunction(func(L *lua.LState) int {
		f, handler := L.CheckAny(1), L.CheckFunction(2)
		L.SetTop(0)
		L.Push(f)
		if m.attempt(L, 0) {
			L.Insert(lua.LTrue, 1)
			return L.GetTop()
		}
		// The handler is called once the error's own calls are gone: there is no library by which it could look at them.
		L.Insert(handler, 1)
		m.attempt(L, 1)
		L.SetTop(1)
		L.Insert(lua.LFalse, 1)
		return L.GetTop()
	}))
}

// attempt calls a function, which with its arguments is all there is on the stack, and puts its results in their place,
// or what it raises.
func (m *vm) attempt(L *lua.LState, nargs int) (ok bool) {
	L.Insert(m.inner, 1)
	handles := handlesErrors(L)
	outside := *handles
	*handles = true
	err := L.PCall(nargs+1, lua.MultRet, nil)
	*handles = outside
	if err == nil {
		return true
	}
	L.G.CurrentThread = L // an error that left a coroutine has left it the current one
	L.SetTop(0)
	if m.ctx.Err() != nil {
		L.Error(raised(err).Object, 0) // nothing catches that the call must end
	}
	L.Push(raised(err).Object)
	return false
}

// untracedCall calls its first argument with the others, as part of a protected call.
func untracedCall(L *lua.LState) int {
	before := L.Panic
	L.Panic = raiseUntraced
	from := register(L)
	defer func() {
		if p := recover(); p != nil {
			closeUpvalues(L, from)
			panic(raised(p))
		}
		L.Panic = before
	}()
	L.Call(L.GetTop()-1, lua.MultRet)
	return L.GetTop()
}

func raiseUntraced(L *lua.LState) {
	panic(&lua.ApiError{Type: lua.ApiErrorRun, Object: L.Get(-1), StackTrace: untraced})
}

// traceEnds is how many calls a trace shows at either end.
const traceEnds = 7

// trace lists the calls that are running, innermost first.
func trace(L *lua.LState) string {
	var lines []string
	for level := 0; ; level++ {
		call, ok := L.GetStack(level)
		if !ok {
			break
		}
		// It fails for things that are no calls only.
		_, _ = L.GetInfo("Sn", call, lua.LNil)
		name := "function '" + call.Name + "'"
		switch {
		case call.What == "main":
			name = "main chunk"
		case strings.HasPrefix(call.Name, "(") || strings.HasPrefix(call.Name, "<"):
			name = "function " + call.Name
		}
		lines = append(lines, L.Where(level)+" in "+name)
		level += frameNumber(call, "TailCall")
	}
	if n := len(lines); n > 2*traceEnds {
		lines = append(append(lines[:traceEnds:traceEnds], "..."), lines[n-traceEnds:]...)
	}
	return strings.Join(lines, "\n")
}

// frameNumber answers what a call's frame holds: how many tail calls it has replaced (they count as levels, and there may
// be billions), or how far it has come. The machine keeps frames to itself.
func frameNumber(call *lua.Debug, field string) int {
	frame := reflect.ValueOf(call).Elem().FieldByName("frame")
	if !frame.IsValid() || frame.IsNil() {
		return 0
	}
	n := frame.Elem().FieldByName(field)
	if !n.IsValid() {
		return 0
	}
	return int(n.Int())
}
