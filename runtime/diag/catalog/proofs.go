package catalog

import "github.com/tickflow/tickflow/runtime/diag"

// retries is a graph whose join waits for three nodes that try again as often as they like.
const retries = `[S]-->A
S-->B
S-->C
A--|retry|-->A
B--|retry|-->B
C--|retry|-->C
A--|pass|-->M
B--|pass|-->M
C--|pass|-->M
A.join: OR
B.join: OR
C.join: OR
`

var proofs = []Entry{
	{
		Code: diag.StarvedJoin, Severity: diag.Error,
		Title: "a join can hold a token for ever",
		Why: "An AND-join fires when it holds a token from each of its producers. There is a run, which the finding tells tick " +
			"by tick, after which it holds one and can never get the others: that token is stuck, and the run with it. Where " +
			"branches exclude one another, or a loop comes in, make the join an OR-join, as `check --fix` does. Where it must " +
			"wait for a branch that is not always taken, an OR-join would not wait, and fire again when that branch comes late. " +
			"Then lead the way not taken past the branch: below, M waits for N, which one of B and the guard `skip` always " +
			"reaches. `--auto-promote` makes OR-joins for a single run, and `--allow-deadlock` runs the graph as it is.",
		Example: graph("[A]--|need|-->B\nA-->C\nB-->M\nC-->M\n"),
		Mended:  graph("[A]--|need|-->B\nA--|skip|-->N\nB-->N\nN.join: OR\nA-->C\nN-->M\nC-->M\n"),
	},
	{
		Code: diag.UndecidedJoin, Severity: diag.Warning,
		Title: "it is not decided whether a join can hold a token for ever",
		Why: "Whether an AND-join can wait for ever is decided by trying all that its ancestors can do, within a budget, and the " +
			"budget was spent before all had been tried. The finding says what is known so far. Allow more, or write down " +
			"what holds among the guards, as in `A.guards: xor`: then there is less to try.",
		Example: graph(retries).after("Check it with `--states 3`."),
		Mended:  graph(retries).after("Check it without."),
	},
	{
		Code: diag.LatentHazard, Severity: diag.Hint,
		Title: "a join is safe only as long as guards answer as assumed",
		Why: "Of two or more guards of a node it is assumed that exactly one says yes, or what its attribute `guards` says. While " +
			"that holds the join never waits for ever; where it does not, the join can, in the run that the finding tells. " +
			"A run warns when guards answer otherwise. Make sure of the guards, or draw the graph so that it does not matter.",
		Example: graph("[S]-->P\nP--|again|-->P\nP--|ok|-->M\nP.join: OR\n[D]-->M\n"),
		Mended:  graph("[D]-->P\nP--|again|-->P\nP--|ok|-->M\nP.join: OR\n"),
	},
	{
		Code: diag.StarvesOnFailure, Severity: diag.Hint,
		Title: "a join is safe only as long as no firing fails",
		Why: "After a failed firing no token goes on, so a join that waits for that node and another one holds the other token " +
			"for ever. To go on after an error, return it as a value and let a guard look at it; to end the run, fail with " +
			"the type `infrastructure`. Or let the nodes follow one another where they need not run side by side.",
		Example: graph("[S]-->A\nS-->B\nA-->M\nB-->M\n"),
		Mended:  graph("[S]-->A\nA-->B\nB-->M\n"),
	},
	{
		Code: diag.Overwrite, Severity: diag.Hint,
		Title: "a token can be lost because another one comes too soon",
		Why: "A slot holds one token. When a producer fires a second time before the join has used the first token, the two count " +
			"as one, and the join fires once where the producer fired twice; it reads the later output. That may be what is " +
			"wanted. If each fire counts, let the join answer before the producer goes on.",
		Example: graph("[A]-->J\n[B]-->C\nC-->J\nJ.join: OR\nJ-->M\n[D]-->E\nE-->F\nF-->M\n"),
		Mended:  graph("[A]-->J\n[B]-->C\nC-->J\nJ-->M\n[D]-->E\nE-->F\nF-->M\n"),
	},
	{
		Code: diag.Livelock, Severity: diag.Warning,
		Title: "some run comes to where it can never rest any more",
		Why: "Once a run has entered this cycle no guard can end it: the token goes round until the tick limit. Put a guard on " +
			"an edge with which the cycle closes.",
		Example: graph("[S]--|more|-->A\nS--|done|-->E\nA.join: OR\nA-->B\nB-->A\n"),
		Mended:  graph("[S]--|more|-->A\nS--|done|-->E\nA.join: OR\nA-->B\nB--|again|-->A\n"),
	},
	{
		Code: diag.NeverIdle, Severity: diag.Warning,
		Title: "no run comes to rest",
		Why: "Every run enters a cycle that no guard can end, so none ever ends by itself: each goes on until the tick limit. Put " +
			"a guard on an edge with which the cycle closes.",
		Example: graph("[A]-->B\nB-->A\n"),
		Mended:  graph("[A]-->B\nB--|again|-->A\n"),
	},
	{
		Code: diag.MayDiverge, Severity: diag.Info,
		Title: "some run goes on for ever",
		Why: "The graph has a cycle that goes on as long as a guard says so, like every loop. Nothing is wrong with that if the " +
			"guard says no in the end; the finding only tells that the net by itself does not make sure of it.",
		Example: graph("[A]-->B\nB--|again|-->A\n"),
		Mended:  graph("[A]-->B\nB-->C\n"),
	},
}
