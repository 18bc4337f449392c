// Package value holds the data that flows through a graph: immutable JSON-like values and their one JSON form.
//
// A Value is null, a boolean, a number, a string of valid UTF-8, a list or an object. Numbers are float64 and finite;
// integers are exact up to 2^53. Values are never changed once built, so they may be shared freely between goroutines,
// firings, windows and snapshots. The package knows nothing of Lua, graphs or storage.
package value

import (
	"cmp"
	"math"
	"slices"
	"unicode/utf8"
	"unsafe"
)

// Kind tells what a Value is.
type Kind uint8

// The kinds of values. Null is the zero value's kind.
const (
	Null Kind = iota
	Bool
	Number
	String
	List
	Object
)

var kindNames = [...]string{"null", "boolean", "number", "string", "list", "object"}

// String answers the kind's name as messages use it: "null", "boolean", "number", "string", "list" or "object".
func (k Kind) String() string { return kindNames[k] }

// MaxInt is the largest integer (and -MaxInt the smallest) that a Value holds exactly: 2^53.
const MaxInt = 1 << 53

// MaxDepth is how many lists and objects may be nested in one another: From and Parse refuse what is deeper. OfList,
// OfObject and With build it all the same; who takes a value from strangers asks its Depth.
const MaxDepth = 200

// Value is one immutable value. The zero Value is null. Values must not be compared with ==; use Equal.
type Value struct {
	// num is a number's bits, or a boolean as 0 or 1. Of anything else the top eight bits are the kind, the others a
	// string's length or how deep a list or object is nested.
	num uint64
	// ref is nil for null, for numbers and booleans the mark of their kind. Otherwise it points to a string's bytes, so that
	// making one allocates nothing, to the slice of a list's items, or to that of an object's members.
	ref unsafe.Pointer
}

// What ref points to when there is nothing more to point to.
var numberMark, boolMark, emptyMark byte

// The parts of num where it has the kind.
const (
	kindShift = 56
	sizeMask  = 1<<kindShift - 1
)

func sized(k Kind, size int, ref unsafe.Pointer) Value {
	return Value{uint64(k)<<kindShift | uint64(size), ref}
}

// Member is one entry of an object, or one named value.
type Member struct {
	Key   string
	Value Value
}

// OfBool makes a boolean.
func OfBool(b bool) Value {
	if b {
		return Value{1, unsafe.Pointer(&boolMark)}
	}
	return Value{0, unsafe.Pointer(&boolMark)}
}

// OfNumber makes a number. NaN and infinities have no JSON form: callers check with math.IsNaN and math.IsInf, and From
// and the decoders refuse them; OfNumber itself turns them into null.
func OfNumber(f float64) Value {
	if f-f != 0 { // NaN or infinite
		return Value{}
	}
	return Value{math.Float64bits(f), unsafe.Pointer(&numberMark)}
}

// OfInt makes a number from an integer between -MaxInt and MaxInt; beyond that the nearest number is taken.
func OfInt(i int) Value { return OfNumber(float64(i)) }

// OfString makes a string. Bytes that are not UTF-8 have no JSON form: From and the decoders refuse them; OfString itself
// turns each into U+FFFD.
func OfString(s string) Value {
	if !utf8.ValidString(s) {
		s = validUTF8(s)
	}
	if s == "" {
		return sized(String, 0, unsafe.Pointer(&emptyMark))
	}
	return sized(String, len(s), unsafe.Pointer(unsafe.StringData(s)))
}

// validUTF8 turns every byte that is not UTF-8 into U+FFFD, as AppendString does.
func validUTF8(s string) string { return string([]rune(s)) }

// OfList makes a list that takes ownership of items.
func OfList(items ...Value) Value {
	deepest := 0
	for i := range items {
		deepest = max(deepest, items[i].Depth())
	}
	return sized(List, deepest+1, unsafe.Pointer(&items))
}

// OfObject makes an object that takes ownership of members. Members are sorted by key; of equal keys the last one stays.
// Keys are made valid as by OfString.
func OfObject(members ...Member) Value {
	for i := range members {
		if key := &members[i].Key; !utf8.ValidString(*key) {
			*key = validUTF8(*key)
		}
	}
	if !strictlySorted(members) {
		slices.SortStableFunc(members, func(a, b Member) int { return cmp.Compare(a.Key, b.Key) })
		kept := members[:0]
		for i, m := range members {
			if i+1 < len(members) && members[i+1].Key == m.Key {
				continue
			}
			kept = append(kept, m)
		}
		members = kept
	}
	return objectOf(members)
}

// objectOf makes an object of members that are sorted and distinct.
func objectOf(members []Member) Value {
	deepest := 0
	for i := range members {
		deepest = max(deepest, members[i].Value.Depth())
	}
	return sized(Object, deepest+1, unsafe.Pointer(&members))
}

func strictlySorted(members []Member) bool {
	for i := 1; i < len(members); i++ {
		if members[i-1].Key >= members[i].Key {
			return false
		}
	}
	return true
}

// Kind tells what v is.
func (v Value) Kind() Kind {
	switch v.ref {
	case nil:
		return Null
	case unsafe.Pointer(&numberMark):
		return Number
	case unsafe.Pointer(&boolMark):
		return Bool
	}
	return Kind(v.num >> kindShift)
}

// IsNull reports whether v is null.
func (v Value) IsNull() bool { return v.ref == nil }

// Bool answers v's boolean; ok is false when v is something else.
func (v Value) Bool() (b, ok bool) {
	ok = v.ref == unsafe.Pointer(&boolMark)
	return ok && v.num == 1, ok
}

// Number answers v's number; ok is false when v is something else.
func (v Value) Number() (f float64, ok bool) {
	if v.ref == unsafe.Pointer(&numberMark) {
		return math.Float64frombits(v.num), true
	}
	return 0, false
}

// Str answers v's string; ok is false when v is something else.
func (v Value) Str() (s string, ok bool) {
	if v.Kind() != String {
		return "", false
	}
	return unsafe.String((*byte)(v.ref), v.num&sizeMask), true
}

// Items answers a list's items, or nil when v is something else. The slice must not be changed.
func (v Value) Items() []Value {
	if v.Kind() == List {
		return *(*[]Value)(v.ref)
	}
	return nil
}

// Members answers an object's members sorted by key, or nil when v is something else. The slice must not be changed.
func (v Value) Members() []Member {
	if v.Kind() == Object {
		return *(*[]Member)(v.ref)
	}
	return nil
}

// Get answers an object's member; ok is false when there is none or v is not an object.
func (v Value) Get(key string) (member Value, ok bool) {
	members := v.Members()
	i, ok := slices.BinarySearchFunc(members, key, func(m Member, key string) int { return cmp.Compare(m.Key, key) })
	if !ok {
		return Value{}, false
	}
	return members[i].Value, true
}

// With answers an object like v with one member set, its key made valid as by OfString. A v that is not an object counts
// as an empty one.
func (v Value) With(key string, member Value) Value {
	if !utf8.ValidString(key) {
		key = validUTF8(key)
	}
	old := v.Members()
	i, found := slices.BinarySearchFunc(old, key, func(m Member, key string) int { return cmp.Compare(m.Key, key) })
	members := make([]Member, 0, len(old)+1)
	members = append(members, old[:i]...)
	members = append(members, Member{key, member})
	if found {
		i++
	}
	members = append(members, old[i:]...)
	return objectOf(members)
}

// Len answers the number of items of a list, members of an object or bytes of a string, and 0 for anything else.
func (v Value) Len() int {
	switch v.Kind() {
	case String:
		return int(v.num & sizeMask)
	case List:
		return len(v.Items())
	case Object:
		return len(v.Members())
	}
	return 0
}

// Depth answers how many lists and objects are nested in one another in v: 1 for a list of numbers, 0 for what is neither
// list nor object.
func (v Value) Depth() int {
	if v.Kind() >= List {
		return int(v.num & sizeMask)
	}
	return 0
}

// Equal reports whether a and b are the same value. Numbers are equal when their JSON forms are: 0 and -0 differ.
func Equal(a, b Value) bool {
	kind := a.Kind()
	if kind != b.Kind() || a.num != b.num {
		return false // another kind, number, length or depth
	}
	switch {
	case kind < String || a.ref == b.ref:
		return true
	case kind == String:
		s, _ := a.Str()
		t, _ := b.Str()
		return s == t
	case kind == List:
		return slices.EqualFunc(a.Items(), b.Items(), Equal)
	}
	return slices.EqualFunc(a.Members(), b.Members(), func(m, n Member) bool {
		return m.Key == n.Key && Equal(m.Value, n.Value)
	})
}

// String answers the JSON form of v.
func (v Value) String() string { return string(v.AppendJSON(nil)) }
