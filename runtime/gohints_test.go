package runtime_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	tickflow "github.com/tickflow/tickflow/runtime"
)

func TestProgramsInGoAreToldHowToRegisterInGo(t *testing.T) {
	b := &tickflow.Funcs{Bodies: map[string]tickflow.Body{
		"one": func(context.Context, *tickflow.View) (tickflow.Value, error) { return tickflow.From(1) },
	}}
	_, err := tickflow.Compile("graph.tickflow", "[A]--|ask|-->B\nA.body: fetch\n", tickflow.Layer(b))
	for _, want := range []string{"add it to the Bodies of Funcs: `\"fetch\": FUNC`", "add it to the Guards of Funcs: `\"ask\": FUNC`"} {
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "tickflow.body(") {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestRollbackToAnUnknownLabelNamesThoseThereAre(t *testing.T) {
	r := newRunner(t, "[A]\n", nil, tickflow.Config{})
	err := r.RollbackTo(t.Context(), "plan")
	if !errors.Is(err, tickflow.ErrNoCheckpoint) || err.Error() != `"plan": no such checkpoint: there is none` {
		t.Errorf("without checkpoints: %v", err)
	}
	for _, label := range []string{"plans", "act"} {
		if err := r.Checkpoint(t.Context(), label); err != nil {
			t.Fatal(err)
		}
	}
	err = r.RollbackTo(t.Context(), "plan")
	if !errors.Is(err, tickflow.ErrNoCheckpoint) || err.Error() != `"plan": no such checkpoint: there are "plans", "act"` {
		t.Errorf("with checkpoints: %v", err)
	}
}
