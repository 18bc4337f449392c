package luabind

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	lua "github.com/yuin/gopher-lua"

	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/value"
)

// reader copies what Lua made into values. It keeps the tables it is inside of, to notice a table that contains itself.
type reader struct {
	m       *vm
	secrets *secrets // to be masked, or nil
	leaves  bool     // what is read stays when the call is over
	size    int      // of what has been read so far, in bytes
	outside []*lua.LTable
}

// value answers a copy of what Lua made, or an *unfit that names the part that cannot be a value.
func (m *vm) value(lv lua.LValue) (value.Value, *unfit) { return m.read(lv, nil, false) }

// leaving is value for what leaves the machine for the run: secrets are masked.
func (m *vm) leaving(lv lua.LValue) (value.Value, *unfit) { return m.read(lv, m.host.secrets, true) }

func (m *vm) read(lv lua.LValue, hidden *secrets, leaves bool) (value.Value, *unfit) {
	switch lv := lv.(type) { // without a reader where that is possible
	case lua.LNumber:
		if f := float64(lv); f-f == 0 {
			return hidden.hideNumber(f), nil
		}
	case lua.LBool:
		return value.OfBool(bool(lv)), nil
	case *lua.LNilType:
		return value.Value{}, nil
	}
	r := reader{m: m, secrets: hidden, leaves: leaves}
	v, fault := r.read(lv)
	if fault != nil {
		return value.Value{}, fault.err()
	}
	return v, nil
}

// misfit is a part that cannot be a value. Its path is collected from the inside out.
type misfit struct {
	path []string
	msg  string // what it is, with its article
	hint string
}

func (f *misfit) err() *unfit {
	slices.Reverse(f.path)
	return &unfit{value.PathError{Path: strings.Join(f.path, ""), Msg: f.msg}, f.hint}
}

// unfit names the part that cannot be a value, and says what to do about it.
type unfit struct {
	value.PathError
	hint string
}

func (f *misfit) hinting(format string, args ...any) *misfit {
	f.hint = fmt.Sprintf(format, args...)
	return f
}

func (f *misfit) at(step string) *misfit {
	f.path = append(f.path, step)
	return f
}

// grow counts what is read towards the limit for values. It answers false when that is reached: tables that contain the
// same table many times need not be large themselves.
func (r *reader) grow(n int) bool {
	r.size += n
	return r.size <= maxString
}

func tooBig() *misfit {
	return refuse("a value of more than %s, the limit for values", size(maxString))
}

func refuse(format string, args ...any) *misfit { return &misfit{msg: fmt.Sprintf(format, args...)} }

func (r *reader) read(lv lua.LValue) (value.Value, *misfit) {
	if !r.grow(partSize) {
		return value.Value{}, tooBig()
	}
	switch lv := lv.(type) {
	case *lua.LNilType:
		return value.Value{}, nil
	case lua.LBool:
		return value.OfBool(bool(lv)), nil
	case lua.LNumber:
		f := float64(lv)
		if f-f != 0 {
			return value.Value{}, refuse("the number %s", strconv.FormatFloat(f, 'g', -1, 64))
		}
		return r.secrets.hideNumber(f), nil
	case lua.LString:
		if !r.grow(len(lv)) {
			return value.Value{}, tooBig()
		}
		if !utf8.ValidString(string(lv)) {
			return value.Value{}, refuse("a string that is not valid UTF-8")
		}
		return value.OfString(r.text(string(lv))), nil
	case *lua.LTable:
		return r.table(lv)
	case *lua.LUserData:
		if lv == r.m.marks.null {
			return value.Value{}, nil
		}
		if _, ok := lv.Value.(*engine.Failure); ok {
			return value.Value{}, refuse("a failure").hinting("a body returns a failure by itself, not inside of a table")
		}
	}
	return value.Value{}, refuse("%s", typeName(lv))
}

// text answers a string as it is kept. One that leaves is copied: it may be a part of a long one, which would stay with it.
func (r *reader) text(s string) string {
	if !r.leaves {
		return s
	}
	return strings.Clone(r.secrets.hide(s))
}

func (r *reader) table(t *lua.LTable) (value.Value, *misfit) {
	if t.Metatable != lua.LNil {
		if t.Metatable == r.m.readOnly.mt {
			return r.readOnly(t)
		}
		switch kindOf(t) {
		case list:
			return r.list(t)
		case object:
			return r.object(t)
		case closed:
			return value.Value{}, refuse("the view").hinting("take what is needed of it by name, such as v.A.value")
		case sealed:
			if e := r.m.entryOf(t); e != nil {
				return value.Value{}, refuse("the input %s", e.name).hinting("its value is v.%s.value", e.name)
			}
			return value.Value{}, refuse("a library or an input of another call").hinting("of an input v.A the value is v.A.value")
		}
	}
	if t.Len() > 0 {
		return r.list(t)
	}
	return r.object(t)
}

func (r *reader) enter(t *lua.LTable) *misfit {
	if slices.Contains(r.outside, t) {
		return refuse("a table that contains itself")
	}
	if len(r.outside) >= value.MaxDepth {
		return refuse("tables nested more than %d deep", value.MaxDepth)
	}
	r.outside = append(r.outside, t)
	return nil
}

func (r *reader) leave() { r.outside = r.outside[:len(r.outside)-1] }

// list reads a table with the keys 1..n and no others.
func (r *reader) list(t *lua.LTable) (value.Value, *misfit) {
	if f := r.enter(t); f != nil {
		return value.Value{}, f
	}
	defer r.leave()
	n := t.Len()
	after := lua.LValue(lua.LNil)
	if n > 0 {
		after = lua.LNumber(n)
	}
	if key, _ := t.Next(after); key != lua.LNil {
		return value.Value{}, refuse("a key that is none of a list").hinting("a list has the keys 1 to n and no others").at(keyPath(key))
	}
	if r.size+n*partSize > maxString {
		return value.Value{}, tooBig()
	}
	items := make([]value.Value, n)
	for i := range items {
		lv := t.RawGetInt(i + 1)
		if lv == lua.LNil {
			return value.Value{}, refuse("nil in a list of %d", n).hinting("write tickflow.null, or leave no gap").at(value.ItemPath(i))
		}
		var f *misfit
		if items[i], f = r.read(lv); f != nil {
			return value.Value{}, f.at(value.ItemPath(i))
		}
	}
	return value.OfList(items...), nil
}

// object reads a table with string keys and no others.
func (r *reader) object(t *lua.LTable) (value.Value, *misfit) {
	if f := r.enter(t); f != nil {
		return value.Value{}, f
	}
	defer r.leave()
	members := []value.Member{}
	for k, lv := t.Next(lua.LNil); k != lua.LNil; k, lv = t.Next(k) {
		name, ok := k.(lua.LString)
		if !ok {
			return value.Value{}, refuse("%s as a key", typeName(k)).hinting("the keys of an object are strings: tostring makes one of a number; a list starts at 1").at(keyPath(k))
		}
		if !utf8.ValidString(string(name)) {
			return value.Value{}, refuse("a key that is not valid UTF-8").at(keyPath(k))
		}
		if !r.grow(len(name)) {
			return value.Value{}, tooBig()
		}
		key := r.text(string(name))
		v, f := r.read(lv)
		if f != nil {
			return value.Value{}, f.at(value.MemberPath(key))
		}
		members = append(members, value.Member{Key: key, Value: v})
	}
	return value.OfObject(members...), nil
}

// typeName answers how messages call what is no value.
func typeName(lv lua.LValue) string {
	switch lv.Type() {
	case lua.LTThread:
		return "a coroutine"
	case lua.LTUserData:
		return "an object of the machine"
	}
	return a(lv.Type().String())
}

// keyPath answers how messages write the step to a key that need not be one of a value.
func keyPath(k lua.LValue) string {
	switch k := k.(type) {
	case lua.LString:
		return value.MemberPath(string(k))
	case lua.LNumber, lua.LBool:
		return "[" + k.String() + "]"
	}
	return "[" + k.Type().String() + "]"
}
