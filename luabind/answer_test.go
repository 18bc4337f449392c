package luabind_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/engine"
)

// A guard that answers neither true, false nor nil is told once, as are two of one node.
func TestOddAnswers(t *testing.T) {
	p := load(t, `
		tickflow.body("text", function(v) return "false" end)
		tickflow.guard("output", function(v) return v.output end)
		tickflow.guard("zero", function(v) return 0 end)
		tickflow.guard("input", function(v) return v.A end)
		tickflow.guard("yes", function(v) return true end)
		tickflow.guard("none", function(v) end)`)
	var got []string
	cfg := engine.Config{Warn: func(w engine.Warning) {
		if w.Code == diag.GuardAnswer {
			got = append(got, w.Msg)
		}
	}}
	text := "[A]--|output|-->A\nA--|zero|-->B\nA--|input|-->B\nA--|yes|-->B\nA--|none|-->B\nA.body: text\nA.guards: free"
	if _, err := fires(t, text, p, cfg, 3); err != nil {
		t.Fatal(err)
	}
	const rest = ", which counts as yes: only false and nil are no; write a comparison, such as x == \"yes\""
	want := []string{
		"the guard output of A answered \"false\"" + rest,
		"the guard zero of A answered 0" + rest,
		"the guard input of A answered an input, a table" + rest,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
