package catalog

import "github.com/tickflow/tickflow/runtime/diag"

var files = []Entry{
	{
		Code: diag.UnreadableFile, Severity: diag.Error,
		Title: "a file cannot be read",
		Why: "A graph, or the behaviours file that belongs to it, is not there, is a folder, or may not be read by the " +
			"person who runs the command. The message says which, and what stands near by under a similar name. Which " +
			"behaviours file a graph has is said by `-b FILE`, else by a comment `# behaviours: FILE` in the graph, else " +
			"by the `tickflow.json` of its folder; else it is the one called like the graph.",
		Example: graph("# behaviours: exampel.lua\n[A]-->B\n").after("There is no exampel.lua beside the graph."),
		Mended: both("# behaviours: example.lua\n[A]-->B\n", `require "tickflow".body("one", function(v) return 1 end)
`),
	},
}
