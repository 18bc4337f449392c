package runtime_test

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/tickflow/tickflow/luabind"
	tickflow "github.com/tickflow/tickflow/runtime"
	"github.com/tickflow/tickflow/runtime/check"
	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/syntax"
)

// conformanceCase is one line of a file of expected traces: a straight run (Expect) or a sequence of operations (Ops).
type conformanceCase struct {
	Name       string
	Graph      string
	Behaviours string
	MaxTicks   int `json:"max_ticks"`
	Expect     *expectedTrace
	Ops        []json.RawMessage
}

type expectedTrace struct {
	Suggestions []tickflow.Suggestion
	Warnings    [][3]string
	Ticks       []json.RawMessage
	Outcome     string
	Aborted     bool
}

// TestConformance runs the cases beside it and those of the files that the glob TICKFLOW_CASES matches.
func TestConformance(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "conformance", "*.jsonl"))
	if err != nil || len(files) < 2 {
		t.Fatalf("found the cases %v: %v", files, err)
	}
	more, err := filepath.Glob(os.Getenv("TICKFLOW_CASES"))
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv("TICKFLOW_CASES") != "" && len(more) == 0 {
		t.Fatalf("TICKFLOW_CASES=%s matches no file", os.Getenv("TICKFLOW_CASES"))
	}
	for _, file := range append(files, more...) {
		for _, c := range readConformance(t, file) {
			t.Run(c.Name, func(t *testing.T) {
				t.Parallel()
				if c.Expect != nil {
					c.trace(t)
				} else {
					c.operations(t)
				}
			})
		}
	}
}

func readConformance(t *testing.T, file string) []conformanceCase {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var cases []conformanceCase
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		var c conformanceCase
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if c.Expect == nil && len(c.Ops) == 0 {
			t.Fatalf("%s: %s expects nothing", file, c.Name)
		}
		cases = append(cases, c)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return cases
}

func (c *conformanceCase) behaviors(t *testing.T) tickflow.Behaviors {
	pool, err := luabind.LoadText(t.Context(), "behaviours.lua", c.Behaviours, luabind.Options{Workers: 4})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

func compile(t testing.TB, text string, b tickflow.Behaviors) *tickflow.Program {
	t.Helper()
	p, err := tickflow.Compile("graph.tickflow", text, b)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return p
}

func (c *conformanceCase) start(t *testing.T) *tickflow.Runner {
	r, err := tickflow.New(compile(t, c.Graph, c.behaviors(t)), tickflow.Config{AllowDeadlock: true})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// trace compares a straight run tick by tick, in the form in which the case writes it.
func (c *conformanceCase) trace(t *testing.T) {
	r := c.start(t)
	if diff := gocmp.Diff(c.Expect.Warnings, originalWarnings(structurally(t, c.Graph))); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
	if diff := gocmp.Diff(c.Expect.Suggestions, r.Program().Suggestions()); diff != "" {
		t.Errorf("suggestions (-want +got):\n%s", diff)
	}
	for i := 0; i < c.MaxTicks; i++ {
		fireable := r.Fireable()
		firings, err := r.Tick(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if len(firings) == 0 {
			if i != len(c.Expect.Ticks) {
				t.Fatalf("nothing fired at tick %d of %d", i, len(c.Expect.Ticks))
			}
			break
		}
		if i >= len(c.Expect.Ticks) {
			t.Fatalf("tick %d fired %v, expected none", i, fireable)
		}
		got := map[string]any{
			"tick": firings[0].Tick, "fireable": fireable, "firings": traceFirings(firings), "marking": traceMarking(r),
		}
		sameJSON(t, fmt.Sprintf("tick %d", i), c.Expect.Ticks[i], got)
	}
	if got := outcome(t, r); got != c.Expect.Outcome {
		t.Errorf("outcome %s, want %s", got, c.Expect.Outcome)
	}
}

func outcome(t *testing.T, r *tickflow.Runner) string {
	if len(r.Fireable()) > 0 && r.Status() == tickflow.Running {
		return "max-ticks"
	}
	if _, err := r.Tick(t.Context()); err != nil { // settles the status
		t.Fatal(err)
	}
	switch r.Status() {
	case tickflow.Idle:
		return "done"
	case tickflow.Stuck:
		return "stuck"
	}
	return r.Status().String()
}

func traceFirings(firings []tickflow.Firing) []any {
	var list []any
	for _, f := range firings {
		inputs := map[string]any{}
		for _, in := range f.Inputs {
			inputs[in.Producer] = in.Value
		}
		edges := [][3]any{}
		for _, e := range f.Edges {
			edges = append(edges, [3]any{e.Consumer, orNull(e.Guard), e.Value})
		}
		list = append(list, map[string]any{
			"node": f.Node, "status": f.Status.String(), "error": orNull(f.Error), "inputs": inputs, "output": f.Output,
			"state": f.State, "edges": edges,
		})
	}
	return list
}

func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}

func traceMarking(r *tickflow.Runner) any {
	m := r.Marking()
	slots := [][2]string{}
	for _, s := range m.Slots {
		slots = append(slots, [2]string{s.Consumer, s.Producer})
	}
	slices.SortFunc(slots, func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
	armed := append([]string{}, m.ArmedStarts...)
	slices.Sort(armed)
	return map[string]any{"slots": slots, "armed": armed}
}

// structurally answers the findings about a graph by the structural rule.
func structurally(t *testing.T, text string) diag.List {
	file, _ := syntax.Parse(diag.NewSource("graph.tickflow", text))
	g, _ := graph.Build(file)
	return check.Run(t.Context(), g, nil, check.Options{Structural: true}).Findings
}

// originalWarnings answers the three warnings that the cases know, as they write them.
func originalWarnings(findings diag.List) [][3]string {
	all := [][3]string{}
	quoted := regexp.MustCompile("`([^`]+)`")
	for _, d := range findings {
		switch d.Code {
		case diag.BodylessProducer, diag.NonProducerInput: // the messages begin with consumer and producer
			names := quoted.FindAllStringSubmatch(d.Msg, 2)
			all = append(all, [3]string{string(d.Code), names[0][1], names[1][1]})
		case diag.UnguardedCycle:
			all = append(all, [3]string{string(d.Code), cycleNames(d.Msg), ""})
		}
	}
	slices.SortFunc(all, func(a, b [3]string) int { return slices.CompareFunc(a[:], b[:], cmp.Compare) })
	return all
}

func cycleNames(msg string) string {
	if list, ok := strings.CutPrefix(msg, "the cycle of "); ok {
		list, _, _ = strings.Cut(list, " has ")
		return strings.ReplaceAll(strings.ReplaceAll(list, "`", ""), ", ", ",")
	}
	name, _, _ := strings.Cut(msg, " leads to itself")
	return strings.Trim(name, "`")
}

// operations runs a sequence of runs, checkpoints, rollbacks and remaps and compares what must hold after each.
func (c *conformanceCase) operations(t *testing.T) {
	r := c.start(t)
	ctx := t.Context()
	for i, raw := range c.Ops {
		var op struct {
			Op       string
			Label    string
			Graph    string
			MaxTicks int `json:"max_ticks"`
		}
		if err := json.Unmarshal(raw, &op); err != nil {
			t.Fatal(err)
		}
		got := map[string]any{"op": op.Op}
		switch op.Op {
		case "run":
			got["max_ticks"] = op.MaxTicks
			got["fired"] = runTo(t, r, op.MaxTicks)
			got["tick"], got["aborted"] = r.Now(), r.Status() == tickflow.Aborted
			got["marking"], got["state"], got["fireable"] = traceMarking(r), r.NodeStates(), r.Fireable()
		case "checkpoint":
			got["label"] = op.Label
			if err := r.Checkpoint(ctx, op.Label); err != nil {
				t.Fatal(err)
			}
		case "rollback":
			got["label"] = op.Label
			if err := r.RollbackTo(ctx, op.Label); err != nil {
				t.Fatal(err)
			}
			got["tick"], got["marking"] = r.Now(), traceMarking(r)
		case "remap":
			got["graph"] = op.Graph
			if err := r.Remap(ctx, compile(t, op.Graph, r.Program().Behaviors())); err != nil {
				t.Fatal(err)
			}
			got["marking"] = traceMarking(r)
		default:
			t.Fatalf("unknown operation %q", op.Op)
		}
		sameJSON(t, fmt.Sprintf("operation %d, %s", i, op.Op), raw, got)
	}
}

func runTo(t *testing.T, r *tickflow.Runner, limit int) []any {
	fired := []any{}
	for r.Now() < limit {
		firings, err := r.Tick(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if len(firings) == 0 {
			break
		}
		for _, f := range firings {
			fired = append(fired, []any{f.Tick, f.Node, f.Status.String(), f.Output})
		}
	}
	return fired
}

// sameJSON compares what is expected with what is, both as JSON.
func sameJSON(t *testing.T, what string, want json.RawMessage, got any) {
	t.Helper()
	encoded, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff(decodeJSON(t, want), decodeJSON(t, encoded)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func decodeJSON(t *testing.T, data []byte) any {
	t.Helper()
	var v any
	if err := json.NewDecoder(bytes.NewReader(data)).Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}
