package proof

import (
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/syntax"
)

// verdictsFolder holds our own graphs with their verdicts.
var verdictsFolder = filepath.Join("..", "check", "testdata", "verdicts")

// modes are those that verdicts are recorded or computed for.
var modes = map[string]Mode{
	"declared":        {},
	"free":            {Guards: syntax.Free},
	"exclusive":       {Guards: syntax.Exclusive},
	"exhaustive":      {Guards: syntax.Exhaustive},
	"xor":             {Guards: syntax.Xor},
	"free+fail":       {Guards: syntax.Free, Fail: true},
	"exclusive+fail":  {Guards: syntax.Exclusive, Fail: true},
	"exhaustive+fail": {Guards: syntax.Exhaustive, Fail: true},
	"xor+fail":        {Guards: syntax.Xor, Fail: true},
	"declared+fail":   {Fail: true},
}

func modeNames() []string {
	return slices.Sorted(maps.Keys(modes))
}

func build(t interface{ Fatalf(string, ...any) }, text string) *graph.Graph {
	file, faults := syntax.Parse(diag.NewSource("test.tickflow", text))
	g, more := graph.Build(file)
	if err := append(faults, more...).Err(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return g
}

// found puts a report in the form of the facts. Whatever is undecided is a failure.
func found(t interface{ Errorf(string, ...any) }, r *Report) facts {
	f := facts{Starved: []string{}, Dead: names(r.Graph, r.Dead), Lengths: map[string]starvedIn{}}
	over, lost := map[int32]bool{}, map[int32]bool{}
	for _, j := range r.Joins {
		name := r.Graph.Nodes[j.Node].Name
		for _, s := range j.Overwritten {
			over[s] = true
		}
		for _, s := range j.Clobbered {
			lost[s] = true
		}
		if j.Verdict == Unknown || !j.AllLosses || j.Fires == Maybe {
			t.Errorf("%s is not decided: %s after %d states, limit %q", name, j.Verdict, j.States, j.Limit)
		}
		if j.Verdict != Refuted {
			continue
		}
		f.Starved = append(f.Starved, name)
		in := starvedIn{Starved: j.Since}
		if j.Trace == nil || !j.Trace.Shortest {
			t.Errorf("%s: no trace, or one of which it is not known to be the shortest", name)
		} else if j.Trace.Cycle < 0 {
			in.Cone = len(j.Trace.Ticks)
		} else if j.Trace.Lead != j.Since {
			t.Errorf("%s: the trace leads to the cycle in %d ticks, want %d", name, j.Trace.Lead, j.Since)
		}
		f.Lengths[name] = in
	}
	f.Termination, f.CanStick = r.Ending.String(), r.CanStop == Yes
	if r.CanStop == Maybe {
		t.Errorf("not decided whether a run can end stuck")
	}
	f.Overwrite, f.Clobber = slotNames(r.Graph, over), slotNames(r.Graph, lost)
	return f
}

func names(g *graph.Graph, ids []graph.ID) []string {
	names := []string{}
	for _, id := range ids {
		names = append(names, g.Nodes[id].Name)
	}
	return names
}

// TestVerdicts compares reports with recorded verdicts and with those of the explorer, for the graphs beside the checker
// and those of the folder that TICKFLOW_VERDICTS names.
func TestVerdicts(t *testing.T) {
	folders := []string{verdictsFolder}
	if more := os.Getenv("TICKFLOW_VERDICTS"); more != "" {
		folders = append(folders, more)
	}
	for _, folder := range folders {
		expected := readVerdicts(t, folder)
		for _, name := range slices.Sorted(maps.Keys(expected)) {
			text, err := os.ReadFile(filepath.Join(folder, name+".txt"))
			if err != nil {
				t.Fatal(err)
			}
			t.Run(name, func(t *testing.T) {
				for mode, want := range expected[name].Exact {
					if _, known := modes[mode]; !known {
						t.Errorf("mode %s is not known", mode)
					}
					compare(t, string(text), mode, want.sorted())
				}
				for _, mode := range modeNames() {
					g := build(t, string(text))
					compare(t, string(text), mode, explore(g, modes[mode], 1<<20).facts().sorted())
				}
			})
		}
	}
}

func compare(t *testing.T, text, mode string, want facts) {
	t.Helper()
	got := found(t, Run(context.Background(), build(t, text), Options{Mode: modes[mode]})).sorted()
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s\n%s", mode, diff, text)
	}
}

type recorded struct {
	Exact map[string]facts `json:"exact"`
}

func readVerdicts(t *testing.T, folder string) map[string]recorded {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(folder, "expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	var expected map[string]recorded
	if err := json.Unmarshal(data, &expected); err != nil {
		t.Fatal(err)
	}
	delete(expected, "_meta")
	return expected
}

// sorted puts names in order, so that facts can be compared.
func (f facts) sorted() facts {
	for _, list := range [][]string{f.Starved, f.Dead, f.Overwrite, f.Clobber} {
		sort.Strings(list)
	}
	return f
}

// verdictTexts answers the recorded graphs by name.
func verdictTexts(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(verdictsFolder, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no graphs: %v", err)
	}
	texts := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[strings.TrimSuffix(filepath.Base(file), ".txt")] = string(text)
	}
	return texts
}
