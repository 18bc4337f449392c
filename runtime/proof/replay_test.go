package proof

import (
	"context"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/value"
)

// player answers the engine's guards and lets bodies fail as a script says; guards that it does not mention say False.
type player struct{ *Script }

func (p player) Body(string) (engine.Body, bool) {
	return func(_ context.Context, v *engine.View) (value.Value, error) {
		if p.Fails(v.Tick(), v.Node()) {
			return value.Value{}, &engine.Failure{Message: "as scripted"}
		}
		return value.Value{}, nil
	}, true
}

func (p player) Guard(name string) (engine.Guard, bool) {
	return func(_ context.Context, v *engine.View) (bool, error) {
		yes, _ := p.Answer(v.Tick(), v.Node(), name)
		return yes, nil
	}, true
}

func (player) Digest() string { return "" }

type failer interface {
	Helper()
	Errorf(string, ...any)
	Fatalf(string, ...any)
}

// replay runs a trace on the engine, by way of JSON: every tick fires what it should and leaves the tokens where it
// should; in the end the join waits, and nothing above it is fireable, or the cycle comes round again.
func replay(t failer, g *graph.Graph, trace *Trace) {
	t.Helper()
	f, err := ReadTraceFile(NewTraceFile(g, []*Trace{trace}).Marshal())
	if err != nil {
		t.Fatalf("%v", err)
	}
	s := f.Scripts[0]
	acting := *g
	acting.Nodes = slices.Clone(g.Nodes)
	for i := range acting.Nodes {
		acting.Nodes[i].Body = "play"
	}
	run, err := engine.New(&acting, player{s}, engine.Config{})
	if err != nil {
		t.Fatalf("%v", err)
	}
	var before []string // the slots of Among where the cycle begins
	for i, want := range s.Ticks {
		if s.CycleFrom != nil && i == *s.CycleFrom {
			before = tokensAmong(run, s)
		}
		fired, tokens := oneTick(t, run)
		if diff := gocmp.Diff(want.Fire, fired); diff != "" {
			t.Fatalf("tick %d fires (-want +got):\n%s", i, diff)
		}
		if diff := gocmp.Diff(want.True, tokens); diff != "" {
			t.Fatalf("after tick %d (-want +got):\n%s", i, diff)
		}
		if s.CycleFrom != nil && i >= *s.CycleFrom && slices.Contains(fired, s.Node) {
			t.Errorf("%s fires at tick %d, in the cycle through which it waits", s.Node, i)
		}
	}
	if !slices.ContainsFunc(run.Waiting(), func(w engine.Waiting) bool { return w.Node == s.Node }) {
		t.Errorf("%s does not wait", s.Node)
	}
	if s.CycleFrom == nil {
		for _, id := range run.Fireable() {
			if name := g.Nodes[id].Name; slices.Contains(s.Among, name) {
				t.Errorf("%s is fireable", name)
			}
		}
		return
	}
	for range 2 {
		if diff := gocmp.Diff(before, tokensAmong(run, s)); diff != "" {
			t.Fatalf("the cycle does not repeat (-want +got):\n%s", diff)
		}
		for range s.Ticks[*s.CycleFrom:] {
			if fired, _ := oneTick(t, run); slices.Contains(fired, s.Node) {
				t.Errorf("%s fires in the cycle", s.Node)
			}
		}
	}
}

func oneTick(t failer, run *engine.Run) (fired, tokens []string) {
	t.Helper()
	firings, err := run.Tick(context.Background(), nil)
	if err != nil {
		t.Fatalf("%v", err)
	}
	fired, tokens = []string{}, []string{}
	for _, f := range firings {
		fired = append(fired, f.Node)
	}
	for _, s := range run.Marking().Slots {
		tokens = append(tokens, s.Consumer+"<-"+s.Producer)
	}
	return fired, tokens
}

// tokensAmong answers the slots between nodes of Among that hold a token.
func tokensAmong(run *engine.Run, s *Script) []string {
	tokens := []string{}
	for _, slot := range run.Marking().Slots {
		if slices.Contains(s.Among, slot.Consumer) && slices.Contains(s.Among, slot.Producer) {
			tokens = append(tokens, slot.Consumer+"<-"+slot.Producer)
		}
	}
	return tokens
}

// replayAll replays the traces of a report.
func replayAll(t failer, r *Report) {
	t.Helper()
	for _, j := range r.Joins {
		if j.Trace != nil && j.Trace.Cycle < len(j.Trace.Ticks) {
			replay(t, r.Graph, j.Trace)
		}
	}
}

// TestReplayVerdicts replays the traces of all recorded graphs in all modes.
func TestReplayVerdicts(t *testing.T) {
	for name, text := range verdictTexts(t) {
		t.Run(name, func(t *testing.T) {
			for _, mode := range modeNames() {
				replayAll(t, Run(context.Background(), build(t, text), Options{Mode: modes[mode]}))
			}
		})
	}
}
