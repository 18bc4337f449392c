package engine_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/value"
)

func TestBodiesInGoReadWhatIsBound(t *testing.T) {
	for bind, want := range map[string]string{
		"{left: B, right: A}": "left=2 right=1 bound=2,1",
		"[B, A]":              "left=null right=null bound=2,1",
	} {
		var got string
		r := begin(t, "[A]-->C\n[B]-->C\nA.body: one\nB.body: two\nC.body: look\nC.bind: "+bind+"\n", table{bodies: map[string]engine.Body{
			"one": returns(value.OfInt(1)), "two": returns(value.OfInt(2)),
			"look": func(_ context.Context, v *engine.View) (value.Value, error) {
				got = fmt.Sprintf("left=%s right=%s bound=", v.Value("left"), v.Value("right"))
				for i, in := range v.Bound() {
					if i > 0 {
						got += ","
					}
					got += in.Value.String()
				}
				return value.Value{}, nil
			},
		}}, engine.Config{})
		tick(t, r)
		tick(t, r)
		if got != want {
			t.Errorf("%s: got %s, want %s", bind, got, want)
		}
	}
}
