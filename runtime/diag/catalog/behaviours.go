package catalog

import "github.com/tickflow/tickflow/runtime/diag"

var behaviours = []Entry{
	{
		Code: diag.LuaSyntax, Severity: diag.Error,
		Title: "text that is no Lua",
		Why: "A behaviours file is Lua 5.1. A text that cannot be read registers nothing, so no graph that needs it can run. " +
			"The place is where the text stops making sense; the cause, often an `end` or a bracket that is missing, may " +
			"stand before it.",
		Example: lua(`local tickflow = require "tickflow"

tickflow.body("incr", function(v)
  return v.A.value + 1
)
`),
		Mended: lua(`local tickflow = require "tickflow"

tickflow.body("incr", function(v)
  return v.A.value + 1
end)
`),
	},
	{
		Code: diag.DuplicateBehaviour, Severity: diag.Error,
		Title: "a body or guard is registered twice",
		Why: "A graph names a body or guard, and one function answers to the name. Of two that are registered under it, in one " +
			"file or in modules that it requires, one would never be called. A body and a guard may share a name.",
		Example: lua(`local tickflow = require "tickflow"

tickflow.body("incr", function(v) return v.A.value + 1 end)
tickflow.body("incr", function(v) return v.A.value + 2 end)
`),
		Mended: lua(`local tickflow = require "tickflow"

tickflow.body("incr", function(v) return v.A.value + 1 end)
tickflow.body("incr_twice", function(v) return v.A.value + 2 end)
`),
	},
	{
		Code: diag.UnusedBehaviour, Severity: diag.Hint,
		Title: "no graph names a body or guard that is registered",
		Why: "The function is never called: no graph that is being checked names it, and no other in the folder uses the file. " +
			"It may be left over, or a line of the graph is missing that should name it.",
		Example: both("[A]-->B\n", incr),
		Mended:  both("[A]-->B\nB.body: incr\n", incr),
	},
	{
		Code: diag.BadRegistration, Severity: diag.Error,
		Title: "a call of the module tickflow that cannot succeed",
		Why: "The call stands outside of all functions, so the file stops there with an error while it is loaded: the module " +
			"has no function of that name, or what is registered is no function. `tickflow help lua` tells what there is.",
		Example: lua(`local tickflow = require "tickflow"

tickflow.bdoy("incr", function(v) return v.A.value + 1 end)
`),
		Mended: lua(incr),
	},
	{
		Code: diag.MissingModule, Severity: diag.Error,
		Title: "a required module is not there",
		Why: "`require` finds `NAME.lua` and `NAME/init.lua` in the folder of the behaviours file, and modules below it as " +
			"`folder.NAME`; never above it, nor anywhere else on the machine. The file stops with an error when it comes to " +
			"that line, so this is an error unless the line stands in a function or a branch. What the module would register is not known, so names that are missing are not reported.",
		Example: lua(`local rules = require "ruels"

require "tickflow".guard("small", rules.small)
`).after("There is no ruels.lua beside it."),
		Mended: Example{Files: []File{
			{luaName, `local rules = require "rules"

require "tickflow".guard("small", rules.small)
`},
			{"rules.lua", "return { small = function(v) return v.output < 3 end }\n"},
		}},
	},
	{
		Code: diag.ViewFirst, Severity: diag.Warning,
		Title: "a body takes the view first, but inputs are passed before it",
		Why: "A node that binds inputs by position, as in `B.bind: A`, calls its body with their values and with the view last. " +
			"A body written for the view alone takes the first value for it. Give it a parameter for each input, or leave out " +
			"`bind` and read the inputs from the view.",
		Example: both("[A]-->B\nA.body: one\nB.bind: A\nB.body: incr\n", `local tickflow = require "tickflow"

tickflow.body("one", function(v) return 1 end)
tickflow.body("incr", function(v) return (v.A.value or 0) + 1 end)
`),
		Mended: both("[A]-->B\nA.body: one\nB.bind: A\nB.body: incr\n", `local tickflow = require "tickflow"

tickflow.body("one", function(v) return 1 end)
tickflow.body("incr", function(a, v) return (a or 0) + 1 end)
`),
	},
	{
		Code: diag.InputWithoutValue, Severity: diag.Hint,
		Title: "an input is taken for its value",
		Why: "`v.A` is the input A, a table: `v.A.value` is what A has returned, `v.A.exists` tells whether A has fired. The " +
			"table itself is always there and equals no number or string, so a condition on it is always true and a " +
			"comparison always false. Lua raises no error for that.",
		Example: both("[A]-->B\nB.body: incr\n", `local tickflow = require "tickflow"

tickflow.body("incr", function(v)
  if v.A then return v.A.value end
  return 0
end)
`),
		Mended: both("[A]-->B\nB.body: incr\n", `local tickflow = require "tickflow"

tickflow.body("incr", function(v)
  if v.A.exists then return v.A.value end
  return 0
end)
`),
	},
}
