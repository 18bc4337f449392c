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
	// num holds a number's bits, a boolean as 0 or 1, a string's length, or how deep a list or object is nested.
	num uint64
	// ref is nil for null; otherwise its type is the kind. A string is a pointer to its bytes, so that making one allocates nothing.
	ref any
}

type (
	boolRef   struct{}
	numberRef struct{}
	stringRef *byte
	listRef   *[]Value
	objectRef *[]Member
)

// Member is one entry of an object, or one named value.
type Member struct {
	Key   string
	Value Value
}

// OfBool makes a boolean.
func OfBool(b bool) Value {
	if b {
		return Value{1, boolRef{}}
	}
	return Value{0, boolRef{}}
}

// OfNumber makes a number. NaN and infinities have no JSON form: callers check with math.IsNaN and math.IsInf, and From
// and the decoders refuse them; OfNumber itself turns them into null.
func OfNumber(f float64) Value {
	if f-f != 0 { // NaN or infinite
		return Value{}
	}
	return Value{math.Float64bits(f), numberRef{}}
}

// OfInt makes a number from an integer between -MaxInt and MaxInt; beyond that the nearest number is taken.
func OfInt(i int) Value { return OfNumber(float64(i)) }

// OfString makes a string. Bytes that are not UTF-8 have no JSON form: From and the decoders refuse them; OfString itself
// turns each into U+FFFD.
func OfString(s string) Value {
	if !utf8.ValidString(s) {
		s = validUTF8(s)
	}
	return Value{uint64(len(s)), stringRef(unsafe.StringData(s))}
}

// validUTF8 turns every byte that is not UTF-8 into U+FFFD, as AppendString does.
func validUTF8(s string) string { return string([]rune(s)) }

// OfList makes a list that takes ownership of items.
func OfList(items ...Value) Value {
	deepest := 0
	for i := range items {
		deepest = max(deepest, items[i].Depth())
	}
	return Value{uint64(deepest + 1), listRef(&items)}
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
	return Value{uint64(deepest + 1), objectRef(&members)}
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
	switch v.ref.(type) {
	case nil:
		return Null
	case boolRef:
		return Bool
	case numberRef:
		return Number
	case stringRef:
		return String
	case listRef:
		return List
	}
	return Object
}

// IsNull reports whether v is null.
func (v Value) IsNull() bool { return v.ref == nil }

// Bool answers v's boolean; ok is false when v is something else.
func (v Value) Bool() (b, ok bool) {
	_, ok = v.ref.(boolRef)
	return ok && v.num == 1, ok
}

// Number answers v's number; ok is false when v is something else.
func (v Value) Number() (f float64, ok bool) {
	if _, ok = v.ref.(numberRef); ok {
		return math.Float64frombits(v.num), true
	}
	return 0, false
}

// Str answers v's string; ok is false when v is something else.
func (v Value) Str() (s string, ok bool) {
	p, ok := v.ref.(stringRef)
	if !ok {
		return "", false
	}
	return unsafe.String(p, int(v.num)), true
}

// Items answers a list's items, or nil when v is something else. The slice must not be changed.
func (v Value) Items() []Value {
	if p, ok := v.ref.(listRef); ok {
		return *p
	}
	return nil
}

// Members answers an object's members sorted by key, or nil when v is something else. The slice must not be changed.
func (v Value) Members() []Member {
	if p, ok := v.ref.(objectRef); ok {
		return *p
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
	switch r := v.ref.(type) {
	case stringRef:
		return int(v.num)
	case listRef:
		return len(*r)
	case objectRef:
		return len(*r)
	}
	return 0
}

// Depth answers how many lists and objects are nested in one another in v: 1 for a list of numbers, 0 for what is neither
// list nor object.
func (v Value) Depth() int {
	switch v.ref.(type) {
	case listRef, objectRef:
		return int(v.num)
	}
	return 0
}

// Equal reports whether a and b are the same value. Numbers are equal when their JSON forms are: 0 and -0 differ.
func Equal(a, b Value) bool {
	switch r := a.ref.(type) {
	case stringRef:
		s, _ := a.Str()
		t, ok := b.Str()
		return ok && s == t
	case listRef:
		o, ok := b.ref.(listRef)
		return ok && (r == o || slices.EqualFunc(*r, *o, Equal))
	case objectRef:
		o, ok := b.ref.(objectRef)
		return ok && (r == o || slices.EqualFunc(*r, *o, func(m, n Member) bool {
			return m.Key == n.Key && Equal(m.Value, n.Value)
		}))
	}
	return a.Kind() == b.Kind() && a.num == b.num
}

// String answers the JSON form of v.
func (v Value) String() string { return string(v.AppendJSON(nil)) }
