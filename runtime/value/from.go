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

// From turns a Go value into a Value: nil, booleans, integers up to 2^53, finite floats, valid UTF-8 strings, slices,
// arrays, maps with string keys, structs (exported fields, "json" names and "-" and omitempty honoured), pointers to them,
// what marshals itself to JSON (time.Time, json.RawMessage), numbers in digits (json.Number), and Values themselves.
// Anything else is refused with a *PathError: functions, channels, NaN, larger integers, what is nested more than MaxDepth
// deep, cycles (as too deep).
func From(x any) (Value, error) {
	switch x := x.(type) {
	case nil:
		return Value{}, nil
	case Value:
		if x.Depth() <= MaxDepth {
			return x, nil
		}
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
		if i := int64(x); -MaxInt <= i && i <= MaxInt {
			return OfInt(x), nil
		}
	}
	v, path, msg := fromReflect(reflect.ValueOf(x), 0)
	if msg != "" {
		return Value{}, refuse(path, "%s", msg)
	}
	return v, nil
}

var tooDeep = "nested more than " + strconv.Itoa(MaxDepth) + " deep, or a cycle"

// fromReflect turns what lies inside of depth lists and objects into a Value.
func fromReflect(r reflect.Value, depth int) (v Value, path []string, msg string) {
	for hops := 0; r.Kind() == reflect.Pointer || r.Kind() == reflect.Interface; hops++ {
		if hops > MaxDepth {
			return v, nil, tooDeep // a pointer that points to itself
		}
		if r.IsNil() {
			return v, nil, ""
		}
		if m, ok := r.Interface().(json.Marshaler); ok && r.Kind() == reflect.Pointer {
			return fromMarshaler(m, depth)
		}
		r = r.Elem()
	}
	if !r.IsValid() {
		return v, nil, ""
	}
	if m, ok := r.Interface().(json.Marshaler); ok {
		return fromMarshaler(m, depth)
	}
	switch r.Kind() {
	case reflect.Slice, reflect.Array, reflect.Map, reflect.Struct:
		if depth == MaxDepth {
			return v, nil, tooDeep
		}
	}
	switch r.Kind() {
	case reflect.Slice, reflect.Array:
		return listFrom(r, depth)
	case reflect.Map:
		return mapFrom(r, depth)
	case reflect.Struct:
		return structFrom(r, depth)
	}
	v, msg = scalarFrom(r)
	return v, nil, msg
}

// fromMarshaler takes a Value as it is, and the JSON of anything else that makes its own.
func fromMarshaler(m json.Marshaler, depth int) (v Value, path []string, msg string) {
	switch m := m.(type) {
	case Value:
		v = m
	case *Value:
		v = *m
	default:
		text, err := m.MarshalJSON()
		if err == nil {
			v, err = Parse(text)
		}
		if err != nil {
			return Value{}, nil, fmt.Sprintf("%T: %v", m, err)
		}
	}
	if depth+v.Depth() > MaxDepth {
		return Value{}, nil, tooDeep
	}
	return v, nil, ""
}

func scalarFrom(r reflect.Value) (v Value, msg string) {
	switch r.Kind() {
	case reflect.Bool:
		return OfBool(r.Bool()), ""
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if i := r.Int(); i < -MaxInt || i > MaxInt {
			return v, fmt.Sprintf("integer %d is beyond 2^53 and would be rounded", i)
		}
		return OfNumber(float64(r.Int())), ""
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		if u := r.Uint(); u > MaxInt {
			return v, fmt.Sprintf("integer %d is beyond 2^53 and would be rounded", u)
		}
		return OfNumber(float64(r.Uint())), ""
	case reflect.Float32, reflect.Float64:
		if f := r.Float(); math.IsNaN(f) || math.IsInf(f, 0) {
			return v, fmt.Sprintf("number %v", f)
		}
		return OfNumber(r.Float()), ""
	case reflect.String:
		if r.Type() == reflect.TypeFor[json.Number]() {
			return numberFrom(r.String())
		}
		if !utf8.ValidString(r.String()) {
			return v, "string that is not valid UTF-8"
		}
		return OfString(r.String()), ""
	}
	return v, r.Kind().String()
}

// numberFrom reads a json.Number, in which people put anything.
func numberFrom(digits string) (v Value, msg string) {
	if !json.Valid([]byte(digits)) || strings.Trim(digits, "+-.eE0123456789") != "" {
		return v, fmt.Sprintf("json.Number %q is no number", digits)
	}
	f, err := number(digits)
	if err != nil {
		return v, err.Error()
	}
	return OfNumber(f), ""
}

func listFrom(r reflect.Value, depth int) (v Value, path []string, msg string) {
	items := make([]Value, r.Len())
	for i := range items {
		if items[i], path, msg = fromReflect(r.Index(i), depth+1); msg != "" {
			return v, append(path, ItemPath(i)), msg
		}
	}
	return OfList(items...), nil, ""
}

func mapFrom(r reflect.Value, depth int) (v Value, path []string, msg string) {
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
	hidden := r.NumField() > 0
	for _, f := range reflect.VisibleFields(r.Type()) {
		name, omitEmpty, skip := fieldName(f)
		if skip {
			continue
		}
		hidden = false
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
	if hidden { // it would become {}, and what it holds be lost
		return v, nil, r.Type().String() + ", whose fields are all hidden"
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
