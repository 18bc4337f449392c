package catalog

import "github.com/tickflow/tickflow/runtime/diag"

// incr is a behaviours file with one body.
const incr = `local tickflow = require "tickflow"

tickflow.body("incr", function(v) return v.A.value + 1 end)
`

var checks = []Entry{
	{
		Code: diag.UnregisteredBody, Severity: diag.Error,
		Title: "a node names a body that the behaviours do not have",
		Why: "The graph says which body a node has, the behaviours file registers bodies by name with `tickflow.body`. " +
			"Without a function of that name the node cannot do anything, so the run is refused before it begins. Mend the " +
			"name on either side, or write the body; the message shows what is registered and where it was looked for.",
		Example: both("[A]-->B\nB.body: inrc\n", incr),
		Mended:  both("[A]-->B\nB.body: incr\n", incr),
	},
	{
		Code: diag.UnregisteredGuard, Severity: diag.Error,
		Title: "an edge names a guard that the behaviours do not have",
		Why: "The name between the bars of an arrow is that of a guard, which the behaviours file registers with " +
			"`tickflow.guard`; it is no condition itself. Without it nobody could say whether the token goes on.",
		Example: both("[A]--|small|-->B\n", `local tickflow = require "tickflow"

tickflow.guard("smaller", function(v) return v.output == nil end)
`),
		Mended: both("[A]--|small|-->B\n", `local tickflow = require "tickflow"

tickflow.guard("small", function(v) return v.output == nil end)
`),
	},
	{
		Code: diag.ForgottenBody, Severity: diag.Warning,
		Title: "a node has no body, and one of its name is registered",
		Why: "The name of a node says nothing about its body: without a line `NODE.body: NAME` it has none and passes on the " +
			"first of its inputs. Here a body is registered that is called like the node and that no node has, so the line was " +
			"probably forgotten.",
		Example: both("[A]-->incr\n", incr),
		Mended:  both("[A]-->incr\nincr.body: incr\n", incr),
	},
	{
		Code: diag.NoBehaviours, Severity: diag.Error,
		Title: "a graph names bodies or guards, and has no behaviours file",
		Why: "Bodies and guards are functions in a Lua file: the one that -b names, else the one of a comment " +
			"`# behaviours: FILE` in the graph, else the one of tickflow.json beside it, else the one that is called like the " +
			"graph. None of them is there, so none of the names stands for anything. If they are functions of a Go program, " +
			"`tickflow check --assume NAME,NAME` takes them as registered.",
		Example: graph("[A]-->B\nB.body: incr\n").after("There is no example.lua beside it."),
		Mended:  both("[A]-->B\nB.body: incr\n", incr),
	},
	{
		Code: diag.NearName, Severity: diag.Hint,
		Title: "a node may be another one with a slip in its name",
		Why: "A node exists once an edge names it, so a slip in a name makes a new node instead of an error: one that ends the " +
			"graph, does nothing, and takes the token that another node of almost that name should have had. If both are " +
			"meant, give the new one a body, or a name that cannot be mistaken.",
		Example: graph("[A]-->show\nA-->B\nB-->shw\nshow.join: OR\n"),
		Mended:  graph("[A]-->show\nA-->B\nB-->show\nshow.join: OR\n"),
	},
	{
		Code: diag.BodylessProducer, Severity: diag.Warning,
		Title: "a node reads one that has no body",
		Why: "A node without a body passes on the first of its inputs that exists, and null when it has none: the value that " +
			"is read was computed somewhere else, or nowhere. Give the producer a body, or read the node that computes the " +
			"value. It is a hint only where the input is not written down but read by default, and `check` does not tell it of a " +
			"reader that has no body itself.",
		Example: graph("[A]-->B\nB.inputs: A\nB.body: incr\n"),
		Mended:  graph("[A]-->B\nA.body: zero\nB.inputs: A\nB.body: incr\n"),
	},
	{
		Code: diag.NonProducerInput, Severity: diag.Warning,
		Title: "a node reads one that writes none of its slots",
		Why: "A node may read any node upstream, but it waits only for those that an edge leads from. The value of the others " +
			"comes from history: their latest fire, which may be an old one when there is a loop. Draw an edge if the node " +
			"must wait. It is a hint only where a certain fire is asked for, as in `A[1]`, which cannot change any more.",
		Example: graph("[A]-->B\nB-->C\nA.body: zero\nB.body: incr\nC.body: add\nC.inputs: A, B\n"),
		Mended:  graph("[A]-->B\nB-->C\nA-->C\nA.body: zero\nB.body: incr\nC.body: add\nC.inputs: A, B\n"),
	},
	{
		Code: diag.UnguardedCycle, Severity: diag.Warning,
		Title: "a cycle without a guarded edge",
		Why: "This is what `--rule structural` says; else it is decided whether runs come to rest (never-idle, livelock). On a " +
			"cycle whose edges ask no guard the token goes round for ever: the run ends only at its tick limit. Put a " +
			"guard on one of the edges, so that the loop can end.",
		Example: graph("[A]-->B\nB-->C\nC-->B\nB.join: OR\n").after("Check it with `--rule structural`."),
		Mended:  graph("[A]-->B\nB-->C\nC--|again|-->B\nB.join: OR\n").after("Check it with `--rule structural`."),
	},
	{
		Code: diag.StructuralDeadlock, Severity: diag.Error,
		Title: "an AND-join waits for branches of which only one is taken",
		Why: "This is what `--rule structural` says, which looks at the drawing only; else it is decided whether the join can " +
			"wait for ever (starved-join). A node with two or more guards passes its token on to one of the branches. An " +
			"AND-join behind several of these branches waits for all of them and gets one: it holds that token for ever, and " +
			"the run is stuck. Where one token is enough, make it an OR-join; `check --fix` writes that into the graph.",
		Example: graph("[A]--|even|-->B\nA--|odd|-->C\nB-->M\nC-->M\n").after("Check it with `--rule structural`."),
		Mended:  graph("[A]--|even|-->B\nA--|odd|-->C\nB-->M\nC-->M\nM.join: OR\n").after("Check it with `--rule structural`."),
	},
	{
		Code: diag.DeadNode, Severity: diag.Warning,
		Title: "a node never fires",
		Why: "A node fires when tokens reach it, and all tokens come from the starts. Here no path of edges leads from a start " +
			"to the node, or in no run do all the tokens come together that it waits for; whatever its body does, it never " +
			"does it. An edge is missing, a name has a slip in it and so made a second node, or the node should be a start.",
		Example: graph("[A]-->B\nC-->D\n"),
		Mended:  graph("[A]-->B\n[C]-->D\n"),
	},
}
