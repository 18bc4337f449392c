package catalog

import "github.com/tickflow/tickflow/runtime/diag"

const (
	beforeName = "before.tickflow"
	afterName  = "after.tickflow"
)

// swap is an example of a run that goes on with another graph.
func swap(before, after, do string) Example {
	return Example{Files: []File{{beforeName, before}, {afterName, after}}, Do: do}
}

const goOn = "Run before.tickflow until nothing is fireable, then go on with after.tickflow (Runner.Remap)."

var runs = []Entry{
	{
		Code: diag.FailedWithGuards, Severity: diag.Warning,
		Title: "a node with guards failed, and they were not asked",
		Why: "After a failed firing no token goes on: all edges of the node write False, and its guards are not asked, as there " +
			"is no output they could look at. A guard that was meant to catch the failure never does. To go on after an error, " +
			"return it as a value and let a guard look at it. The run tells this once for each node.",
		Example: both("[A]--|good|-->B\nA.body: ask\n", `local tickflow = require "tickflow"

tickflow.body("ask", function(v) return tickflow.failure("no answer") end)
tickflow.guard("good", function(v) return v.output ~= nil end)
`).after("Run it."),
		Mended: both("[A]--|good|-->B\nA--|bad|-->C\nA.body: ask\n", `local tickflow = require "tickflow"

tickflow.body("ask", function(v) return { error = "no answer" } end)
tickflow.guard("good", function(v) return v.output.error == nil end)
tickflow.guard("bad", function(v) return v.output.error ~= nil end)
`).after("Run it."),
	},
	{
		Code: diag.GuardMode, Severity: diag.Warning,
		Title: "guards answered other than is assumed of them",
		Why: "Of a node with two or more guards it is assumed that exactly one says yes, unless its attribute `guards` says " +
			"otherwise; what is found about joins before the run rests on that. Here several said yes, or none did, so a join " +
			"may wait for ever that was thought to be safe. Mend the guards; where none said yes, an edge is often missing, for what " +
			"is left when a retry gives up. Or write what holds: `free` for anything, `exclusive` for at most one, " +
			"`exhaustive` for at least one. The run tells this once for each node.",
		Example: both("[A]--|small|-->B\nA--|even|-->C\nA.body: two\n", `local tickflow = require "tickflow"

tickflow.body("two", function(v) return 2 end)
tickflow.guard("small", function(v) return v.output < 10 end)
tickflow.guard("even", function(v) return v.output % 2 == 0 end)
`).after("Run it."),
		Mended: both("[A]--|small|-->B\nA--|even|-->C\nA.body: two\nA.guards: free\n", `local tickflow = require "tickflow"

tickflow.body("two", function(v) return 2 end)
tickflow.guard("small", function(v) return v.output < 10 end)
tickflow.guard("even", function(v) return v.output % 2 == 0 end)
`).after("Run it."),
	},
	{
		Code: diag.GuardAnswer, Severity: diag.Warning,
		Title: "a guard answered neither true, false nor nil",
		Why: "In Lua everything but false and nil counts as yes: 0, an empty string, the string `\"false\"`, an input itself. " +
			"A guard that answers such a thing says yes whatever it holds, which is seldom meant. Answer the result of a " +
			"comparison. The run tells this once for each guard of a node.",
		Example: both("[A]--|ready|-->B\nA.body: ask\n", `local tickflow = require "tickflow"

tickflow.body("ask", function(v) return "no" end)
tickflow.guard("ready", function(v) return v.output end)
`).after("Run it."),
		Mended: both("[A]--|ready|-->B\nA.body: ask\n", `local tickflow = require "tickflow"

tickflow.body("ask", function(v) return "no" end)
tickflow.guard("ready", function(v) return v.output == "yes" end)
`).after("Run it."),
	},
	{
		Code: diag.RemovedHistory, Severity: diag.Warning,
		Title: "another graph has not got a node that had fired",
		Why: "When a run goes on with another graph, what a node has done and kept belongs to its name. A node that the new " +
			"graph has not got takes its fires and its state with it; should it come back, it starts anew. Keep the node, " +
			"or its name, if its past is needed.",
		Example: swap("[A]-->B\n", "[A]-->C\n", goOn),
		Mended:  swap("[A]-->B\n", "[A]-->B\nB-->C\n", goOn),
	},
	{
		Code: diag.LostFire, Severity: diag.Warning,
		Title: "an input reads a fire of which no record is kept",
		Why: "`A[1]` reads what A returned when it fired first. A run that keeps no records, or goes on from a snapshot without " +
			"them, remembers the last two fires of each node and those that its graph asks for. A graph that comes later and " +
			"asks for an older fire comes too late: the input stays missing. Keep records, or ask in the first graph already.",
		Example: swap("[A]--|again|-->A\nA-->B\nB.join: OR\n", "[A]--|again|-->A\nA-->B\nB.join: OR\nB.inputs: A[1]\n",
			"Run before.tickflow without records (Config.DropRecords) until A has fired three times, then go on with after.tickflow (Runner.Remap)."),
		Mended: swap("[A]--|again|-->A\nA-->B\nB.join: OR\nB.inputs: A[1]\n", "[A]--|again|-->A\nA-->B\nB.join: OR\nB.inputs: A[1]\nB-->C\n",
			"Run before.tickflow without records (Config.DropRecords) until A has fired three times, then go on with after.tickflow (Runner.Remap)."),
	},
}
