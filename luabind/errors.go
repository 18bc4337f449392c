package luabind

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"github.com/tickflow/tickflow/luabind/luaindex"
	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/value"
)

// Error is a fault in a behaviours file or of what it did: text that does not parse, an error it raised, a value that
// cannot leave it, a call that was interrupted.
type Error struct {
	// Source is the Lua text the fault is in, nil when the place is not known. Span is where: to the token for faults of
	// syntax, otherwise the line that was running.
	Source *diag.Source
	Span   diag.Span
	// Msg is one sentence without place and full stop.
	Msg string
	// Hint is what to do about it, or "".
	Hint string
	// Inputs is what the call saw, for people: "A = 3, B missing", long values cut. It is "" outside of calls.
	Inputs string
	// Traceback is the Lua calls that led there, innermost first, a line each: "rules.lua:3: in function 'check'".
	Traceback string
	// Err is the context's error when the call was interrupted, or what else caused the fault, or nil.
	Err error
}

// Error answers "file:line:column: message".
func (e *Error) Error() string {
	if e.Source == nil {
		return e.Msg
	}
	p := e.Source.Position(e.Span.Start)
	return fmt.Sprintf("%s:%d:%d: %s", e.Source.Name, p.Line, p.Column, e.Msg)
}

// Unwrap answers Err.
func (e *Error) Unwrap() error { return e.Err }

// failureOf answers the failure that a Lua value stands for, or nil.
func failureOf(lv lua.LValue) *engine.Failure {
	if ud, ok := lv.(*lua.LUserData); ok {
		if f, ok := ud.Value.(*engine.Failure); ok {
			return f
		}
	}
	return nil
}

// whatIsValue is the hint that goes with what is none.
const whatIsValue = "a value is nil, a boolean, a number, a string, or a table that holds such values only"

// unfitOutput blames a body for an output that is no value.
func (m *vm) unfitOutput(body *registration, u *unfit) *Error {
	msg := "the body returned " + u.Msg
	if u.Path != "" {
		msg = "the body returned a table with " + u.Msg + " at out" + u.Path
	}
	return m.unfit(body, msg, "out", u)
}

// unfitState blames a body for a state that is no value.
func (m *vm) unfitState(body *registration, u *unfit) *Error {
	return m.unfit(body, "v.state"+u.Path+" cannot be kept: it is "+u.Msg, "state", u)
}

func (m *vm) unfit(body *registration, msg, root string, u *unfit) *Error {
	e := m.faultOf(body, msg)
	hide := m.host.secrets.hide
	e.Err = &value.PathError{Path: hide(root + u.Path), Msg: hide(u.Msg)}
	if e.Hint = u.hint; e.Hint == "" {
		e.Hint = whatIsValue
	}
	return e
}

// faultOf blames a behaviour for what it returned.
func (m *vm) faultOf(r *registration, msg string) *Error {
	e := &Error{Msg: msg, Inputs: m.saw()}
	if p := r.fn.Proto; p != nil && m.program.sources[p.SourceName] != nil {
		e.Source = m.program.sources[p.SourceName]
		e.Span = luaindex.Code(e.Source, p.LineDefined)
	}
	return m.hidden(m.placed(e, r))
}

// placed gives an error without a place the one where its behaviour is registered: what is registered may be a function of a
// library.
func (m *vm) placed(e *Error, r *registration) *Error {
	if e.Source == nil {
		e.Source, e.Span, _ = m.locate(r.where + ": ")
	}
	return e
}

// hidden masks what an error must not tell.
func (m *vm) hidden(e *Error) *Error {
	for _, text := range []*string{&e.Msg, &e.Hint, &e.Inputs, &e.Traceback} {
		*text = m.host.secrets.hide(*text)
	}
	return e
}

// fault makes an Error of what the machine raised. What is the name of the outermost function.
func (m *vm) fault(raised error, what string) *Error {
	e := &Error{Msg: raised.Error()}
	var api *lua.ApiError
	if errors.As(raised, &api) {
		e.Traceback = m.traceback(api.StackTrace, what)
		e.Msg = m.message(api)
	}
	e.Msg = cut(m.host.secrets.hide(e.Msg))
	e.Inputs = m.saw()
	e.Source, e.Span, e.Msg = m.locate(e.Msg)
	e.Msg = strings.TrimLeft(e.Msg, " ") // where there is no place, the machine leaves the space that goes behind it
	if e.Source == nil {
		e.Source, e.Span, _ = m.locate(e.Traceback)
	}
	// The machine raises the context's error as a string, and pcall can swallow it: only the context knows.
	switch err := m.ctx.Err(); err {
	case nil:
	case ErrCallTimeout:
		e.Msg, e.Err = fmt.Sprintf("interrupted: it took longer than %s, the time limit for a call; --call-timeout sets it", m.host.watch.timeout), err
	case ErrMaxMemory:
		e.Msg, e.Err = fmt.Sprintf("interrupted: the process uses more than %s of memory, the limit; --max-memory sets it", size(int64(m.host.watch.memory))), err
	default:
		e.Msg, e.Err = "interrupted: "+context.Cause(m.ctx.Context).Error(), err
	}
	if e.Err == nil && e.Source != nil && api != nil && api.Type == lua.ApiErrorRun {
		m.explain(e)
	}
	return m.hidden(e)
}

// message answers the text of an error value, which may be anything.
func (m *vm) message(api *lua.ApiError) string {
	if api.Type == lua.ApiErrorPanic {
		return "fault in the Lua machine: " + api.Object.String()
	}
	switch lv := api.Object.(type) {
	case nil, *lua.LNilType:
		return "an error without a value was raised"
	case lua.LString:
		return string(lv)
	case *lua.LTable:
		if msg, ok := lv.RawGetString("message").(lua.LString); ok {
			return string(msg)
		}
	}
	if v, err := m.value(api.Object); err == nil {
		return "an error was raised with the value " + v.String()
	}
	return "an error was raised with a value of type " + api.Object.Type().String()
}

// locate finds the place in front of a message, "file:line: " or "file:line:column: ", and answers the rest.
func (m *vm) locate(msg string) (src *diag.Source, span diag.Span, rest string) {
	for name, source := range m.program.sources {
		after, ok := strings.CutPrefix(msg, name+":")
		if !ok {
			continue
		}
		digits, after, ok := strings.Cut(after, ":")
		line, err := strconv.Atoi(digits)
		if !ok || err != nil {
			continue
		}
		span = luaindex.Code(source, line)
		if digits, rest, ok := strings.Cut(after, ": "); ok {
			if column, err := strconv.Atoi(digits); err == nil {
				span.Start = min(source.Line(line).Start+column-1, span.End)
				after = rest
			}
		}
		return source, span, strings.TrimPrefix(after, " ")
	}
	return nil, diag.Span{}, msg
}

// traceback leaves the machine's own frames out of a stack trace and names the outermost function.
func (m *vm) traceback(trace, what string) string {
	var lines []string
	for _, line := range strings.Split(trace, "\n") {
		line = strings.TrimSpace(line)
		if _, _, after := m.locate(line); after == line && line != "..." {
			continue // the header, or a function of the machine
		}
		line = strings.Replace(line, " in main chunk", " in "+what, 1)
		// A module's outermost function has no name and starts on line 0.
		if i := strings.Index(line, " in function <"); i >= 0 && strings.HasSuffix(line, ":0>") {
			line = line[:i] + " in main chunk"
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}
