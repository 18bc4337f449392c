package main

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/proof"
	"github.com/tickflow/tickflow/runtime/syntax"
)

func builtFrom(name string) (*graph.Graph, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	tree, faults := syntax.Parse(diag.NewSource(name, string(text)))
	g, more := graph.Build(tree)
	return g, append(faults, more...).Err()
}

// writeTrace is the script program "write-trace MODE GRAPH FILE": it writes the traces of all joins that can starve.
func writeTrace() {
	mode, _ := proof.ParseMode(os.Args[1])
	g, err := builtFrom(os.Args[2])
	if err == nil {
		var traces []*proof.Trace
		for _, j := range proof.Run(context.Background(), g, proof.Options{Mode: mode}).Joins {
			traces = append(traces, j.Trace)
		}
		err = os.WriteFile(os.Args[3], proof.NewTraceFile(g, traces).Marshal(), 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// TestReplayFromMarking plays traces that do not begin with the starts: one with a start that is still to fire, and one
// where nothing is left to fire.
func TestReplayFromMarking(t *testing.T) {
	src := diag.NewSource("test.tickflow", "[S]-->A-->M\n[T]-->B--|ok|-->M\n")
	tree, _ := syntax.Parse(src)
	g, _ := graph.Build(tree)
	start, _ := g.Lookup("T")
	a, _ := g.Lookup("A")
	m, _ := g.Lookup("M")
	for _, from := range []*proof.Marking{
		{True: []int32{g.FirstSlot(a)}, Armed: []graph.ID{start}},
		{True: []int32{g.FirstSlot(m)}},
	} {
		trace := proof.Run(context.Background(), g, proof.Options{From: from}).Join(m).Trace
		file := proof.NewTraceFile(g, []*proof.Trace{trace})
		p, err := playTrace(context.Background(), file, file.Scripts[0], file.Traces()[0])
		if err != nil || p.differs != "" || len(p.did.Ticks) != len(trace.Ticks) {
			t.Errorf("from %v: %v, %+v", from, err, p)
		}
	}
}
