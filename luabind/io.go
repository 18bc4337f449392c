package luabind

import (
	"errors"
	"io"
	"os"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// openIO makes the library io of Lua 5.1, with three differences: files are regular files, they end with the call, and
// the standard streams are not the process's own: what is written to them goes to the log, and there is nothing to read.
func (m *vm) openIO() *lua.LTable {
	m.files.mt = m.metatable("file")
	methods := m.L.CreateTable(0, 8)
	for name, method := range map[string]func(L *lua.LState, f *file) int{
		"close": m.ioClose, "lines": m.lineByLine, "seek": ioSeek, "flush": nothing, "setvbuf": nothing,
		"read":  func(L *lua.LState, f *file) int { return m.readFormats(L, f, 2) },
		"write": func(L *lua.LState, f *file) int { return m.writeAll(L, f, 2) },
	} {
		methods.RawSetString(name, m.L.NewFunction(func(L *lua.LState) int { return method(L, openArg(L, 1)) }))
	}
	m.files.mt.RawSetString("__index", methods)
	m.files.mt.RawSetString("__tostring", m.L.NewFunction(func(L *lua.LState) int {
		L.Push(lua.LString("file (" + fileArg(L, 1).name + ")"))
		return 1
	}))
	stream := func(name string) *file {
		lines := &logLines{m: m}
		return &file{name: name, w: lines, lines: lines}
	}
	m.files.stdout, m.files.stderr = stream("stdout"), stream("stderr")
	return m.library("io", map[string]lua.LGFunction{
		"open": m.ioOpen, "popen": m.popen, "tmpfile": m.ioTmpfile, "type": ioType, "lines": m.ioLines,
		"read":   func(L *lua.LState) int { return m.readFormats(L, m.standardIn(L), 1) },
		"write":  func(L *lua.LState) int { return m.writeAll(L, m.standardOut(), 1) },
		"input":  func(L *lua.LState) int { return m.redirect(L, &m.files.in, "r") },
		"output": func(L *lua.LState) int { return m.redirect(L, &m.files.out, "w") },
		"close": func(L *lua.LState) int {
			if L.GetTop() == 0 {
				return m.ioClose(L, m.standardOut())
			}
			return m.ioClose(L, openArg(L, 1))
		},
	}, map[string]lua.LValue{"stdout": m.handle(m.files.stdout), "stderr": m.handle(m.files.stderr)})
}

// handle answers what stands for a file in Lua.
func (m *vm) handle(f *file) lua.LValue {
	return &lua.LUserData{Value: f, Env: m.L.Env, Metatable: m.files.mt}
}

// failed pushes what functions of io answer for an error: nil and the message.
func failed(L *lua.LState, err error) int {
	L.Push(lua.LNil)
	L.Push(lua.LString(err.Error()))
	return 2
}

func nothing(L *lua.LState, _ *file) int {
	L.Push(lua.LTrue)
	return 1
}

func fileArg(L *lua.LState, n int) *file {
	if ud, ok := L.Get(n).(*lua.LUserData); ok {
		if f, ok := ud.Value.(*file); ok {
			return f
		}
	}
	L.ArgError(n, "file expected, got "+L.Get(n).Type().String())
	return nil
}

func openArg(L *lua.LState, n int) *file {
	f := fileArg(L, n)
	if f.closed {
		L.RaiseError("attempt to use a closed file: files end with the call that opened them")
	}
	return f
}

func (m *vm) ioOpen(L *lua.LState) int {
	f, err := openFile(L.CheckString(1), strings.Replace(L.OptString(2, "r"), "b", "", 1))
	if err != nil {
		return failed(L, err)
	}
	L.Push(m.opened(f))
	return 1
}

func (m *vm) ioTmpfile(L *lua.LState) int {
	f, err := os.CreateTemp("", "tickflow")
	if err != nil {
		return failed(L, err)
	}
	_ = os.Remove(f.Name()) // where it cannot be removed while it is open, it stays
	L.Push(m.opened(&file{name: f.Name(), f: f, r: newReader(f), w: f}))
	return 1
}

func ioType(L *lua.LState) int {
	answer := lua.LValue(lua.LNil)
	if ud, ok := L.CheckAny(1).(*lua.LUserData); ok {
		if f, ok := ud.Value.(*file); ok {
			answer = lua.LString("file")
			if f.closed {
				answer = lua.LString("closed file")
			}
		}
	}
	L.Push(answer)
	return 1
}

func (m *vm) ioClose(L *lua.LState, f *file) int {
	if err := m.closeFile(f); err != nil {
		return failed(L, err)
	}
	L.Push(lua.LTrue)
	return 1
}

// ioLines is io.lines: a file of its own, closed at its end, or the default input.
func (m *vm) ioLines(L *lua.LState) int {
	if L.GetTop() == 0 {
		return m.lineByLine(L, m.standardIn(L))
	}
	f, err := openFile(L.CheckString(1), "r")
	if err != nil {
		L.RaiseError("%s", err.Error())
	}
	m.opened(f)
	return m.lineByLine(L, f)
}

func (m *vm) lineByLine(L *lua.LState, f *file) int {
	L.Push(L.NewFunction(func(L *lua.LState) int {
		if f.closed {
			return 0
		}
		L.SetTop(0)
		return m.readFormats(L, f, 1)
	}))
	return 1
}

func (m *vm) writeAll(L *lua.LState, f *file, first int) int {
	if f.closed {
		L.RaiseError("attempt to use a closed file: files end with the call that opened them")
	}
	for i := first; i <= L.GetTop(); i++ {
		if err := m.writeFile(f, L.CheckString(i)); err != nil {
			return failed(L, err)
		}
	}
	L.Push(lua.LTrue)
	return 1
}

func ioSeek(L *lua.LState, f *file) int {
	whence := map[string]int{"set": io.SeekStart, "cur": io.SeekCurrent, "end": io.SeekEnd}
	from, ok := whence[L.OptString(2, "cur")]
	if !ok {
		L.ArgError(2, "set, cur or end expected")
	}
	at, err := f.seek(int64(L.OptNumber(3, 0)), from)
	if err != nil {
		return failed(L, err)
	}
	L.Push(lua.LNumber(at))
	return 1
}

// standardIn answers what io.read reads from.
func (m *vm) standardIn(L *lua.LState) *file {
	if m.files.in == nil || m.files.in.closed {
		L.RaiseError("a behaviour has no standard input: io.input(name) opens a file, v.args is the run's input")
	}
	return m.files.in
}

// standardOut answers what io.write writes to.
func (m *vm) standardOut() *file {
	if m.files.out == nil {
		return m.files.stdout
	}
	return m.files.out
}

// redirect is io.input and io.output: it sets the file that is used without naming one, until the call ends.
func (m *vm) redirect(L *lua.LState, to **file, mode string) int {
	switch L.Get(1).Type() {
	case lua.LTNil:
		if *to == nil {
			L.RaiseError("%s", errNoFile.Error())
		}
	case lua.LTUserData:
		*to = openArg(L, 1)
	default:
		f, err := openFile(L.CheckString(1), mode)
		if err != nil {
			L.RaiseError("%s", err.Error())
		}
		m.opened(f)
		*to = f
	}
	L.Push(m.handle(*to))
	return 1
}

var errNoFile = errors.New("no file has been named in this call")
