package syntax_test

import (
	"fmt"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/syntax"
)

func ExampleParse() {
	_, findings := syntax.Parse(diag.NewSource("review.tickflow", `[draft]->review
review--|approved-->publish
publish.join: or
`))
	for _, f := range findings {
		fmt.Println(f)
	}
	// Output:
	// review.tickflow:1:8: error: `->` is no arrow [bad-arrow] (did you mean `-->`?)
	// review.tickflow:2:9: error: the guard has no closing `|` [unclosed-guard] (did you mean `--|approved|-->`?)
	// review.tickflow:3:15: error: `or` is no value of join [bad-value] (did you mean `OR`?)
}

func ExampleFormat() {
	file, _ := syntax.Parse(diag.NewSource("review.tickflow", `
[draft]  -->  review #a first look
   review -->|approved| publish


publish.inputs:draft , review [ 1 ]`))
	fmt.Print(syntax.Format(file))
	// Output:
	// [draft]-->review  # a first look
	// review--|approved|-->publish
	//
	// publish.inputs: draft, review[1]
}
