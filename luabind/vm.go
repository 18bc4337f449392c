package luabind

import (
	"context"
	"slices"

	lua "github.com/yuin/gopher-lua"

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
	L       *lua.LState
	program *program
	log     func(line string) // where the file's prints go while it is being loaded, or nil
	ctx     callContext
	loaded  bool // the file has been run: globals and registrations are final
	spoilt  bool // a call ended in a way that may have left something behind

	bodies    []registration
	guards    []registration
	globals   globals
	libraries libraries
	modules   modules
	marks     marks

	view     *engine.View // of the running call, or nil
	views    views
	state    *lua.LTable // the node's state in the running body, or nil while nobody has looked at it
	readOnly readOnly
	threads  *callContext // of the coroutines that the running call has made, or nil when it has made none
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

// callContext is the context of the running call. The machine asks for Done before every instruction, so the channel is
// looked up once a call.
type callContext struct {
	context.Context
	done <-chan struct{}
}

// Done answers the running call's channel.
func (c *callContext) Done() <-chan struct{} { return c.done }

func (c *callContext) set(ctx context.Context) { c.Context, c.done = ctx, ctx.Done() }

// newVM makes a machine and runs the behaviours file in it.
func newVM(ctx context.Context, p *program, log func(line string)) (*vm, error) {
	m := &vm{program: p, log: log}
	m.L = lua.NewState(lua.Options{
		CallStackSize: callDepth, RegistrySize: registers, RegistryMaxSize: registersMax, RegistryGrowStep: registersStep,
		SkipOpenLibs: true,
	})
	m.L.Options.CallStackSize, m.L.Options.RegistrySize = coroutineCallDepth, coroutineRegisters
	m.ctx.set(ctx)
	m.L.SetContext(&m.ctx)
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
	m.L.Push(m.L.NewFunctionFromProto(m.program.main.proto))
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
	m.ctx.set(context.Background())
	return nil
}

func (m *vm) close() { m.L.Close() }
