package record_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/value"
)

func TestParseKeepsTheOrderOfInputs(t *testing.T) {
	f := record.Firing{
		Node: "A", K: 1, Output: value.OfObject(value.Member{Key: "inputs", Value: value.OfObject()}), State: value.OfObject(),
		Inputs: []record.Input{
			{Producer: "z", Value: value.OfObject(value.Member{Key: "a", Value: value.OfList(value.OfString(`},"b":`), value.OfInt(1))})},
			{Producer: "ä", K: 2, Value: value.OfString(`\"`)},
			{Producer: "a", Value: value.OfList()},
			{Producer: "m"},
		},
	}
	text := f.AppendJSON(nil)
	got, err := record.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(f, got, compareValues); diff != "" {
		t.Errorf("%s (-was +is):\n%s", text, diff)
	}
	for _, damaged := range []string{"", "{}", string(text[:len(text)-1]), string(text) + "x"} {
		if _, err := record.Parse([]byte(damaged)); err == nil {
			t.Errorf("%q is read", damaged)
		}
	}
}
