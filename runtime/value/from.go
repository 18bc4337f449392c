package value

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// PathError says which part of a value cannot be one and why. Its text is "out.items[3]: function" for a Path of
// ".items[3]" after the name the caller gives the whole.
type PathError struct {
	Path string // empty for the whole value
	Msg  string
}

// Error answers path and message.
func (e *PathError) Error() string {
	if e.Path == "" {
		return e.Msg
	}
	return e.Path + ": " + e.Msg
}

func refuse(path []string, format string, args ...any) error {
	// The path is collected from the inside out.
	slices.Reverse(path)
	var p string
	for _, s := range path {
		p += s
	}
	return &PathError{Path: p, Msg: fmt.Sprintf(format, args...)}
}

// MemberPath and ItemPath answer how messages write one step into an object and into a list: ".name" (or ["odd name"])
// and [i] counted from 1, as in Lua.
func MemberPath(key string) string {
	for i, r := range key {
		if r != '_' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (i == 0 || r < '0' || r > '9') {
			return "[" + strconv.Quote(key) + "]"
		}
	}
	if key == "" {
		return `[""]`
	}
	return "." + key
}

// ItemPath answers "[i+1]" for the zero-based item i.
func ItemPath(i int) string { return "[" + strconv.Itoa(i+1) + "]" }

// From turns a Go value into a Value: nil, booleans, integers up to 2^53, finite floats, valid UTF-8 strings, slices,
// arrays, maps with string keys, structs (exported fields, "json" names and "-" and omitempty honoured), pointers to them,
// and Values themselves.
// Anything else is refused with a *PathError: functions, channels, NaN, larger integers, cycles (as too deep).
func From(x any) (Value, error) {
	switch x := x.(type) {
	case nil:
		return Value{}, nil
	case Value:
		return x, nil
	case bool:
		return OfBool(x), nil
	case string:
		if utf8.ValidString(x) {
			return OfString(x), nil
		}
	case float64:
		if x-x == 0 {
			return OfNumber(x), nil
		}
	case int:
		if -MaxInt <= x && x <= MaxInt {
			return OfInt(x), nil
		}
	}
	v, path, msg := fromReflect(reflect.ValueOf(x), 0)
	if msg != "" {
		return Value{}, refuse(path, "%s", msg)
	}
	return v, nil
}

func fromReflect(r reflect.Value, depth int) (v Value, path []string, msg string) {
	if depth > MaxDepth {
		return v, nil, "nested more than " + strconv.Itoa(MaxDepth) + " deep, or a cycle"
	}
	if !r.IsValid() {
		return v, nil, ""
	}
	if w, ok := r.Interface().(Value); ok {
		return w, nil, ""
	}
	switch r.Kind() {
	case reflect.Pointer, reflect.Interface:
		if r.IsNil() {
			return v, nil, ""
		}
		return fromReflect(r.Elem(), depth+1)
	case reflect.Bool:
		return OfBool(r.Bool()), nil, ""
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if i := r.Int(); i < -MaxInt || i > MaxInt {
			return v, nil, fmt.Sprintf("integer %d is beyond 2^53 and would be rounded", i)
		}
		return OfNumber(float64(r.Int())), nil, ""
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		if u := r.Uint(); u > MaxInt {
			return v, nil, fmt.Sprintf("integer %d is beyond 2^53 and would be rounded", u)
		}
		return OfNumber(float64(r.Uint())), nil, ""
	case reflect.Float32, reflect.Float64:
		if f := r.Float(); math.IsNaN(f) || math.IsInf(f, 0) {
			return v, nil, fmt.Sprintf("number %v", f)
		}
		return OfNumber(r.Float()), nil, ""
	case reflect.String:
		if !utf8.ValidString(r.String()) {
			return v, nil, "string that is not valid UTF-8"
		}
		return OfString(r.String()), nil, ""
	case reflect.Slice, reflect.Array:
		items := make([]Value, r.Len())
		for i := range items {
			if items[i], path, msg = fromReflect(r.Index(i), depth+1); msg != "" {
				return v, append(path, ItemPath(i)), msg
			}
		}
		return OfList(items...), nil, ""
	case reflect.Map:
		if r.Type().Key().Kind() != reflect.String {
			return v, nil, "map with keys of type " + r.Type().Key().String()
		}
		members := make([]Member, 0, r.Len())
		for it := r.MapRange(); it.Next(); {
			m, path, msg := memberFrom(it.Key().String(), it.Value(), depth)
			if msg != "" {
				return v, path, msg
			}
			members = append(members, m)
		}
		return OfObject(members...), nil, ""
	case reflect.Struct:
		return structFrom(r, depth)
	}
	return v, nil, r.Kind().String()
}

func memberFrom(key string, r reflect.Value, depth int) (m Member, path []string, msg string) {
	if !utf8.ValidString(key) {
		return m, []string{MemberPath(key)}, "key that is not valid UTF-8"
	}
	v, path, msg := fromReflect(r, depth+1)
	if msg != "" {
		return m, append(path, MemberPath(key)), msg
	}
	return Member{key, v}, nil, ""
}

func structFrom(r reflect.Value, depth int) (v Value, path []string, msg string) {
	var members []Member
	for _, f := range reflect.VisibleFields(r.Type()) {
		name, omitEmpty, skip := fieldName(f)
		if skip {
			continue
		}
		fv, err := r.FieldByIndexErr(f.Index)
		if err != nil || omitEmpty && fv.IsZero() {
			continue
		}
		m, path, msg := memberFrom(name, fv, depth)
		if msg != "" {
			return v, path, msg
		}
		members = append(members, m)
	}
	return OfObject(members...), nil, ""
}

func fieldName(f reflect.StructField) (name string, omitEmpty, skip bool) {
	if f.Anonymous || !f.IsExported() {
		return "", false, true
	}
	name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
	if name == "-" && options == "" {
		return "", false, true
	}
	if name == "" {
		name = f.Name
	}
	return name, slices.Contains(strings.Split(options, ","), "omitempty"), false
}

// Decode stores v into what into points to, as encoding/json does with v's JSON form.
func (v Value) Decode(into any) error { return json.Unmarshal(v.AppendJSON(nil), into) }

// Go answers v as the types encoding/json would decode it into: nil, bool, float64, string, []any, map[string]any.
// The result is the caller's own.
func (v Value) Go() any {
	switch v.Kind() {
	case Bool:
		b, _ := v.Bool()
		return b
	case Number:
		f, _ := v.Number()
		return f
	case String:
		s, _ := v.Str()
		return s
	case List:
		items := make([]any, v.Len())
		for i, item := range v.Items() {
			items[i] = item.Go()
		}
		return items
	case Object:
		members := make(map[string]any, v.Len())
		for _, m := range v.Members() {
			members[m.Key] = m.Value.Go()
		}
		return members
	}
	return nil
}
