package main

import (
	"fmt"

	"github.com/tickflow/tickflow/runtime/proof"
)

// writeTraces writes the runs after which joins of the graph wait for ever to a file, if one is named.
func (k *checking) writeTraces(path string) error {
	if path == "" {
		return nil
	}
	if len(k.decided) == 0 {
		return usage("there is nothing to write to "+path+": the graph has errors", "mend them first")
	}
	r := k.decided[0]
	traces := tracesOf(r)
	file := proof.NewTraceFile(r.Graph, traces)
	if err := k.c.writeOut(path, file.Marshal()); err != nil {
		return err
	}
	if more := len(traces) - len(file.Scripts); more > 0 {
		k.c.report().tail("", "note", fmt.Sprintf("%s has the runs of the first %d joins only, since the graph is large; %d more can wait for ever", path, len(file.Scripts), more))
	}
	return nil
}

// tracesOf answers the runs after which joins wait for ever, in node order.
func tracesOf(r *proof.Report) []*proof.Trace {
	var traces []*proof.Trace
	for i := range r.Joins {
		if t := r.Joins[i].Trace; t != nil {
			traces = append(traces, t)
		}
	}
	return traces
}
