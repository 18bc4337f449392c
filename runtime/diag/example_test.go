package diag_test

import (
	"fmt"

	"github.com/tickflow/tickflow/runtime/diag"
)

// A Diagnostic says what is wrong in a text, where, and what to do about it.
func ExampleDiagnostic() {
	src := diag.NewSource("review.tickflow", "[draft]-->review\nreview.joint: OR\n")
	hint := ""
	if near := diag.Closest("joint", []string{"body", "inputs", "join"}); near != "" {
		hint = "did you mean `" + near + "`?"
	}
	d := diag.Diagnostic{
		Code: diag.UnknownAttribute, Severity: diag.Error, Source: src, Span: diag.Span{Start: 24, End: 29},
		Msg: "there is no attribute `joint`", Hint: hint,
	}
	fmt.Println(d)
	fmt.Println(src.Slice(d.Span))
	// Output:
	// review.tickflow:2:8: error: there is no attribute `joint` [unknown-attribute] (did you mean `join`?)
	// joint
}
