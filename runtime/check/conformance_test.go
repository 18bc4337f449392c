package check

import (
	"bufio"
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
)

// expectation is what the reference model says of one graph, by name.
type expectation struct {
	Name   string
	Graph  string
	Expect struct {
		Suggestions []suggestion
		Warnings    [][3]string // code, and two names or a list of names and ""
	}
}

type suggestion struct {
	Node, Splitter string
	Producers      [2]string
}

// TestTraces compares warnings and suggestions with those of the reference model, for the cases beside the runtime and
// those of the files that the glob TICKFLOW_CASES matches.
func TestTraces(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "testdata", "conformance", "traces-*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no traces: %v", err)
	}
	more, err := filepath.Glob(os.Getenv("TICKFLOW_CASES"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, more...) {
		for _, c := range readCases(t, file) {
			if c.Expect.Warnings == nil {
				continue // a case about operations
			}
			t.Run(c.Name, func(t *testing.T) {
				g := build(t, c.Graph)
				if diff := gocmp.Diff(c.Expect.Warnings, warnings(g)); diff != "" {
					t.Errorf("warnings, expected against found:\n%s\n%s", diff, c.Graph)
				}
				if diff := gocmp.Diff(c.Expect.Suggestions, suggestions(g)); diff != "" {
					t.Errorf("suggestions, expected against found:\n%s\n%s", diff, c.Graph)
				}
			})
		}
	}
}

func readCases(t *testing.T, file string) []expectation {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var cases []expectation
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		var c expectation
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		cases = append(cases, c)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return cases
}

// warnings answers the three inherited warnings as the cases write them, and checks that the structural rule reports as many.
func warnings(g *graph.Graph) [][3]string {
	all := [][3]string{}
	counts := map[diag.Code]int{}
	for _, d := range structurally(g, nil) {
		counts[d.Code]++
		if d.Code == diag.BodylessProducer || d.Code == diag.NonProducerInput {
			names := strings.Split(d.Msg, "`") // the messages begin with consumer and producer
			all = append(all, [3]string{string(d.Code), names[1], names[3]})
		}
	}
	for _, members := range unguardedCycles(g) {
		names := make([]string, len(members))
		for i, n := range members {
			names[i] = g.Nodes[n].Name
		}
		slices.Sort(names)
		all = append(all, [3]string{string(diag.UnguardedCycle), strings.Join(names, ","), ""})
		counts[diag.UnguardedCycle]--
	}
	if extra := counts[diag.UnguardedCycle]; extra != 0 {
		all = append(all, [3]string{"cycles found and not reported, or the other way round"})
	}
	slices.SortFunc(all, func(a, b [3]string) int { return slices.CompareFunc(a[:], b[:], cmp.Compare) })
	return all
}

func suggestions(g *graph.Graph) []suggestion {
	all := []suggestion{}
	for _, s := range Structural(g) {
		all = append(all, suggestion{
			Node: g.Nodes[s.Node].Name, Splitter: g.Nodes[s.Splitter].Name,
			Producers: [2]string{g.Nodes[s.Producers[0]].Name, g.Nodes[s.Producers[1]].Name},
		})
	}
	return all
}

// TestVerdicts compares the structural rule and the cycle rule with what is recorded for graphs of known behaviour.
func TestVerdicts(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "verdicts", "expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	var expected map[string]struct {
		Rule struct {
			Suggestions []suggestion
			Cycles      [][]string `json:"unguarded_cycles"`
		} `json:"seed_rule"`
	}
	if err := json.Unmarshal(data, &expected); err != nil {
		t.Fatal(err)
	}
	delete(expected, "_meta")
	for name, want := range expected {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("testdata", "verdicts", name+".txt"))
			if err != nil {
				t.Fatal(err)
			}
			g := build(t, string(text))
			if diff := gocmp.Diff(want.Rule.Suggestions, suggestions(g)); diff != "" {
				t.Errorf("suggestions, expected against found:\n%s", diff)
			}
			cycles := [][]string{}
			for _, w := range warnings(g) {
				if w[0] == string(diag.UnguardedCycle) {
					cycles = append(cycles, strings.Split(w[1], ","))
				}
			}
			if diff := gocmp.Diff(want.Rule.Cycles, cycles); diff != "" {
				t.Errorf("cycles, expected against found:\n%s", diff)
			}
		})
	}
}
