package luaindex_test

import (
	"fmt"

	"github.com/tickflow/tickflow/luabind/luaindex"
	"github.com/tickflow/tickflow/runtime/diag"
)

// The text need not be complete.
func ExampleIndex() {
	f := luaindex.Index(diag.NewSource("rules.lua", `
local tickflow = require "tickflow"
tickflow.body("incr", function(v) return v.A.value + 1 end)
tickflow.guard("below3", function(v) return v.B.value <
`))
	for _, r := range f.Registrations {
		p := f.Source.Position(r.Span.Start)
		fmt.Printf("%s %s at line %d reads %s\n", r.Kind, r.Name, p.Line, r.Reads[0].Name)
	}
	for _, d := range f.Findings() {
		fmt.Println(d)
	}
	// Output:
	// body incr at line 3 reads A
	// guard below3 at line 4 reads B
	// rules.lua:5:1: error: unexpected end of the text: `function` of line 4 is not closed [lua-syntax]
}
