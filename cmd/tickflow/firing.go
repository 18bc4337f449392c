package main

import (
	"strconv"
	"strings"

	"github.com/tickflow/tickflow/runtime/record"

	tickflow "github.com/tickflow/tickflow/runtime"
)

// firingLine says what a firing did: "B  A=1 -> 2  --|below3|-->A true". Of a value it shows at most so many characters,
// see shorten.
func firingLine(f *tickflow.Firing, limit int) string {
	parts := []string{f.Node}
	if outcome := outcomeText(f, limit); len(f.Inputs) > 0 {
		parts = append(parts, inputsText(f, limit)+" -> "+outcome)
	} else {
		parts = append(parts, "-> "+outcome)
	}
	if len(f.Edges) > 0 {
		parts = append(parts, edgesText(f))
	}
	return strings.Join(parts, "  ")
}

// inputsText answers the inputs that existed: "A=1, B[2]=null".
func inputsText(f *tickflow.Firing, limit int) string {
	texts := make([]string, len(f.Inputs))
	for i, in := range f.Inputs {
		texts[i] = in.Producer
		if in.K > 0 {
			texts[i] += "[" + strconv.Itoa(in.K) + "]"
		}
		texts[i] += "=" + shorten(in.Value.String(), limit)
	}
	return strings.Join(texts, ", ")
}

// outcomeText answers the output, or how the firing failed: "failed: no answer".
func outcomeText(f *tickflow.Firing, limit int) string {
	if f.Status == record.OK {
		return shorten(f.Output.String(), limit)
	}
	return f.Status.String() + ": " + shorten(f.Error, limit)
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
