package runtime_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	tickflow "github.com/tickflow/tickflow/runtime"
	"github.com/tickflow/tickflow/runtime/value"
)

// Two graphs of one endless run. In the second one C is not there, and A reads what the first one does not keep.
var pastGraphs = []string{
	"[seed]-->A\nA-->B\nB-->A\nA.join: OR\nB-->C\nC-->A\nA.body: count\nB.body: sum\nC.body: sum\nC.inputs: A[2], B\nB.inputs: A, C[1]\n",
	"[seed]-->A\nA-->B\nB-->A\nA.join: OR\nA.body: sum\nA.inputs: seed, B[1]\nB.body: count\n",
}

// pastPins is what each graph pins: by node, what it reads and which fire of it.
var pastPins = []map[string]struct {
	producer string
	k        int
}{{"C": {"A", 2}, "B": {"C", 1}}, {"A": {"B", 1}}}

func pastFuncs() *tickflow.Funcs {
	return &tickflow.Funcs{Bodies: map[string]tickflow.Body{
		"count": func(_ context.Context, v *tickflow.View) (tickflow.Value, error) {
			v.Set("n", value.OfNumber(number(v.State(), "n")+1))
			return value.OfNumber(number(v.State(), "n")), nil
		},
		"sum": func(_ context.Context, v *tickflow.View) (tickflow.Value, error) {
			total := 0.0
			for i := range v.Inputs() {
				f, _ := v.Input(i).Value.Number()
				total += float64(i+1) * f
			}
			return value.OfNumber(total), nil
		},
	}}
}

// past is a run as its owner remembers it: what is on the live path, and everything that a checkpoint brings back.
type past struct {
	graph  int
	live   []string
	counts map[string]int // of the nodes of the graph
}

func (p past) clone() past { return past{p.graph, slices.Clone(p.live), maps.Clone(p.counts)} }

// fire answers the output of a node's k-th fire, or "" when it is missing.
func (p past) fire(node string, k int) string {
	if p.counts[node] < k {
		return ""
	}
	prefix := fmt.Sprintf(" %s %d ", node, k)
	for _, line := range slices.Backward(p.live) {
		if _, output, ok := strings.Cut(line, prefix); ok {
			return output
		}
	}
	return "lost"
}

// TestThePastIsWhatItsOwnerRemembers runs, takes checkpoints, rolls back, goes on with another graph and by way of a dump,
// in any order, and compares the audit with a plain list.
func TestThePastIsWhatItsOwnerRemembers(t *testing.T) {
	programs := []*tickflow.Program{compile(t, pastGraphs[0], pastFuncs()), compile(t, pastGraphs[1], pastFuncs())}
	rapid.Check(t, func(t *rapid.T) {
		ctx := context.Background()
		r, err := tickflow.New(programs[0], tickflow.Config{})
		if err != nil {
			t.Fatal(err)
		}
		now, checkpoints := past{counts: map[string]int{}}, map[string]past{}
		check := func(err error) {
			if err != nil {
				t.Fatal(err)
			}
		}
		t.Repeat(map[string]func(*rapid.T){
			"run": func(t *rapid.T) {
				for range rapid.IntRange(1, 4).Draw(t, "ticks") {
					firings, err := r.Tick(ctx)
					check(err)
					before := now.clone()
					for _, f := range firings {
						if p, ok := pastPins[now.graph][f.Node]; ok {
							got := ""
							for _, in := range f.Inputs {
								if in.K > 0 {
									got = in.Value.String()
								}
							}
							if want := before.fire(p.producer, p.k); got != want {
								t.Fatalf("%s reads %q as %s[%d] in tick %d, want %q", f.Node, got, p.producer, p.k, f.Tick, want)
							}
						}
						now.counts[f.Node]++
						now.live = append(now.live, fmt.Sprintf("%d %s %d %s", f.Tick, f.Node, now.counts[f.Node], f.Output))
					}
				}
			},
			"checkpoint": func(t *rapid.T) {
				label := rapid.SampledFrom([]string{"x", "y", "z"}).Draw(t, "label")
				check(r.Checkpoint(ctx, label))
				checkpoints[label] = now.clone()
			},
			"rollback": func(t *rapid.T) {
				labels := slices.Sorted(maps.Keys(checkpoints))
				if len(labels) == 0 {
					return
				}
				label := rapid.SampledFrom(labels).Draw(t, "label")
				check(r.RollbackTo(ctx, label))
				now = checkpoints[label].clone()
			},
			"remap": func(t *rapid.T) {
				now.graph = 1 - now.graph
				check(r.Remap(ctx, programs[now.graph]))
				if now.graph == 1 {
					delete(now.counts, "C")
				}
			},
			"dump": func(t *rapid.T) {
				dump, err := r.ToJSON(ctx)
				check(err)
				r, err = tickflow.FromJSON(ctx, programs[now.graph], dump, tickflow.Config{})
				check(err)
				// It knows one program only.
				maps.DeleteFunc(checkpoints, func(_ string, p past) bool { return p.graph != now.graph })
			},
			"": func(t *rapid.T) {
				firings, err := r.Audit(ctx, tickflow.AuditOptions{})
				check(err)
				var live []string
				for _, f := range firings {
					live = append(live, fmt.Sprintf("%d %s %d %s", f.Tick, f.Node, f.K, f.Output))
				}
				if diff := gocmp.Diff(now.live, live); diff != "" {
					t.Fatalf("the live path (-remembered +audited):\n%s", diff)
				}
				firings, err = r.FiringsOf(ctx, "C")
				check(err)
				of := slices.DeleteFunc(slices.Clone(now.live), func(s string) bool { return !strings.Contains(s, " C ") })
				if len(firings) != len(of) {
					t.Fatalf("%d firings of C, want %d", len(firings), len(of))
				}
			},
		})
	})
}
