package luabind

import (
	"reflect"
	"unsafe"

	lua "github.com/yuin/gopher-lua"
)

// When an error is raised, the machine cuts the ties of all closures to the variables of all functions that are running,
// also of those outside of the pcall that catches the error: from then on an assignment in a closure is not seen where
// the variable was declared, and the other way round. It does not while it takes itself to have an error handler, and
// then only the ties of the functions that the error ends have to be cut. Neither can be reached but through the memory
// of the machine; where its layout is another one, nothing is changed.
var layout = func() (at struct {
	known                                  bool
	handler, open, registers, top, next, i uintptr
},
) {
	offset := func(t reflect.Type, name string, kind reflect.Kind) (uintptr, reflect.Type) {
		f, ok := t.FieldByName(name)
		if !ok || f.Type.Kind() != kind {
			at.known = false
			return 0, t
		}
		return f.Offset, f.Type
	}
	at.known = true
	state, upvalue := reflect.TypeFor[lua.LState](), reflect.TypeFor[lua.Upvalue]()
	at.handler, _ = offset(state, "hasErrorFunc", reflect.Bool)
	at.open, _ = offset(state, "uvcache", reflect.Pointer)
	at.next, _ = offset(upvalue, "next", reflect.Pointer)
	at.i, _ = offset(upvalue, "index", reflect.Int)
	var registers reflect.Type
	if at.registers, registers = offset(state, "reg", reflect.Pointer); at.known {
		at.top, _ = offset(registers.Elem(), "top", reflect.Int)
	}
	return at
}()

// handlesErrors is whether a machine takes itself to have an error handler.
func handlesErrors(L *lua.LState) *bool {
	if !layout.known {
		return new(bool)
	}
	return (*bool)(unsafe.Add(unsafe.Pointer(L), layout.handler))
}

// register answers the number of the register that holds the first argument of the running function of Go.
func register(L *lua.LState) int {
	if !layout.known {
		return 0
	}
	registers := *(*unsafe.Pointer)(unsafe.Add(unsafe.Pointer(L), layout.registers))
	return *(*int)(unsafe.Add(registers, layout.top)) - L.GetTop()
}

// closeUpvalues cuts the ties of closures to the registers from one on. They are in the order of their registers.
func closeUpvalues(L *lua.LState, from int) {
	if !layout.known {
		return
	}
	link := (**lua.Upvalue)(unsafe.Add(unsafe.Pointer(L), layout.open))
	for *link != nil && *(*int)(unsafe.Add(unsafe.Pointer(*link), layout.i)) < from {
		link = (**lua.Upvalue)(unsafe.Add(unsafe.Pointer(*link), layout.next))
	}
	for uv := *link; uv != nil; uv = *(**lua.Upvalue)(unsafe.Add(unsafe.Pointer(uv), layout.next)) {
		uv.Close()
	}
	*link = nil
}
