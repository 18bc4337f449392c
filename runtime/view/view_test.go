package view_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tickflow/tickflow/luabind"
	tickflow "github.com/tickflow/tickflow/runtime"
	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/syntax"
	"github.com/tickflow/tickflow/runtime/view"
)

const loop = "[seed]-->A\nA-->B\nB--|below3|-->A\nA.join: OR\nA.body: add\nB.inputs: A, seed\n"

const loopLua = `local tickflow = require "tickflow"
tickflow.body("add", function(v)
  v.state.n = (v.state.n or 0) + 1
  if v.state.n == 2 then return tickflow.failure("</script> is no number") end
  return v.state.n
end)
tickflow.guard("below3", function(v) return v.A.value < 3 end)
`

func run(t *testing.T, text, lua string) *tickflow.Runner {
	t.Helper()
	pool, err := luabind.LoadText(t.Context(), "b.lua", lua, luabind.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	p, err := tickflow.Compile("g.tickflow", text, pool)
	if err != nil {
		t.Fatal(err)
	}
	r, err := tickflow.New(p, tickflow.Config{AllowDeadlock: true, Args: map[string]any{"x": 1}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Run(t.Context(), tickflow.RunOptions{MaxTicks: 50}); err != nil {
		t.Fatal(err)
	}
	return r
}

func shown(t *testing.T, r *tickflow.Runner) *view.Run {
	t.Helper()
	firings, err := r.Audit(context.Background(), tickflow.AuditOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return &view.Run{Name: "g", Graph: r.Program().Graph(), Firings: firings, Status: r.Status()}
}

// document answers the parts of a document that tests look at.
func document(t *testing.T, d *view.Document) (out struct {
	Values []any
	Graphs []struct{ SVG string }
	Runs   []map[string]any
},
) {
	t.Helper()
	if err := json.Unmarshal(d.AppendJSON(nil), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestDocument compares the form of a document with a file, so that it changes on purpose only.
func TestDocument(t *testing.T) {
	d, err := view.New(shown(t, run(t, loop, loopLua)))
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]any
	if err := json.Unmarshal(d.AppendJSON(nil), &all); err != nil {
		t.Fatal(err)
	}
	for _, g := range all["graphs"].([]any) { // render's own tests know the drawing
		delete(g.(map[string]any), "svg")
		for _, n := range g.(map[string]any)["nodes"].([]any) {
			delete(n.(map[string]any), "box")
		}
	}
	got, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join("testdata", "loop.golden.json")
	if os.Getenv("TICKFLOW_UPDATE") != "" {
		if err := os.WriteFile(golden, append(got, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.TrimSpace(string(want)), string(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestWaitingJoinsAreToldWithReasons(t *testing.T) {
	r := run(t, "[A]--|yes|-->B\nA--|no|-->C\nB-->M\nC-->M\n", `local tickflow = require "tickflow"
tickflow.guard("yes", function() return true end)
tickflow.guard("no", function() return false end)
`)
	d, err := view.New(shown(t, r))
	if err != nil {
		t.Fatal(err)
	}
	got := document(t, d).Runs[0]
	want := []any{map[string]any{
		"node": "M", "since": 1.0, "holds": []any{"B"}, "lacks": []any{"C"},
		"reasons": []any{"C was never reached, because at tick 0 the guard `no` of A was false"},
	}}
	if diff := cmp.Diff(want, got["waiting"]); diff != "" || got["status"] != "failed" {
		t.Errorf("status %v (-want +got):\n%s", got["status"], diff)
	}
}

// TestRunsFromTheMiddle shows a run from a snapshot on: what came before is known by its last firing.
func TestRunsFromTheMiddle(t *testing.T) {
	r := run(t, "[A]-->B\nB-->C\n", "")
	g := r.Program().Graph()
	whole := shown(t, r)
	begin, err := engine.Replayed(g, fresh(t, g), func(yield func([]record.Firing, error) bool) { yield(whole.Firings[:1], nil) })
	if err != nil {
		t.Fatal(err)
	}
	d, err := view.New(&view.Run{Name: "rest", Graph: g, Begin: begin, Firings: whole.Firings[1:]})
	if err != nil {
		t.Fatal(err)
	}
	got := document(t, d).Runs[0]
	if got["first"] != 1.0 || len(got["before"].([]any)) != 1 || len(got["tokens"].([]any)) != 1 || got["status"] != "idle" {
		t.Errorf("begins as %v", got)
	}
}

func fresh(t *testing.T, g *graph.Graph) *engine.Snapshot {
	run, err := engine.New(g, &tickflow.Funcs{}, engine.Config{})
	if err != nil {
		t.Fatal(err)
	}
	return run.Snapshot()
}

func TestFiringsOfAnotherGraphAreRefused(t *testing.T) {
	r := run(t, "[A]-->B\n", "")
	tree, _ := syntax.Parse(diag.NewSource("h", "[A]-->C\n"))
	other, _ := graph.Build(tree)
	s := shown(t, r)
	s.Graph = other
	if _, err := view.New(s); err == nil {
		t.Error("they are shown")
	}
}

// TestPageHoldsWhatValuesSay looks for values that could end the script they stand in.
func TestPageHoldsWhatValuesSay(t *testing.T) {
	r := run(t, "[A]-->B\nA.body: evil\n", `local tickflow = require "tickflow"
tickflow.body("evil", function() return "</script><!--<script>{{style}}" end)
`)
	d, err := view.New(shown(t, r))
	if err != nil {
		t.Fatal(err)
	}
	page := string(d.Page())
	_, data, _ := strings.Cut(page, `<script id="document"`)
	_, data, _ = strings.Cut(data, ">")
	data, _, _ = strings.Cut(data, "</script>")
	var got struct{ Values []any }
	if err := json.Unmarshal([]byte(data), &got); err != nil {
		t.Fatal(err)
	}
	found := false
	for _, v := range got.Values {
		found = found || v == "</script><!--<script>{{style}}"
	}
	if !found || strings.Contains(data, "<!--") {
		t.Errorf("the value is lost or can leave the script: %v", got.Values)
	}
	for _, placeholder := range []string{"{{title}}", "{{program}}", "{{document}}", "{{policy}}", "{{live}}"} {
		if strings.Contains(page, placeholder) {
			t.Errorf("%s is left", placeholder)
		}
	}
}

func TestComparedRunsShareGraphAndValues(t *testing.T) {
	a, b := run(t, loop, loopLua), run(t, loop, loopLua)
	d, err := view.New(shown(t, a), shown(t, b))
	if err != nil {
		t.Fatal(err)
	}
	d.Compare()
	got := document(t, d)
	if len(got.Graphs) != 1 || !strings.HasPrefix(got.Graphs[0].SVG, "<svg ") {
		t.Errorf("%d graphs", len(got.Graphs))
	}
	if diff := cmp.Diff(got.Runs[0], got.Runs[1]); diff != "" {
		t.Errorf("the same run twice:\n%s", diff)
	}
}
