package value

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// AppendJSON appends the one JSON form of v: members sorted by key, no white space, numbers in the shortest form that
// reads back the same (integers up to 2^53 in digits, larger and tiny ones with an exponent, -0 as itself), only the
// characters JSON demands escaped.
func (v Value) AppendJSON(b []byte) []byte {
	switch v.Kind() {
	case Bool:
		return strconv.AppendBool(b, v.num == 1)
	case Number:
		return appendNumber(b, math.Float64frombits(v.num))
	case String:
		s, _ := v.Str()
		return AppendString(b, s)
	case List:
		b = append(b, '[')
		for i, item := range v.Items() {
			if i > 0 {
				b = append(b, ',')
			}
			b = item.AppendJSON(b)
		}
		return append(b, ']')
	case Object:
		b = append(b, '{')
		for i, m := range v.Members() {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(AppendString(b, m.Key), ':')
			b = m.Value.AppendJSON(b)
		}
		return append(b, '}')
	}
	return append(b, "null"...)
}

func appendNumber(b []byte, f float64) []byte {
	if i := int64(f); float64(i) == f && i > -1e15 && i < 1e15 && (i != 0 || !math.Signbit(f)) {
		return strconv.AppendInt(b, i, 10)
	}
	abs := math.Abs(f)
	if abs != 0 && (abs < 1e-6 || abs > MaxInt) {
		b = strconv.AppendFloat(b, f, 'e', -1, 64)
		// Go writes e-07, the shortest form is e-7.
		if n := len(b); n >= 4 && b[n-4] == 'e' && b[n-2] == '0' {
			b[n-2] = b[n-1]
			b = b[:n-1]
		}
		return b
	}
	return strconv.AppendFloat(b, f, 'f', -1, 64)
}

const hex = "0123456789abcdef"

// AppendString appends s as a JSON string. Bytes that are not UTF-8 become U+FFFD.
func AppendString(b []byte, s string) []byte {
	b = append(b, '"')
	from := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n == 1 {
				b = append(append(b, s[from:i]...), "\ufffd"...)
				from = i + 1
			}
			i += n
			continue
		}
		if c >= ' ' && c != '"' && c != '\\' {
			i++
			continue
		}
		b = append(b, s[from:i]...)
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, '\\', 'n')
		case '\r':
			b = append(b, '\\', 'r')
		case '\t':
			b = append(b, '\\', 't')
		default:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
		i++
		from = i
	}
	return append(append(b, s[from:]...), '"')
}

// MarshalJSON answers the one JSON form of v.
func (v Value) MarshalJSON() ([]byte, error) { return v.AppendJSON(nil), nil }

// UnmarshalJSON reads any JSON value; see Parse for what is refused.
func (v *Value) UnmarshalJSON(data []byte) error {
	w, err := Parse(data)
	if err != nil {
		return err
	}
	*v = w
	return nil
}

// Parse reads exactly one JSON value. Refused, with the path or the offset: bad JSON, text after the value, numbers out
// of range, integers beyond 2^53, bytes that are not UTF-8, nesting beyond MaxDepth, an object with the same key twice.
// A lone surrogate escape reads as U+FFFD.
func Parse(data []byte) (Value, error) { return ParseDocument(data, 0) }

// ParseDocument is Parse for a document that holds values of its own, at most the given number of levels below its top:
// so many levels more than MaxDepth may be nested in it. The caller sees to the depth of the values inside.
func ParseDocument(data []byte, levels int) (Value, error) {
	if !utf8.Valid(data) {
		return Value{}, &PathError{Msg: "not valid UTF-8"}
	}
	d := decoder{dec: json.NewDecoder(bytes.NewReader(data)), most: MaxDepth + levels}
	d.dec.UseNumber()
	v, path, err := d.next(0)
	if err != nil {
		return Value{}, refuse(path, "%s", err)
	}
	if _, err := d.dec.Token(); err != io.EOF {
		return Value{}, &PathError{Msg: fmt.Sprintf("text after the value, at byte %d", d.dec.InputOffset())}
	}
	return v, nil
}

type decoder struct {
	dec  *json.Decoder
	most int // how many lists and objects may be nested
}

// next reads a value that lies inside of depth lists and objects.
func (d *decoder) next(depth int) (v Value, path []string, err error) {
	t, err := d.dec.Token()
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return v, nil, err
	}
	switch t := t.(type) {
	case bool:
		return OfBool(t), nil, nil
	case string:
		return OfString(t), nil, nil
	case json.Number:
		f, err := number(string(t))
		return OfNumber(f), nil, err
	case json.Delim:
		if depth == d.most {
			return v, nil, fmt.Errorf("nested more than %d deep", d.most)
		}
		if t == '[' {
			return d.list(depth)
		}
		return d.object(depth)
	}
	return v, nil, nil
}

func (d *decoder) list(depth int) (v Value, path []string, err error) {
	items := []Value{}
	for d.dec.More() {
		item, path, err := d.next(depth + 1)
		if err != nil {
			return v, append(path, ItemPath(len(items))), err
		}
		items = append(items, item)
	}
	if _, err := d.dec.Token(); err != nil {
		return v, nil, err
	}
	return OfList(items...), nil, nil
}

func (d *decoder) object(depth int) (v Value, path []string, err error) {
	members := []Member{}
	for d.dec.More() {
		t, err := d.dec.Token()
		if err != nil {
			return v, nil, err
		}
		key := t.(string) // the decoder answers nothing else where a key stands
		member, path, err := d.next(depth + 1)
		if err != nil {
			return v, append(path, MemberPath(key)), err
		}
		members = append(members, Member{key, member})
	}
	if _, err := d.dec.Token(); err != nil {
		return v, nil, err
	}
	n := len(members)
	v = OfObject(members...)
	if v.Len() != n {
		return Value{}, nil, fmt.Errorf("object with the same key twice")
	}
	return v, nil, nil
}

// number reads a JSON number. An integer literal must be exact; a fraction is rounded to the nearest float64.
func number(s string) (float64, error) {
	if !strings.ContainsAny(s, ".eE") && s != "-0" {
		i, err := strconv.ParseInt(s, 10, 64)
		if err != nil || i > MaxInt || i < -MaxInt {
			return 0, fmt.Errorf("integer %s is beyond 2^53 and would be rounded", s)
		}
		return float64(i), nil
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0, fmt.Errorf("number %s is out of range", s)
	}
	return f, nil
}
