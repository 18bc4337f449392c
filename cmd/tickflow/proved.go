package main

import (
	"fmt"
	"strings"

	"github.com/tickflow/tickflow/runtime/proof"
)

// safe says how many joins have been proved safe: "; 2 joins proved safe", or nothing when there are none.
func safe(all []*proof.Report) string {
	n := 0
	for _, r := range all {
		for i := range r.Joins {
			if r.Joins[i].Verdict == proof.Proved {
				n++
			}
		}
	}
	if n == 0 {
		return ""
	}
	return "; " + count(n, "join") + " proved safe"
}

// tellProved says of each safe join what makes sure of it.
func (c *console) tellProved(all []*proof.Report) {
	for _, r := range all {
		for i := range r.Joins {
			if j := &r.Joins[i]; j.Verdict == proof.Proved {
				fmt.Fprintf(c.out, "%s: %s\n", visible(r.Graph.Source.Name), visible(strings.TrimSuffix(r.Explain(j), "\n")))
			}
		}
	}
}
