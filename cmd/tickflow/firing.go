package main

import (
	"strconv"
	"strings"

	"github.com/tickflow/tickflow/runtime/record"

	tickflow "github.com/tickflow/tickflow/runtime"
)

// firingLine says what a firing did: "B  A=1 -> 2  --|below3|-->A true".
func firingLine(f *tickflow.Firing) string {
	parts := []string{f.Node}
	if outcome := outcomeText(f); len(f.Inputs) > 0 {
		parts = append(parts, inputsText(f)+" -> "+outcome)
	} else {
		parts = append(parts, "-> "+outcome)
	}
	if len(f.Edges) > 0 {
		parts = append(parts, edgesText(f))
	}
	return strings.Join(parts, "  ")
}

// inputsText answers the inputs that existed: "A=1, B[2]=null".
func inputsText(f *tickflow.Firing) string {
	texts := make([]string, len(f.Inputs))
	for i, in := range f.Inputs {
		texts[i] = in.Producer
		if in.K > 0 {
			texts[i] += "[" + strconv.Itoa(in.K) + "]"
		}
		texts[i] += "=" + in.Value.String()
	}
	return strings.Join(texts, ", ")
}

// outcomeText answers the output, or how the firing failed: "failed: no answer".
func outcomeText(f *tickflow.Firing) string {
	if f.Status == record.OK {
		return f.Output.String()
	}
	return f.Status.String() + ": " + f.Error
}

// edgesText answers what was written to the out-edges, as the graph text writes them: "-->C true, --|g|-->A false".
func edgesText(f *tickflow.Firing) string {
	texts := make([]string, len(f.Edges))
	for i, e := range f.Edges {
		arrow := "-->"
		if e.Guard != "" {
			arrow = "--|" + e.Guard + "|-->"
		}
		texts[i] = arrow + e.Consumer + " " + strconv.FormatBool(e.Value)
	}
	return strings.Join(texts, ", ")
}
