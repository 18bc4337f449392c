package value_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/tickflow/tickflow/runtime/value"
)

// anyValue draws values of every kind, nested a few levels deep.
func anyValue(depth int) *rapid.Generator[value.Value] {
	return rapid.Custom(func(t *rapid.T) value.Value {
		most := 5
		if depth == 0 {
			most = 3
		}
		switch rapid.IntRange(0, most).Draw(t, "kind") {
		case 0:
			return value.Value{}
		case 1:
			return value.OfBool(rapid.Bool().Draw(t, "bool"))
		case 2:
			return value.OfNumber(rapid.OneOf(rapid.Float64(), rapid.Map(rapid.IntRange(-100, 100), func(i int) float64 { return float64(i) })).Draw(t, "number"))
		case 3:
			return value.OfString(rapid.String().Draw(t, "string"))
		case 4:
			return value.OfList(rapid.SliceOfN(anyValue(depth-1), 0, 4).Draw(t, "items")...)
		}
		var members []value.Member
		for _, key := range rapid.SliceOfN(rapid.StringN(0, 3, -1), 0, 4).Draw(t, "keys") {
			members = append(members, value.Member{Key: key, Value: anyValue(depth-1).Draw(t, "member")})
		}
		return value.OfObject(members...)
	})
}

func TestJSONRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := anyValue(3).Draw(t, "value")
		text := v.AppendJSON(nil)
		back, err := value.Parse(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if !value.Equal(v, back) {
			t.Fatalf("%s came back as %s", text, back)
		}
		var std any
		if err := json.Unmarshal(text, &std); err != nil {
			t.Fatalf("encoding/json refuses %s: %v", text, err)
		}
		again, err := value.From(std)
		if err != nil || !value.Equal(v, again) {
			t.Fatalf("%s by way of encoding/json is %s, %v", text, again, err)
		}
		fromGo, err := value.From(v.Go())
		if err != nil || !value.Equal(v, fromGo) {
			t.Fatalf("%s by way of Go is %s, %v", text, fromGo, err)
		}
	})
}

func TestJSONForm(t *testing.T) {
	tests := []struct {
		v    value.Value
		want string
	}{
		{value.Value{}, "null"},
		{value.OfInt(3), "3"},
		{value.OfNumber(-0.5), "-0.5"},
		{value.OfNumber(math.Copysign(0, -1)), "-0"},
		{value.OfNumber(value.MaxInt), "9007199254740992"},
		{value.OfNumber(1 << 60), "1.152921504606847e+18"},
		{value.OfNumber(1e-7), "1e-7"},
		{value.OfNumber(1e300), "1e+300"},
		{value.OfNumber(math.NaN()), "null"},
		{value.OfString("a\"\\\n\x01é\u2028"), "\"a\\\"\\\\\\n\\u0001é\u2028\""},
		{value.OfString("a\xff\xfeb"), "\"a\ufffd\ufffdb\""},
		{value.OfList(), "[]"},
		{value.OfObject(), "{}"},
		{value.OfObject(value.Member{Key: "\xff"}, value.Member{Key: "\xfe", Value: value.OfInt(2)}), "{\"\ufffd\":2}"},
		{value.OfObject(value.Member{Key: "\xff"}).With("\xfe", value.OfInt(3)), "{\"\ufffd\":3}"},
		{value.OfObject(value.Member{Key: "b", Value: value.OfInt(1)}, value.Member{Key: "a"}, value.Member{Key: "b", Value: value.OfInt(2)}), `{"a":null,"b":2}`},
	}
	for _, tt := range tests {
		if got := tt.v.String(); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", "unexpected EOF"},
		{"[1,", "[2]: unexpected EOF"},
		{"{\"a\":[1,{\"b c\":1e999}]}", `.a[2]["b c"]: number 1e999 is out of range`},
		{"9007199254740993", "integer 9007199254740993 is beyond 2^53 and would be rounded"},
		{"1 2", "text after the value"},
		{`{"a":1,"a":2}`, "object with the same key twice"},
		{"\"\xff\"", "not valid UTF-8"},
		{strings.Repeat("[", 300), "nested more than 200 deep"},
		{"nul", "unexpected EOF"},
		{"nil", "invalid character"},
	}
	for _, tt := range tests {
		v, err := value.Parse([]byte(tt.text))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%.20q: got %v, %v; want an error with %q", tt.text, v, err, tt.want)
		}
		if p := (*value.PathError)(nil); !errors.As(err, &p) {
			t.Errorf("%.20q: %T is no *PathError", tt.text, err)
		}
	}
}

func TestFrom(t *testing.T) {
	type inner struct {
		Amount int `json:"amount"`
	}
	type outer struct {
		inner
		Name   string   `json:"name"`
		Empty  []string `json:"empty,omitempty"`
		Hidden int      `json:"-"`
		Next   *inner
		own    int
	}
	cycle := map[string]any{}
	cycle["self"] = cycle
	tests := []struct {
		from any
		want string // the JSON form, or the error
	}{
		{nil, "null"},
		{uint8(7), "7"},
		{float32(0.5), "0.5"},
		{[]string{"a"}, `["a"]`},
		{map[string]int{"b": 1, "a": 2}, `{"a":2,"b":1}`},
		{outer{inner: inner{3}, Name: "n", Next: &inner{4}, own: 1}, `{"Next":{"amount":4},"amount":3,"name":"n"}`},
		{[]any{1, value.OfBool(true)}, "[1,true]"},
		{1 << 54, "integer 18014398509481984 is beyond 2^53 and would be rounded"},
		{map[string]any{"items": []any{1, 2, func() {}}}, ".items[3]: func"},
		{map[int]int{1: 1}, "map with keys of type int"},
		{[]float64{math.Inf(1)}, "[1]: number +Inf"},
		{"\xff", "string that is not valid UTF-8"},
		{json.Number("12"), "12"},
		{[]json.Number{"-0.5", "1e3", "-0"}, "[-0.5,1000,-0]"},
		{map[string]any{"n": json.Number("x")}, `.n: json.Number "x" is no number`},
		{json.Number(""), `json.Number "" is no number`},
		{json.Number(" 1"), `json.Number " 1" is no number`},
		{json.Number("0x10"), `json.Number "0x10" is no number`},
		{json.Number("true"), `json.Number "true" is no number`},
		{json.Number("1e400"), "number 1e400 is out of range"},
		{json.Number("9007199254740993"), "integer 9007199254740993 is beyond 2^53 and would be rounded"},
		{cycle, "nested more than 200 deep, or a cycle"},
		{make(chan int), "chan"},
		{[]any{errors.New("x")}, "[1]: errors.errorString, whose fields are all hidden"},
		{struct{}{}, "{}"},
	}
	for _, tt := range tests {
		v, err := value.From(tt.from)
		got := v.String()
		if err != nil {
			got = err.Error()
		}
		if got != tt.want && !strings.HasSuffix(got, tt.want) {
			t.Errorf("%T: got %s, want %s", tt.from, got, tt.want)
		}
	}
}

func TestWithLeavesTheOriginal(t *testing.T) {
	v := value.OfObject(value.Member{Key: "b", Value: value.OfInt(1)})
	w := v.With("a", value.OfInt(0)).With("b", value.OfInt(2)).With("c", value.OfInt(3))
	if v.String() != `{"b":1}` || w.String() != `{"a":0,"b":2,"c":3}` {
		t.Errorf("%s became %s", v, w)
	}
	if got := (value.Value{}).With("x", value.Value{}).String(); got != `{"x":null}` {
		t.Errorf("null with a member is %s", got)
	}
}

func TestDecode(t *testing.T) {
	v, err := value.Parse([]byte(`{"user":"ada","items":[1,2]}`))
	if err != nil {
		t.Fatal(err)
	}
	var order struct {
		User  string
		Items []int
	}
	if err := v.Decode(&order); err != nil || order.User != "ada" || len(order.Items) != 2 {
		t.Errorf("%+v, %v", order, err)
	}
	if err := value.OfString("x").Decode(&order); err == nil {
		t.Error("a string goes into a struct")
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"null", "[1,2.5,-0,1e-7]", `{"a":{"b":[true,"\u00e9\n"]}}`, "[[[", `{"a":1,"a":2}`, "1e400", "\"\\ud800\""} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := value.Parse(data)
		if err != nil {
			return
		}
		text := v.AppendJSON(nil)
		back, err := value.Parse(text)
		if err != nil || !value.Equal(v, back) {
			t.Fatalf("%q was read as %s and comes back as %v, %v", data, text, back, err)
		}
		if again := back.AppendJSON(nil); string(again) != string(text) {
			t.Fatalf("two forms: %s and %s", text, again)
		}
	})
}

func ExampleFrom() {
	v, err := value.From(map[string]any{"user": "ada", "items": []int{1, 2}})
	fmt.Println(v, err)
	_, err = value.From(map[string]any{"items": []any{1, func() {}}})
	fmt.Println(err)
	// Output:
	// {"items":[1,2],"user":"ada"} <nil>
	// .items[2]: func
}
