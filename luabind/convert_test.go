package luabind

import (
	"math"
	"strings"
	"testing"

	lua "github.com/yuin/gopher-lua"
	"pgregory.net/rapid"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/value"
)

func testVM(t testing.TB, text string) *vm {
	t.Helper()
	p := newProgram(diag.NewSource("test.lua", text), nil, "")
	if err := p.compileMain(); err != nil {
		t.Fatal(err)
	}
	h := newHost(Options{})
	t.Cleanup(h.close)
	m, err := newVM(t.Context(), p, h, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.close)
	return m
}

// values draws any value, nested up to a depth.
func values(depth int) *rapid.Generator[value.Value] {
	scalars := []*rapid.Generator[value.Value]{
		rapid.Just(value.Value{}),
		rapid.Map(rapid.Bool(), value.OfBool),
		rapid.Map(rapid.Float64(), value.OfNumber),
		rapid.Map(rapid.IntRange(-value.MaxInt, value.MaxInt), value.OfInt),
		rapid.Map(rapid.String(), func(s string) value.Value { return value.OfString(strings.ToValidUTF8(s, "?")) }),
	}
	if depth == 0 {
		return rapid.OneOf(scalars...)
	}
	key := rapid.OneOf(rapid.SampledFrom([]string{"", "1", "n", "value", "__index", "a b", "é"}), rapid.StringMatching(`[a-z]{1,8}`))
	lists := rapid.Map(rapid.SliceOfN(values(depth-1), 0, 5), func(items []value.Value) value.Value { return value.OfList(items...) })
	objects := rapid.Map(rapid.MapOfN(key, values(depth-1), 0, 5), func(members map[string]value.Value) value.Value {
		o := value.OfObject()
		for k, v := range members {
			o = o.With(k, v)
		}
		return o
	})
	return rapid.OneOf(append(scalars, lists, objects)...)
}

// What goes to Lua and back, as a copy or as a table to be read only, is what it was.
func TestRoundTrip(t *testing.T) {
	m := testVM(t, "")
	rapid.Check(t, func(t *rapid.T) {
		v := values(4).Draw(t, "value")
		for name, lv := range map[string]lua.LValue{"copied": m.toLua(v), "shown": m.show(v, "v.args")} {
			back, err := m.value(lv)
			if err != nil || !value.Equal(v, back) {
				t.Fatalf("%s: %s came back as %s, %v", name, v, back, err)
			}
		}
		m.hideAll()
	})
}

// Lua's own functions on JSON agree with Go's.
func TestJSONRoundTrip(t *testing.T) {
	m := testVM(t, `local tickflow = require "tickflow"
		tickflow.body("through", function(text) return tickflow.json.encode(tickflow.json.decode(text)) end)`)
	rapid.Check(t, func(t *rapid.T) {
		v := values(3).Draw(t, "value")
		if v.IsNull() {
			return // nil outside of tables, and nil is null again
		}
		m.L.Push(m.bodies[0].fn)
		m.L.Push(lua.LString(v.String()))
		if err := m.L.PCall(1, 1, nil); err != nil {
			t.Fatal(err)
		}
		got := m.L.Get(-1).String()
		m.L.Pop(1)
		if got != v.String() {
			t.Fatalf("%s became %s", v, got)
		}
	})
}

func TestRefusedValues(t *testing.T) {
	cases := map[string]string{
		"return print":                                        "a function",
		"return {items = {1, 2, print}}":                      ".items[3]: a function",
		"return {[\"odd key\"] = {x = print}}":                `["odd key"].x: a function`,
		"return coroutine.create(print)":                      "a coroutine",
		"return 0/0":                                          "the number NaN",
		"return {x = 1/0}":                                    ".x: the number +Inf",
		"return {-1/0}":                                       "[1]: the number -Inf",
		"return '\\255'":                                      "a string that is not valid UTF-8",
		"return {['\\255'] = 1}":                              `["\xff"]: a key that is not valid UTF-8`,
		"return {1, 2, x = 3}":                                ".x: a key that is none of a list",
		"return {1, [2.5] = 1}":                               "[2.5]: a key that is none of a list",
		"return {1, [-1] = 1}":                                "[-1]: a key that is none of a list",
		"return {[2] = 1}":                                    "[1]: nil in a list of 2",
		"return {1, nil, 3}":                                  "[2]: nil in a list of 3",
		"return {[0] = 1}":                                    "[0]: a number as a key",
		"return {[1.5] = 1}":                                  "[1.5]: a number as a key",
		"return {[true] = 1}":                                 "[true]: a boolean as a key",
		"return {[{}] = 1}":                                   "[table]: a table as a key",
		"return require('tickflow').object{1}":                "[1]: a number as a key",
		"return require('tickflow').array{x = 1}":             ".x: a key that is none of a list",
		"local t = {} t.a = {b = t} return t":                 ".a.b: a table that contains itself",
		"local t = {} t[1] = t return t":                      "[1]: a table that contains itself",
		"local t = {} for i = 1, 200 do t = {t} end return t": strings.Repeat("[1]", 200) + ": tables nested more than 200 deep",
		"return string":                                       "a library or an input of another call",
		"return _G":                                           "a library or an input of another call",
		"return require('tickflow').failure('x')":             "a failure",
	}
	for code, want := range cases {
		t.Run(code[:min(len(code), 40)], func(t *testing.T) {
			m := testVM(t, "")
			if err := m.L.DoString(code); err != nil {
				t.Fatal(err)
			}
			v, err := m.value(m.L.Get(-1))
			if err == nil || err.Error() != want {
				t.Errorf("got %s, %v, want %s", v, err, want)
			}
		})
	}
}

func TestAcceptedValues(t *testing.T) {
	cases := map[string]string{
		"local shared = {1} return {shared, shared}":           "[[1],[1]]",
		"local t = {1, 2, 3} t[3] = nil return t":              "[1,2]",
		"local t = {1} t[1] = nil return t":                    "{}",
		"local t = {a = 1} t.a = nil return t":                 "{}",
		"return {['1'] = 'one'}":                               `{"1":"one"}`,
		"return -0":                                            "-0",
		"return 2^53":                                          "9007199254740992",
		"return 1e300":                                         "1e+300",
		"local t = {} for i = 1, 199 do t = {t} end return #t": "1",
		"return setmetatable({x = 1}, {__index = {y = 2}})":    `{"x":1}`,
		"return 'a\\0b'":                                       `"a\u0000b"`,
	}
	for code, want := range cases {
		t.Run(code, func(t *testing.T) {
			m := testVM(t, "")
			if err := m.L.DoString(code); err != nil {
				t.Fatal(err)
			}
			v, err := m.value(m.L.Get(-1))
			if err != nil || v.String() != want {
				t.Errorf("got %s, %v, want %s", v, err, want)
			}
		})
	}
}

// A read-only table inside a new one counts with all its depth.
func TestShownDepth(t *testing.T) {
	m := testVM(t, "")
	deep := value.OfList()
	for range value.MaxDepth - 1 {
		deep = value.OfList(deep)
	}
	shown := m.show(deep, "v.args")
	if _, err := m.value(shown); err != nil {
		t.Error(err)
	}
	outer := m.newList(1)
	outer.Append(shown)
	if v, err := m.value(outer); err == nil {
		t.Error("nested too deep, but taken:", v)
	}
}

func TestSmallNumbers(t *testing.T) {
	for _, f := range []float64{0, math.Copysign(0, -1), 1, 255, 256, 0.5, -1, 1e18, math.MaxFloat64} {
		if got := float64(number(f).(lua.LNumber)); math.Float64bits(got) != math.Float64bits(f) {
			t.Errorf("%v became %v", f, got)
		}
	}
}
