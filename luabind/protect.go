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
	m.L.Panic = func(L *lua.LState) { panic(&lua.ApiError{Type: lua.ApiErrorRun, Object: L.Get(-1)}) }
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		raised, ok := p.(*lua.ApiError)
		if !ok {
			raised = &lua.ApiError{Type: lua.ApiErrorPanic, Object: lua.LString(fmt.Sprint(p))}
		}
		raised.StackTrace = trace(m.L)
		err = raised
	}()
	m.L.Call(nargs, nret)
	return nil
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
