package luabind

import (
	"github.com/tickflow/tickflow/runtime/diag"
)

// Comparing names takes time and memory by their length and number. What people write stays far below these; beyond them
// nothing is suggested.
const (
	longestName = 200 // bytes
	mostNames   = 10_000
)

// closest answers which of the names that there are a name may stand for, or "".
func closest(name string, known []string) string {
	if len(name) > longestName || len(known) > mostNames {
		return ""
	}
	return diag.Closest(name, known)
}

// didYouMean answers what goes behind a message about a name that there is none of, or "".
func didYouMean(name string, known []string) string {
	if near := closest(name, known); near != "" {
		return " (did you mean " + near + "?)"
	}
	return ""
}
