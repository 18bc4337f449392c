package engine_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/record"
)

var sayNo = table{guards: map[string]engine.Guard{"no": answers(false), "yes": answers(true)}}

func toEnd(t *testing.T, r *engine.Run) string {
	t.Helper()
	for len(tick(t, r)) > 0 {
	}
	_, reason := r.Status()
	return reason
}

// TestWhyJoinsWait tells why the tokens are not there that a stuck join waits for.
func TestWhyJoinsWait(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{
			"the token was used", "[S]-->A-->J\nS-->K-->M\nA-->A2-->A3-->J\nJ.join: OR\nJ-->M\n",
			"M has been waiting for K since tick 4 with a token from J: M used the token of K at tick 3",
		},
		{
			"the token was used, and the way to another one not taken", "[S]-->R-->K-->M\nS-->A-->M\nM-->L\nL--|no|-->R\nR.join: OR\nL-->B-->A\nA.join: OR\n",
			"M has been waiting for K since tick 6 with a token from A: M used the token of K at tick 3, " +
				"and K was not reached again, because at tick 4 the guard `no` of L was false",
		},
		{
			"another way was taken", "[S]--|no|-->A-->B-->M\nS-->M\n",
			"M has been waiting for B since tick 0 with a token from S: B was never reached, because at tick 0 the guard `no` of S was false",
		},
		{
			"the last of several edges decides", "[S]--|yes|-->M\nS--|no|-->M\n[T]-->M\n",
			"M has been waiting for S since tick 0 with a token from T: S fired at tick 0, its guard `no` was false",
		},
		{
			"a join waits in its turn", "[S]-->A\nS--|no|-->B\nA-->J\nB-->J\nJ-->K-->M\nJ-->L\nA-->L\nA-->M\n",
			"J has been waiting for B since tick 1 with a token from A: B was never reached, because at tick 0 the guard `no` of S was false; " +
				"M has been waiting for K since tick 1 with a token from A: K was never reached, since J waits in its turn; " +
				"L has been waiting for J since tick 1 with a token from A: J waits in its turn, because at tick 0 the guard `no` of S was false",
		},
		{
			"a loop comes in", "[S]-->A-->B--|yes|-->A\n",
			"A has been waiting for B since tick 0 with a token from S: B was never reached, since it waits for A in its turn",
		},
		{
			"nobody comes", "X-->M\n[S]-->M\n",
			"M has been waiting for X since tick 0 with a token from S: X was never reached",
		},
	} {
		if got := toEnd(t, begin(t, tt.text, sayNo, engine.Config{})); got != tt.want {
			t.Errorf("%s:\ngot  %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// TestWhyJoinsWaitAfterASwap claims nothing of a graph that was another one when its nodes fired, also after a restore.
func TestWhyJoinsWaitAfterASwap(t *testing.T) {
	for _, tt := range []struct {
		name, before, after string
		ticks               int // before the swap
		want                string
	}{
		{
			"an edge is new", "[S]-->A-->M\nS-->B\nX-->M\n", "[S]-->A-->M\nS-->B--|no|-->M\n", 2,
			"M has been waiting for B since tick 1 with a token from A: B fired at tick 1, before the graph was changed",
		},
		{
			"a join is new", "[S]-->A-->M\nS-->B--|no|-->M\nM.join: OR\nA-->C-->D-->M\n", "[S]-->A-->M\nS-->B-->M\nA-->C-->D-->M\n", 3,
			"M has been waiting for A and B since tick 3 with a token from D: A has not fired since M did at tick 2, " +
				"and B has not fired since M did at tick 2",
		},
	} {
		r := begin(t, tt.before, sayNo, engine.Config{})
		for range tt.ticks {
			tick(t, r)
		}
		swapped, err := r.Remapped(build(t, tt.after), sayNo, nil)
		if err != nil {
			t.Fatal(err)
		}
		at := swapped.Snapshot()
		if got := toEnd(t, swapped); got != tt.want {
			t.Errorf("%s:\ngot  %s\nwant %s", tt.name, got, tt.want)
		}
		restored, err := swapped.Restored(at, 1, swapped.Graph(), sayNo)
		if err != nil {
			t.Fatal(err)
		}
		if got := toEnd(t, restored); got != tt.want {
			t.Errorf("%s, restored:\ngot  %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// TestReasonsAreTrue compares what is said of waiting joins with the records of the run, and with what a restored run says.
func TestReasonsAreTrue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, text := drawModel(t, 8)
		g := build(t, text)
		r := start(t, g, 1)
		var all []record.Firing
		for range rapid.IntRange(1, 12).Draw(t, "ticks") {
			firings, err := r.Tick(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, firings...)
		}
		waits := map[string]bool{}
		for _, w := range r.Waiting() {
			waits[w.Node] = true
		}
		for _, w := range r.Waiting() {
			for _, join := range w.Behind {
				if join == w.Node || !waits[join] {
					t.Fatalf("%s is behind %s\n%s", join, w.Node, text)
				}
			}
			for i, producer := range w.Lacks {
				want := direct(g, all, w.Node, producer)
				if waits[producer] && producer != w.Node {
					want = strings.Replace(want, "was never reached", "waits in its turn", 1)
				}
				if got := w.Reasons[i]; got != want && !strings.HasPrefix(got, want+", ") {
					t.Fatalf("%s lacks %s: %q, want %q\n%s", w.Node, producer, got, want, text)
				}
			}
			since := -1
			for _, producer := range w.Holds {
				if f := last(all, producer); since < 0 || f.Tick < since {
					since = f.Tick
				}
			}
			if w.Since != since {
				t.Fatalf("%s waits since %d, want %d\n%s", w.Node, w.Since, since, text)
			}
		}
		encoded, err := json.Marshal(r.Snapshot())
		if err != nil {
			t.Fatal(err)
		}
		var s engine.Snapshot
		if err := json.Unmarshal(encoded, &s); err != nil {
			t.Fatal(err)
		}
		want := r.Waiting()
		restored, err := start(t, g, 1).Restored(&s, 1, g, funcs{})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, restored.Waiting()); diff != "" {
			t.Fatalf("(-straight +restored):\n%s%s", diff, text)
		}
	})
}

// last answers the last firing of a node, or nil.
func last(all []record.Firing, node string) *record.Firing {
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].Node == node {
			return &all[i]
		}
	}
	return nil
}

// direct says from the records why a producer's token is not there, but not what is behind it.
func direct(g *graph.Graph, all []record.Firing, node, producer string) string {
	p, n := last(all, producer), last(all, node)
	id, _ := g.Lookup(node)
	switch {
	case p == nil:
		return producer + " was never reached"
	case n != nil && p.Tick < n.Tick && g.Nodes[id].Start && n.K == 1:
		return fmt.Sprintf("%s has not fired since %s did at tick %d", producer, node, n.Tick)
	case n != nil && p.Tick < n.Tick:
		return fmt.Sprintf("%s used the token of %s at tick %d", node, producer, n.Tick)
	case p.Status != record.OK:
		return fmt.Sprintf("%s failed at tick %d", producer, p.Tick)
	}
	text := ""
	for _, e := range p.Edges {
		if e.Consumer == node {
			text = fmt.Sprintf("%s fired at tick %d, its guard `%s` was false", producer, p.Tick, e.Guard)
			if e.Value {
				text = "there is a token"
			}
		}
	}
	return text
}

// TestGraphSinceIsChecked refuses a snapshot whose graph came later than it.
func TestGraphSinceIsChecked(t *testing.T) {
	s := begin(t, "[A]-->B\n", sayNo, engine.Config{}).Snapshot()
	text := strings.Replace(string(s.AppendJSON(nil)), `"tick":0,`, `"tick":0,"graph_since":1,`, 1)
	if err := json.Unmarshal([]byte(text), new(engine.Snapshot)); err == nil || !strings.Contains(err.Error(), "graph_since") {
		t.Errorf("got %v", err)
	}
}
