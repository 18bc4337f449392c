package value_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/tickflow/tickflow/runtime/value"
)

// nested answers a list in a list in a list, so many of them.
func nested(levels int) value.Value {
	var v value.Value
	for range levels {
		v = value.OfList(v)
	}
	return v
}

func TestDepth(t *testing.T) {
	member := func(v value.Value) value.Value { return value.OfObject(value.Member{Key: "a", Value: v}) }
	tests := []struct {
		v    value.Value
		want int
	}{
		{value.Value{}, 0},
		{value.OfString("[[]]"), 0},
		{value.OfList(), 1},
		{value.OfObject(), 1},
		{value.OfList(value.OfInt(1), nested(2)), 3},
		{member(nested(2)), 3},
		{member(nested(2)).With("b", nested(4)), 5},
		{member(nested(2)).With("a", value.OfInt(1)), 1},
	}
	for _, tt := range tests {
		if got := tt.v.Depth(); got != tt.want {
			t.Errorf("%s: got %d, want %d", tt.v, got, tt.want)
		}
	}
}

func TestValuesAreTakenToTheirGreatestDepthAndNoFurther(t *testing.T) {
	deepest, deeper := nested(value.MaxDepth), nested(value.MaxDepth+1)
	takes := map[string]func(v value.Value) error{
		"Parse":          func(v value.Value) error { _, err := value.Parse(v.AppendJSON(nil)); return err },
		"From a Value":   func(v value.Value) error { _, err := value.From(v); return err },
		"From Go":        func(v value.Value) error { _, err := value.From(v.Go()); return err },
		"From a mixture": func(v value.Value) error { _, err := value.From([]any{v.Items()[0]}); return err },
		"a document": func(v value.Value) error {
			_, err := value.ParseDocument([]byte("[["+v.String()+"]]"), 2)
			return err
		},
	}
	for name, take := range takes {
		if err := take(deepest); err != nil {
			t.Errorf("%s refuses the deepest: %.80v", name, err)
		}
		if err := take(deeper); err == nil || !strings.Contains(err.Error(), "deep") {
			t.Errorf("%s takes what is deeper: %.80v", name, err)
		}
	}
	type self *self
	var loop self
	loop = &loop
	if _, err := value.From(loop); err == nil {
		t.Error("a pointer to itself is taken")
	}
}

func TestFromWhatMarshalsItself(t *testing.T) {
	at := time.Date(2024, 5, 6, 7, 8, 9, 0, time.UTC)
	tests := []struct {
		from any
		want string
	}{
		{at, `"2024-05-06T07:08:09Z"`},
		{&at, `"2024-05-06T07:08:09Z"`},
		{map[string]any{"at": at, "raw": json.RawMessage(`{"b":1, "a":[]}`)}, `{"at":"2024-05-06T07:08:09Z","raw":{"a":[],"b":1}}`},
		{(*time.Time)(nil), "null"},
		{[]json.RawMessage{[]byte("1 2")}, "[1]: json.RawMessage: text after the value, at byte 3"},
	}
	for _, tt := range tests {
		v, err := value.From(tt.from)
		got := v.String()
		if err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%T: got %s, want %s", tt.from, got, tt.want)
		}
	}
}
