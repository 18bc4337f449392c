package check

import (
	"testing"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/syntax"
)

func TestErrorsOfTheTextLeaveOutWhatOnlyRepeatsThem(t *testing.T) {
	for text, want := range map[string]int{
		"[A]-->B\nA.bdoy: nothing\nB.body: sum\n": 0, // A would have its body
		"[A]-->B\nB.body: sum\n":                  1,
	} {
		f, written := syntax.Parse(diag.NewSource("x", text))
		g, faults := graph.Build(f)
		got := 0
		for _, d := range Join(append(written, faults...), exactly(g, someNames)) {
			if d.Code == diag.BodylessProducer {
				got++
			}
		}
		if got != want {
			t.Errorf("%q: %d hints about A, want %d", text, got, want)
		}
	}
}
