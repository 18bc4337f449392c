package proof

import (
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/tickflow/tickflow/runtime/graph"
)

// corpus is graphs that people have drawn, by file name.
type corpus struct {
	name  string
	files []string
	graph []*graph.Graph
}

// corpora answers our own graphs and, if TICKFLOW_CORPUS names the folder that holds them, the charts and processes.
func corpora(t *testing.T) []corpus {
	t.Helper()
	all := []corpus{readCorpus(t, "own", filepath.Join(verdictsFolder, "*.txt"))}
	if folder := os.Getenv("TICKFLOW_CORPUS"); folder != "" {
		all = append(all, readCorpus(t, "charts", filepath.Join(folder, "charts", "as_graph", "*.txt")))
		all = append(all, readCorpus(t, "processes", filepath.Join(folder, "processes", "*.txt")))
	}
	return all
}

func readCorpus(t *testing.T, name, glob string) corpus {
	t.Helper()
	files, err := filepath.Glob(glob)
	if err != nil || len(files) == 0 {
		t.Fatalf("no %s: %v", name, err)
	}
	c := corpus{name: name}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		c.files = append(c.files, filepath.Base(file))
		c.graph = append(c.graph, build(t, string(text)))
	}
	return c
}

// goals are the longest times that reports on a corpus should take: nineteen in twenty, and each. Without the race
// detector, missing them is a failure.
var goals = map[string]struct{ p95, each time.Duration }{
	"own":       {time.Millisecond, 50 * time.Millisecond},
	"charts":    {time.Millisecond, 50 * time.Millisecond},
	"processes": {time.Millisecond, 10 * time.Millisecond},
}

// TestCorpora shows how long reports take on graphs that people have drawn, the best of three tries, and that no join is
// undecided. All traces are replayed.
func TestCorpora(t *testing.T) {
	t.Logf("%-10s %-10s %6s %6s %8s %8s %8s %8s  %s", "corpus", "mode", "graphs", "joins", "unknown", "p50", "p95", "max", "slowest")
	for _, c := range corpora(t) {
		for _, mode := range []string{"declared", "free", "exclusive", "exhaustive", "xor", "free+fail"} {
			took := make([]time.Duration, len(c.graph))
			joins, unknown := 0, 0
			for i, g := range c.graph {
				var r *Report
				r, took[i] = timed(g, modes[mode])
				for _, j := range r.Joins {
					joins++
					if j.Verdict == Unknown {
						unknown++
						t.Errorf("%s: %s is not decided (%s)", c.files[i], g.Nodes[j.Node].Name, mode)
					}
				}
				replayAll(t, r)
			}
			slowest := c.files[slices.Index(took, slices.Max(took))]
			slices.Sort(took)
			p95, most := took[len(took)*95/100], took[len(took)-1]
			t.Logf("%-10s %-10s %6d %6d %8d %8s %8s %8s  %s", c.name, mode, len(took), joins, unknown,
				short(took[len(took)/2]), short(p95), short(most), slowest)
			if goal := goals[c.name]; !race && (p95 > goal.p95 || most > goal.each) {
				t.Errorf("the goals are %v and %v", goal.p95, goal.each)
			}
		}
	}
}

// timed answers a report and the shortest of three times that it took.
func timed(g *graph.Graph, mode Mode) (r *Report, took time.Duration) {
	for i := range 3 {
		begin := time.Now()
		r = Run(context.Background(), g, Options{Mode: mode})
		if d := time.Since(begin); i == 0 || d < took {
			took = d
		}
	}
	return r, took
}

func short(d time.Duration) string { return d.Round(d/100 + 1).String() }

// hardGoals are the longest times that reports on some of the scaling families should take, of those that the detector of
// races leaves time for.
var hardGoals = map[string]time.Duration{
	"f5_32":  50 * time.Millisecond,
	"wave_5": time.Second,
	"wave_8": 2 * time.Second,
	"f2_32":  2 * time.Second,
}

// TestHard shows what the scaling families take: the answer may be unknown, but it comes, in bounded time and memory.
func TestHard(t *testing.T) {
	c := readCorpus(t, "hard", filepath.Join(verdictsFolder, "hard", "*.txt"))
	t.Logf("%-8s %-8s %8s %7s %8s %10s  %s", "graph", "mode", "time", "MB", "states", "ending", "joins")
	for _, mode := range []string{"declared", "free"} {
		for i, g := range c.graph {
			name := strings.TrimSuffix(c.files[i], ".txt")
			goal, has := hardGoals[name]
			if race && !has {
				continue
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			begin := time.Now()
			r := Run(context.Background(), g, Options{Mode: modes[mode]})
			took := time.Since(begin)
			runtime.ReadMemStats(&after)
			allocated := (after.TotalAlloc - before.TotalAlloc) >> 20 // no less than what is in use at any time
			counts, states := map[string]int{}, 0
			for _, j := range r.Joins {
				counts[strings.TrimSpace(j.Verdict.String()+" "+string(j.Limit))]++
				states = max(states, j.States)
			}
			t.Logf("%-8s %-8s %8s %7d %8d %10s  %v", name, mode, short(took), allocated, states, r.Ending, counts)
			if has && !race && (took > goal || allocated > 256) {
				t.Errorf("the goals are %v and 256 MB", goal)
			}
		}
	}
}

// TestProcesses compares reports on the processes with the verdicts that come with them.
func TestProcesses(t *testing.T) {
	folder := os.Getenv("TICKFLOW_CORPUS")
	if folder == "" {
		return // our own graphs have verdicts of their own: TestVerdicts
	}
	data, err := os.ReadFile(filepath.Join(folder, "processes", "index.json"))
	if err != nil {
		t.Fatal(err)
	}
	var index []struct {
		File        string
		Starved     map[string]starvedIn
		Dead        []string
		Termination string
		Overwrite   []string
	}
	if err := json.Unmarshal(data, &index); err != nil {
		t.Fatal(err)
	}
	c := readCorpus(t, "processes", filepath.Join(folder, "processes", "*.txt"))
	if len(index) != len(c.files) {
		t.Errorf("%d verdicts for %d processes", len(index), len(c.files))
	}
	for _, p := range index {
		i := slices.Index(c.files, p.File)
		if i < 0 {
			t.Errorf("%s is not there", p.File)
			continue
		}
		got := found(t, Run(context.Background(), c.graph[i], Options{})).sorted()
		want := facts{
			Starved: slices.Sorted(maps.Keys(p.Starved)), Dead: p.Dead, Termination: p.Termination, CanStick: got.CanStick,
			Overwrite: p.Overwrite, Clobber: got.Clobber, Lengths: p.Starved,
		}.sorted()
		if diff := gocmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", p.File, diff)
		}
	}
}
