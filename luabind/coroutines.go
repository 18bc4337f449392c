package luabind

import (
	"context"

	lua "github.com/yuin/gopher-lua"
)

// guardCoroutines ties coroutines to the call that makes them. The machine would register each of them with the call's
// context for as long as the run lasts, and let a later call resume what an earlier one left.
func (m *vm) guardCoroutines() {
	lib := m.libraries.coroutine
	original := func(name string) lua.LGFunction { return lib.RawGetString(name).(*lua.LFunction).GFunction }
	create, wrap, resume, yield := original("create"), original("wrap"), original("resume"), original("yield")

	lib.RawSetString("create", m.L.NewFunction(func(L *lua.LState) int {
		m.withoutContext(L, create)
		m.adopt(L.CheckThread(-1))
		return 1
	}))
	lib.RawSetString("wrap", m.L.NewFunction(func(L *lua.LState) int {
		m.withoutContext(L, wrap)
		f := L.CheckFunction(-1)
		th := f.Upvalues[0].Value()
		m.adopt(th.(*lua.LState))
		L.Push(L.NewClosure(func(L *lua.LState) int {
			m.current(L, th.(*lua.LState))
			return f.GFunction(L)
		}, th))
		return 1
	}))
	lib.RawSetString("yield", m.L.NewFunction(func(L *lua.LState) int {
		interruptible(L)
		return yield(L)
	}))
	lib.RawSetString("resume", m.L.NewFunction(func(L *lua.LState) int {
		m.current(L, L.CheckThread(1))
		return resume(L)
	}))
}

// interruptible refuses to leave a coroutine out of a call that a function of the machine has made, such as pcall, sort or
// gsub: the machine could not come back into it.
func interruptible(L *lua.LState) {
	for level := 1; ; level++ {
		call, ok := L.GetStack(level)
		if !ok {
			return
		}
		if fn := functionOf(L, call); fn != nil && fn.IsG {
			L.RaiseError("attempt to yield across a call of a library function, such as pcall or table.sort")
		}
		level += frameNumber(call, "TailCall")
	}
}

// withoutContext makes a coroutine that has no context yet.
func (m *vm) withoutContext(L *lua.LState, create lua.LGFunction) {
	ctx := L.RemoveContext()
	defer L.SetContext(ctx)
	create(L)
}

// threadContext is the context of the coroutines of one call.
type threadContext struct{ *callContext }

// adopt gives a coroutine the context of all coroutines of the running call.
func (m *vm) adopt(th *lua.LState) {
	if m.threads == nil {
		m.threads = &threadContext{&m.ctx}
	}
	th.SetContext(m.threads)
}

func (m *vm) current(L, th *lua.LState) {
	if th.Context() != context.Context(m.threads) {
		L.RaiseError("the coroutine belongs to an earlier call")
	}
	n := 0
	for outer := L; outer.Parent != nil; outer = outer.Parent {
		n++
	}
	if n >= maxCoroutines {
		L.RaiseError("coroutines have resumed one another more than %d deep, the limit", maxCoroutines)
	}
}

// endThreads forgets the call's coroutines: none can be resumed any more.
func (m *vm) endThreads() {
	if m.threads != nil {
		m.threads = nil
		// An error that left a coroutine may have left it the current one.
		m.L.G.CurrentThread = m.L
	}
}
