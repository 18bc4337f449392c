package luabind

import (
	"context"
	"sync"

	lua "github.com/yuin/gopher-lua"

	"github.com/tickflow/tickflow/runtime/diag"
)

// guardCoroutines ties coroutines to the call that makes them. The machine would register each of them with the call's
// context for as long as the run lasts, and let a later call resume what an earlier one left.
func (m *vm) guardCoroutines() {
	lib := m.libraries.coroutine
	original := func(name string) lua.LGFunction { return lib.RawGetString(name).(*lua.LFunction).GFunction }
	create, wrap, resume, yield := original("create"), original("wrap"), original("resume"), original("yield")

	m.outermost = m.function(outermost())
	m.results = m.L.NewFunction((*lua.LState).GetTop)
	lib.RawSetString("create", m.L.NewFunction(func(L *lua.LState) int {
		m.underneath(L)
		m.withoutContext(L, create)
		m.adopt(L.CheckThread(-1))
		return 1
	}))
	lib.RawSetString("wrap", m.L.NewFunction(func(L *lua.LState) int {
		m.underneath(L)
		m.withoutContext(L, wrap)
		f := L.CheckFunction(-1)
		th := f.Upvalues[0].Value().(*lua.LState)
		m.adopt(th)
		L.Push(L.NewClosure(func(L *lua.LState) int {
			m.current(L, th)
			if resumes(L, th) {
				L.RaiseError(notSuspended)
			}
			failed := true
			defer func() { th.Dead = th.Dead || failed }() // the machine would go on where the error was raised
			n := f.GFunction(L)
			failed = false
			return n
		}, th))
		return 1
	}))
	lib.RawSetString("yield", m.L.NewFunction(func(L *lua.LState) int {
		interruptible(L)
		return yield(L)
	}))
	lib.RawSetString("resume", m.L.NewFunction(func(L *lua.LState) int {
		th := L.CheckThread(1)
		m.current(L, th)
		if resumes(L, th) {
			L.Push(lua.LFalse)
			L.Push(lua.LString(notSuspended))
			return 2
		}
		n := resume(L)
		if m.ctx.Err() != nil {
			L.Error(L.Get(-1), 0) // as with pcall
		}
		return n
	}))
}

// outermost is code that makes, of a function, what a coroutine runs in its place: a function that calls it and waits for its
// results. A coroutine whose own function has become a tail call of yield, or is one of the machine's, cannot be resumed or
// loses its results.
var outermost = sync.OnceValue(func() *lua.FunctionProto {
	proto, err := compile(diag.NewSource("(coroutine)", "local f, results = ... return function(...) return results(f(...)) end"))
	if err != nil {
		panic(err) // the text is the one above
	}
	return proto
})

// underneath puts in place of the first argument, a function, what calls it in a coroutine.
func (m *vm) underneath(L *lua.LState) {
	f := L.CheckFunction(1)
	L.SetTop(0)
	L.Push(m.outermost)
	L.Push(f)
	L.Push(m.results)
	L.Call(2, 1)
}

// interruptible refuses to leave a coroutine where the machine could not come back into it: out of a call that a function
// of the machine has made, such as pcall, sort or gsub, and out of one that stands for something else in the text: a
// metamethod, or the iterator of a for loop.
func interruptible(L *lua.LState) {
	for level := 1; ; level++ {
		call, ok := L.GetStack(level)
		if !ok {
			return
		}
		fn := functionOf(L, call)
		switch {
		case fn == nil:
		case fn.IsG:
			L.RaiseError("attempt to yield across a call of a library function, such as pcall or table.sort")
		case !calls(fn, frameNumber(call, "Pc")-1):
			L.RaiseError("attempt to yield out of a metamethod or the iterator of a for loop")
		}
		level += frameNumber(call, "TailCall")
	}
}

// calls reports whether an instruction of a function is a call.
func calls(fn *lua.LFunction, pc int) bool {
	code := fn.Proto.Code
	if pc < 0 || pc >= len(code) {
		return true
	}
	op := int(code[pc] >> 26)
	return op == lua.OP_CALL || op == lua.OP_TAILCALL
}

const notSuspended = "cannot resume a coroutine that is running, or waits for one that is"

// resumes reports whether a coroutine is the running one or has resumed it, directly or through others.
func resumes(L, th *lua.LState) bool {
	for outer := L; outer != nil; outer = outer.Parent {
		if outer == th {
			return true
		}
	}
	return false
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
