package luabind

import (
	"context"
	"slices"
	"sync/atomic"

	lua "github.com/yuin/gopher-lua"

	"github.com/tickflow/tickflow/luabind/pattern"
	"github.com/tickflow/tickflow/runtime/engine"
)

// The sizes of a machine's stacks. The register stack grows from its first size to its greatest; the call stack does not
// grow and costs 88 bytes a call. Coroutines get small ones, since programs make many.
const (
	callDepth          = 1000
	registers          = 1024
	registersMax       = 256 * 1024
	registersStep      = 4096
	coroutineCallDepth = 200
	coroutineRegisters = 256
)

// vm is one virtual machine that has run the behaviours file. It serves one call at a time.
type vm struct {
	L        *lua.LState
	program  *program
	log      func(line string) // where the file's prints go while it is being loaded, or nil
	host     *host
	ctx      callContext
	loaded   bool // the file has been run: globals and registrations are final
	computes bool // the machine has one of the cores
	spoilt   bool // a call ended in a way that may have left something behind

	bodies    []registration
	guards    []registration
	globals   globals
	libraries libraries
	modules   modules
	marks     marks
	inner     *lua.LFunction // what pcall calls to call something
	concat    *lua.Upvalue   // what concatenations call
	outermost *lua.LFunction // what makes the function that a coroutine runs
	results   *lua.LFunction // what that function calls with the results
	spare     *pattern.Matcher
	response  *lua.LTable // metatable of the answers of tickflow.http
	files     files

	view     *engine.View // of the running call, or nil
	views    views
	state    *lua.LTable // the node's state in the running body, or nil while nobody has looked at it
	readOnly readOnly
	logged   atomic.Int64   // bytes that the running call has logged; commands log too
	threads  *threadContext // of the coroutines that the running call has made, or nil when it has made none
}

// registration is a body or guard and where it was registered, as "file:line".
type registration struct {
	name  string
	fn    *lua.LFunction
	where string
}

func names(rs []registration) []string {
	var names []string
	for _, r := range rs {
		names = append(names, r.name)
	}
	return names
}

// newVM makes a machine and runs the behaviours file in it. Its host's watch looks at it until it is closed.
func newVM(ctx context.Context, p *program, h *host, log func(line string)) (*vm, error) {
	m := &vm{program: p, host: h, log: log}
	m.L = lua.NewState(lua.Options{
		CallStackSize: callDepth, RegistrySize: registers, RegistryMaxSize: registersMax, RegistryGrowStep: registersStep,
		SkipOpenLibs: true,
	})
	m.L.Options.CallStackSize, m.L.Options.RegistrySize = coroutineCallDepth, coroutineRegisters
	m.L.SetContext(&m.ctx)
	h.watch.add(&m.ctx)
	m.start(ctx)
	m.openMarks()
	m.openLibraries()
	m.openGlobals()
	m.openModule()
	m.openViews()
	if err := m.runFile(); err != nil {
		m.close()
		return nil, err
	}
	return m, nil
}

func (m *vm) runFile() error {
	m.L.Push(m.function(m.program.main.proto))
	if err := m.protected(0, 0); err != nil {
		return m.fault(err, "main chunk")
	}
	// Calls find functions by number, so every machine has to number them alike.
	p := m.program
	if p.finished && !(slices.Equal(names(m.bodies), p.bodies) && slices.Equal(names(m.guards), p.guards)) {
		return &Error{Source: p.main.source, Msg: "the file registers other names each time it is run"}
	}
	m.loaded = true
	m.endThreads()
	m.closeFiles()
	m.logged.Store(0)
	m.ctx.end()
	return nil
}

// start begins a call, or the loading of the file, and has it watched.
func (m *vm) start(ctx context.Context) {
	m.host.watch.admit(ctx)
	m.ctx.begin(ctx)
	m.host.watch.wake()
}

// close ends the machine. After a call that was spoilt, files may still be open.
func (m *vm) close() {
	m.closeFiles()
	m.host.watch.remove(&m.ctx)
	m.L.Close()
}
