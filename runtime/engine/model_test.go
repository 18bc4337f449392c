package engine_test

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"

	"pgregory.net/rapid"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/syntax"
	"github.com/tickflow/tickflow/runtime/value"
)

// The behaviours of random graphs: plain functions over integers, so that engine and model run the very same ones.
// A body gets its inputs (nil for a missing one) and its state, and answers output, new state and how it failed.
type plainBody func(inputs []*int, state int) (output, newState int, failed record.Status)

var plainBodies = map[string]plainBody{
	"count": func(_ []*int, s int) (int, int, record.Status) { return s + 1, s + 1, record.OK },
	"sum": func(in []*int, s int) (int, int, record.Status) {
		total := 0
		for i, x := range in {
			if x != nil {
				total += (i + 1) * (*x + 1)
			}
		}
		return total % 1000, s, record.OK
	},
	"fail2": func(_ []*int, s int) (int, int, record.Status) {
		if s%2 == 1 {
			return 0, s + 1, record.Failed
		}
		return s, s + 1, record.OK
	},
	"abort5": func(_ []*int, s int) (int, int, record.Status) {
		if s == 5 {
			return 0, s, record.Aborted
		}
		return s, s + 1, record.OK
	},
}

var plainGuards = map[string]func(output, state, other int) bool{
	"odd":    func(o, _, _ int) bool { return o%2 == 1 },
	"early":  func(_, s, _ int) bool { return s < 3 },
	"never":  func(_, _, _ int) bool { return false },
	"spread": func(o, _, other int) bool { return (o+other)%3 != 0 },
}

// model is the semantics as naively as it can be said: maps by name, every node looked at in every tick.
type model struct {
	nodes     []string // in order of naming
	starts    map[string]bool
	or        map[string]bool
	body      map[string]string
	producers map[string][]string // distinct
	inputs    map[string][]modelInput
	edges     []modelEdge // in text order

	armed   map[string]bool
	slot    map[[2]string]bool // consumer, producer
	fires   map[string][]modelFire
	state   map[string]int
	tick    int
	aborted bool
}

type (
	modelEdge  struct{ from, to, guard string }
	modelInput struct {
		producer string
		k        int
	}
	modelFire struct{ tick, output int }
)

func (m *model) fireable() []string {
	var out []string
	for _, n := range m.nodes {
		full := 0
		for _, p := range m.producers[n] {
			if m.slot[[2]string{n, p}] {
				full++
			}
		}
		if m.armed[n] || full > 0 && (m.or[n] || full == len(m.producers[n])) {
			out = append(out, n)
		}
	}
	return out
}

// read answers the latest or the k-th fire of a node before the tick, or nil.
func (m *model) read(n string, k int) *int {
	past := m.fires[n]
	for len(past) > 0 && past[len(past)-1].tick >= m.tick {
		past = past[:len(past)-1]
	}
	if k == 0 {
		k = len(past)
	}
	if k == 0 || k > len(past) {
		return nil
	}
	return &past[k-1].output
}

// fire runs one tick and answers a line per firing.
func (m *model) fire() []string {
	if m.aborted {
		return nil
	}
	firing := m.fireable()
	var lines []string
	type result struct {
		output int
		status record.Status
	}
	results := map[string]result{}
	inputs := map[string]string{}
	for _, n := range firing {
		var in []*int
		var text []string
		for _, i := range m.inputs[n] {
			x := m.read(i.producer, i.k)
			in = append(in, x)
			if x != nil {
				text = append(text, fmt.Sprintf("%s=%d", i.producer, *x))
			}
		}
		inputs[n] = strings.Join(text, " ")
		out, s, status := plainBodies[m.body[n]](in, m.state[n])
		m.state[n] = s
		results[n] = result{out, status}
	}
	for _, n := range firing {
		m.fires[n] = append(m.fires[n], modelFire{m.tick, results[n].output})
		m.armed[n] = false
		for _, p := range m.producers[n] {
			m.slot[[2]string{n, p}] = false
		}
	}
	for _, n := range firing {
		r := results[n]
		line := fmt.Sprintf("%d %s [%s] %d %s %d:", m.tick, n, inputs[n], r.output, r.status, m.state[n])
		for _, e := range m.edges {
			if e.from != n {
				continue
			}
			token := r.status == record.OK
			if token && e.guard != "" {
				other := 0
				if x := m.read(m.nodes[0], 0); x != nil && m.nodes[0] != n {
					other = *x
				}
				token = plainGuards[e.guard](r.output, m.state[n], other)
			}
			m.slot[[2]string{e.to, n}] = token
			line += fmt.Sprintf(" %s|%s=%t", e.to, e.guard, token)
		}
		m.aborted = m.aborted || r.status == record.Aborted
		lines = append(lines, line)
	}
	if len(firing) > 0 {
		m.tick++
	}
	return lines
}

// funcs are the plain behaviours as the engine takes them.
type funcs struct{ digest string }

func (funcs) Body(name string) (engine.Body, bool) {
	plain, ok := plainBodies[name]
	return func(_ context.Context, v *engine.View) (value.Value, error) {
		in := make([]*int, len(v.Inputs()))
		for i := range in {
			if r := v.Input(i); r.Exists {
				in[i] = new(intOf(r.Value))
			}
		}
		s, _ := v.State().Get("s")
		out, state, failed := plain(in, intOf(s))
		if state != intOf(s) {
			v.Set("s", value.OfInt(state))
		}
		switch failed {
		case record.Failed:
			return value.Value{}, &engine.Failure{Message: "failed"}
		case record.Aborted:
			return value.Value{}, &engine.Failure{Message: "aborted", Type: engine.Infrastructure}
		}
		return value.OfInt(out), nil
	}, ok
}

func (funcs) Guard(name string) (engine.Guard, bool) {
	plain, ok := plainGuards[name]
	return func(_ context.Context, v *engine.View) (bool, error) {
		s, _ := v.State().Get("s")
		other := 0
		if first := v.Graph().Nodes[0].Name; first != v.Node() {
			r, _ := v.Lookup(first)
			other = intOf(r.Value)
		}
		return plain(intOf(v.Output()), intOf(s), other), nil
	}, ok
}

func (f funcs) Digest() string { return f.digest }

func intOf(v value.Value) int {
	f, _ := v.Number()
	return int(f)
}

// drawModel makes a random graph of up to size nodes, as model and as text.
func drawModel(t *rapid.T, size int) (*model, string) {
	m := &model{
		starts: map[string]bool{}, or: map[string]bool{}, body: map[string]string{}, producers: map[string][]string{},
		inputs: map[string][]modelInput{}, armed: map[string]bool{}, slot: map[[2]string]bool{},
		fires: map[string][]modelFire{}, state: map[string]int{},
	}
	n := rapid.IntRange(1, size).Draw(t, "nodes")
	name := func(i int) string { return fmt.Sprintf("N%d", i) }
	bodies, guards := sortedKeys(plainBodies), sortedKeys(plainGuards)
	var text strings.Builder
	for i := range n {
		node := name(i)
		m.nodes = append(m.nodes, node)
		m.body[node] = rapid.SampledFrom(bodies).Draw(t, "body")
		fmt.Fprintf(&text, "%s.body: %s\n", node, m.body[node])
		if i == 0 || rapid.IntRange(0, 3).Draw(t, "start") == 0 {
			m.starts[node], m.armed[node] = true, true
			fmt.Fprintf(&text, "[%s]\n", node)
		}
		if rapid.Bool().Draw(t, "or") {
			m.or[node] = true
			fmt.Fprintf(&text, "%s.join: OR\n", node)
		}
	}
	for range rapid.IntRange(0, 2*n).Draw(t, "edges") {
		e := modelEdge{from: name(rapid.IntRange(0, n-1).Draw(t, "from")), to: name(rapid.IntRange(0, n-1).Draw(t, "to"))}
		if rapid.Bool().Draw(t, "guarded") {
			e.guard = rapid.SampledFrom(guards).Draw(t, "guard")
			fmt.Fprintf(&text, "%s--|%s|-->%s\n", e.from, e.guard, e.to)
		} else {
			fmt.Fprintf(&text, "%s-->%s\n", e.from, e.to)
		}
		m.edges = append(m.edges, e)
		if !slices.Contains(m.producers[e.to], e.from) {
			m.producers[e.to] = append(m.producers[e.to], e.from)
		}
	}
	for _, node := range m.nodes {
		from := slices.Sorted(slices.Values(m.producers[node]))
		declared := len(from) > 0 && rapid.IntRange(0, 2).Draw(t, "declared") == 0
		var list []string
		for _, p := range from {
			in := modelInput{producer: p}
			if declared && rapid.Bool().Draw(t, "indexed") {
				in.k = rapid.IntRange(1, 4).Draw(t, "k")
				list = append(list, fmt.Sprintf("%s[%d]", p, in.k))
			} else {
				list = append(list, p)
			}
			m.inputs[node] = append(m.inputs[node], in)
		}
		if declared {
			fmt.Fprintf(&text, "%s.inputs: %s\n", node, strings.Join(list, ", "))
		}
	}
	return m, text.String()
}

func sortedKeys[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

func build(t interface{ Fatalf(string, ...any) }, text string) *graph.Graph {
	file, faults := syntax.Parse(diag.NewSource("test.tickflow", text))
	g, more := graph.Build(file)
	if err := append(faults, more...).Err(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return g
}

// describe writes firings the way the model does.
func describe(firings []record.Firing) []string {
	var lines []string
	for _, f := range firings {
		var in []string
		for _, i := range f.Inputs {
			in = append(in, fmt.Sprintf("%s=%d", i.Producer, intOf(i.Value)))
		}
		s, _ := f.State.Get("s")
		line := fmt.Sprintf("%d %s [%s] %d %s %d:", f.Tick, f.Node, strings.Join(in, " "), intOf(f.Output), f.Status, intOf(s))
		for _, e := range f.Edges {
			line += fmt.Sprintf(" %s|%s=%t", e.Consumer, e.Guard, e.Value)
		}
		lines = append(lines, line)
	}
	return lines
}
