package catalog

import "github.com/tickflow/tickflow/runtime/diag"

var nets = []Entry{
	{
		Code: diag.EmptyGraph, Severity: diag.Error,
		Title: "no line names a node",
		Why: "A graph needs at least one node, which a start, an edge or an attribute names. A file of comments alone was " +
			"perhaps saved too early, or is not the one that was meant.",
		Example: graph("# to be written\n"),
		Mended:  graph("[A]-->B\n"),
	},
	{
		Code: diag.NoStart, Severity: diag.Error,
		Title: "no node is a start",
		Why: "A node fires when tokens reach it, and only a start fires without one, once, in the first tick. Without a start " +
			"there never is a token, and nothing ever happens. Put the node to begin with in brackets.",
		Example: graph("A-->B\nB-->C\n"),
		Mended:  graph("[A]-->B\nB-->C\n"),
	},
	{
		Code: diag.UnknownInput, Severity: diag.Error,
		Title: "an input names no node",
		Why: "`inputs` and `bind` name nodes of the same graph, and a node exists once an edge, a start or the left side of an " +
			"attribute names it. Mostly the name has a slip in it.",
		Example: graph("[seed]-->B\nseed.body: zero\nB.inputs: sede\n"),
		Mended:  graph("[seed]-->B\nseed.body: zero\nB.inputs: seed\n"),
	},
	{
		Code: diag.NotUpstream, Severity: diag.Error,
		Title: "no path leads from an input to its consumer",
		Why: "What a node reads must have come to pass before, and only a path of edges makes sure of that. A value from a " +
			"part of the graph that does not lead here would be there or not by chance. Draw an edge, or read another node.",
		Example: graph("[A]-->B\n[C]-->D\nC.body: zero\nB.inputs: C\n"),
		Mended:  graph("[A]-->B\n[C]-->D\nC-->B\nC.body: zero\nB.inputs: C\n"),
	},
	{
		Code: diag.ParallelEdges, Severity: diag.Warning,
		Title: "two edges share a slot",
		Why: "From one node to another there is one slot for a token, however many edges lead there. Each edge writes it when " +
			"the first node fires, one after the other in text order, so the last one decides and the others have no " +
			"effect. Keep one of them, or lead one through a node of its own.",
		Example: graph("[A]--|urgent|-->B\nA-->B\n"),
		Mended:  graph("[A]-->B\n"),
	},
	{
		Code: diag.RepeatedAttribute, Severity: diag.Warning,
		Title: "an attribute of one node is set again",
		Why: "An attribute has one value, and the last line wins. Whoever reads the first line believes something else. " +
			"Keep one of the two.",
		Example: graph("[A]-->B\nB.body: incr\nB.body: decr\n"),
		Mended:  graph("[A]-->B\nB.body: incr\n"),
	},
	{
		Code: diag.ViewFieldNode, Severity: diag.Warning,
		Title: "a node is called like a field of the view",
		Why: "Bodies and guards read a node as `v.NAME`, but `v.state`, `v.node`, `v.tick`, `v.args`, `v.inputs`, `v.items` and " +
			"`v.output` are fields of the view itself. Such a node can be read as `v.inputs.NAME` only. A name of its own is " +
			"easier on the reader.",
		Example: graph("[state]-->B\n"),
		Mended:  graph("[status]-->B\n"),
	},
	{
		Code: diag.BindWithoutBody, Severity: diag.Error,
		Title: "inputs are bound, but there is no body",
		Why: "`bind` says which arguments a body gets. A node without a body passes on its first input and calls nothing, so " +
			"there is nothing that could get them. Give it a body, or remove the bind.",
		Example: graph("[A]-->C\n[B]-->C\nA.body: one\nB.body: two\nC.bind: [A, B]\n"),
		Mended:  graph("[A]-->C\n[B]-->C\nA.body: one\nB.body: two\nC.bind: [A, B]\nC.body: add\n"),
	},
	{
		Code: diag.BindFieldNode, Severity: diag.Error,
		Title: "a bound field is called like a node",
		Why: "A body reads bound fields and nodes in the same way, as `v.NAME`. With one name for both nobody could tell which " +
			"is meant. Choose another name, or bind by position.",
		Example: graph("[A]-->C\n[B]-->C\nA.body: one\nB.body: two\nC.body: add\nC.bind: {A: B, right: A}\n"),
		Mended:  graph("[A]-->C\n[B]-->C\nA.body: one\nB.body: two\nC.body: add\nC.bind: {left: B, right: A}\n"),
	},
	{
		Code: diag.BindFieldView, Severity: diag.Error,
		Title: "a bound field is called like a field of the view",
		Why: "`v.state`, `v.node`, `v.tick`, `v.args`, `v.inputs`, `v.items` and `v.output` mean the same in every body and " +
			"cannot stand for an input as well. Choose another name.",
		Example: graph("[A]-->B\nA.body: one\nB.body: next\nB.bind: {state: A}\n"),
		Mended:  graph("[A]-->B\nA.body: one\nB.body: next\nB.bind: {before: A}\n"),
	},
	{
		Code: diag.RepeatedBindField, Severity: diag.Error,
		Title:   "a field is bound twice",
		Why:     "A field has one value: of two inputs bound to it one would be lost. Give them different names.",
		Example: graph("[A]-->C\n[B]-->C\nA.body: one\nB.body: two\nC.body: add\nC.bind: {left: A, left: B}\n"),
		Mended:  graph("[A]-->C\n[B]-->C\nA.body: one\nB.body: two\nC.body: add\nC.bind: {left: A, right: B}\n"),
	},
}
