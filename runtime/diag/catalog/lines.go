package catalog

import "github.com/tickflow/tickflow/runtime/diag"

// Findings of the lines of a graph text. All are errors: a line that is not understood may have been any edge.
var lines = []Entry{
	{
		Code: diag.NotAGraph, Severity: diag.Error,
		Title: "the file is Lua or JSON, no graph text",
		Why: "A verb that takes a graph was given a behaviours file, or the file of a run. The behaviours belong to the graph " +
			"of the same name or are named with -b, the file of a run is read by `tickflow audit` and --from-snapshot.",
		Example: graph("local tickflow = require \"tickflow\"\n"),
		Mended:  graph("[A]-->B\n"),
	},
	{
		Code: diag.BinaryFile, Severity: diag.Error,
		Title: "the file is no text",
		Why: "No editor writes a byte of value zero into a text, so a file that holds one is an image, a program, a text in " +
			"UTF-16, or damaged. Its lines are not looked at. Name the right file, or save it as UTF-8.",
		Example: graph("[A]-->B\x00\n"),
		Mended:  graph("[A]-->B\n"),
	},
	{
		Code: diag.InvalidUTF8, Severity: diag.Error,
		Title: "bytes that are no UTF-8",
		Why: "Graph text is UTF-8, in comments too. The file was saved in another encoding, mostly Latin-1 or Windows-1252, " +
			"or was cut in the middle of a character: other programs would show other letters than were meant. Save it as UTF-8.",
		Example: graph("[A]-->B  # caf\xe9\n"),
		Mended:  graph("[A]-->B  # café\n"),
	},
	{
		Code: diag.CarriageReturn, Severity: diag.Error,
		Title: "a CR that ends no line",
		Why: "A line ends with LF or CRLF. A carriage return by itself ends none, although some editors show it as if it " +
			"did: what looks like two lines is one. Let the editor save the file with the line endings of Unix or Windows.",
		Example: graph("[A]-->B\rB-->C\n"),
		Mended:  graph("[A]-->B\nB-->C\n"),
	},
	{
		Code: diag.OddBlank, Severity: diag.Error,
		Title: "a character that cannot be told from a blank, or not be seen",
		Why: "No-break spaces, zero-width characters and marks of writing direction come along with text that is copied " +
			"from web pages and documents. Nobody sees them, and two names that look the same could differ. Put a plain " +
			"space there, or nothing.",
		Example: graph("[A]\u00a0-->B  # a no-break space stands behind the bracket\n"),
		Mended:  graph("[A] -->B\n"),
	},
	{
		Code: diag.UnexpectedText, Severity: diag.Error,
		Title: "text that is no statement",
		Why: "A line is a start `[A]`, edges `A-->B`, or an attribute `A.join: OR`, with an optional comment behind `#`. " +
			"Anything else is not guessed at: a line left out in silence would be an edge that nobody misses until the run " +
			"goes wrong. Make a comment of prose.",
		Example: graph("[A]-->B\nthen B leads to C\n"),
		Mended:  graph("[A]-->B\n# then B leads to C\nB-->C\n"),
	},
	{
		Code: diag.TrailingText, Severity: diag.Error,
		Title: "text behind a statement",
		Why: "A line holds one statement. An edge has one source and one target, though a chain `A-->B-->C` is two edges. " +
			"Put what follows on a line of its own, or behind `#` when it is a remark.",
		Example: graph("[A]-->B; B-->C\n"),
		Mended:  graph("[A]-->B\nB-->C\n"),
	},
	{
		Code: diag.ForeignComment, Severity: diag.Error,
		Title: "a comment of another language",
		Why: "In graph text a comment starts with `#` and ends with the line. `//`, `/*`, `%%` and `--` start none, so what " +
			"stands behind them would be read as part of the graph.",
		Example: graph("[A]-->B  // the first edge\n"),
		Mended:  graph("[A]-->B  # the first edge\n"),
	},
	{
		Code: diag.MisspelledComment, Severity: diag.Warning,
		Title: "a comment that nearly names the behaviours file",
		Why: "A comment `# behaviours: FILE` says which Lua file belongs to the graph. Written in another way it is a comment " +
			"like any other, and the file is looked for under the name of the graph instead.",
		Example: graph("# behaviors: example.lua\n[A]-->B\n"),
		Mended:  graph("# behaviours: example.lua\n[A]-->B\n"),
	},
	{
		Code: diag.MermaidSyntax, Severity: diag.Error,
		Title: "a piece of mermaid that graph text has not",
		Why: "Graph text looks like a flowchart of mermaid and shares its arrows, but has no headers, groups, styles, labels " +
			"or semicolons: it says what runs, not how it is drawn. Remove them; a comment can hold the text of a label.",
		Example: graph("flowchart LR\n[A]-->B{is it done?}\n"),
		Mended:  graph("[A]-->B  # is it done?\n"),
	},
	{
		Code: diag.BareName, Severity: diag.Error,
		Title: "a line with nothing but a name",
		Why: "A name by itself says nothing about the net. Most often it was meant as a start, which stands in brackets, or " +
			"the rest of an edge is missing.",
		Example: graph("[A]-->B\nB\n"),
		Mended:  graph("[A]-->B\nB-->C\n"),
	},
	{
		Code: diag.BadName, Severity: diag.Error,
		Title: "a name that breaks the rule for names",
		Why: "A name is letters, digits and `_`, not a digit first; letters of any alphabet will do. Lua reads nodes as " +
			"`v.NAME`, and dashes, dots and bars mean something in graph text, so names cannot hold them. Names stand " +
			"without quotes.",
		Example: graph("[fetch-page]-->parse\n"),
		Mended:  graph("[fetch_page]-->parse\n"),
	},
	{
		Code: diag.MissingName, Severity: diag.Error,
		Title: "nothing stands where a name must",
		Why: "An arrow has a node on both sides, a comma in a list has a name on both sides, brackets and dots have one " +
			"beside or within them. The line ends too early, or a name was deleted.",
		Example: graph("[A]-->\n"),
		Mended:  graph("[A]-->B\n"),
	},
	{
		Code: diag.BadArrow, Severity: diag.Error,
		Title: "an arrow written in another way than --> or --|guard|-->",
		Why: "There are two arrows: `-->` passes a token on always, `--|guard|-->` when the guard says so; `-->|guard|` is " +
			"mermaid's way to write the latter. Thick, dotted and backward arrows would suggest meanings that there are not.",
		Example: graph("[A]->B\n"),
		Mended:  graph("[A]-->B\n"),
	},
	{
		Code: diag.UnclosedGuard, Severity: diag.Error,
		Title: "no bar behind a guard",
		Why: "The name of a guard stands between two bars, so that the line can be read in one way only. Without the second " +
			"one the name of the guard and what follows run into one another.",
		Example: graph("[A]--|ready-->B\n"),
		Mended:  graph("[A]--|ready|-->B\n"),
	},
	{
		Code: diag.EmptyGuard, Severity: diag.Error,
		Title: "no name between the bars",
		Why: "An arrow with bars asks a guard before it passes the token on, and there is no name to ask. Name one that the " +
			"behaviours register, or write `-->` when nothing is to be asked.",
		Example: graph("[A]--||-->B\n"),
		Mended:  graph("[A]--|ready|-->B\n"),
	},
	{
		Code: diag.UnclosedBracket, Severity: diag.Error,
		Title: "no closing bracket",
		Why: "Brackets mark a start, the index of a fire, and a list of bound inputs. Where one is not closed it is not clear " +
			"what belongs to it.",
		Example: graph("[A-->B\n"),
		Mended:  graph("[A]-->B\n"),
	},
	{
		Code: diag.UnexpectedBracket, Severity: diag.Error,
		Title: "brackets where there should be none",
		Why: "Square brackets around a source mark a start. The target of an edge, the node of an attribute and a list of " +
			"inputs stand without brackets, and round ones mean nothing here.",
		Example: graph("[A]-->[B]\n"),
		Mended:  graph("[A]-->B\n"),
	},
	{
		Code: diag.MissingBracket, Severity: diag.Error,
		Title: "no brackets where there should be some",
		Why: "Several inputs that are bound by position stand in square brackets, which tells them from a single one and " +
			"from fields `{left: A}`.",
		Example: graph("[A]-->C\n[B]-->C\nA.body: one\nB.body: two\nC.body: add\nC.bind: A, B\n"),
		Mended:  graph("[A]-->C\n[B]-->C\nA.body: one\nB.body: two\nC.body: add\nC.bind: [A, B]\n"),
	},
	{
		Code: diag.UnknownAttribute, Severity: diag.Error,
		Title: "an attribute that does not exist",
		Why: "The message lists the attributes there are. One with a slip in its name would otherwise have no effect: the " +
			"join below would stay an AND-join, and wait for both.",
		Example: graph("[A]-->C\n[B]-->C\nC.joni: OR\n"),
		Mended:  graph("[A]-->C\n[B]-->C\nC.join: OR\n"),
	},
	{
		Code: diag.MissingDot, Severity: diag.Error,
		Title:   "no dot between node and attribute",
		Why:     "An attribute is written `NODE.KEY: VALUE`. Without the dot the line is two names in a row.",
		Example: graph("[A]-->B\nB body: incr\n"),
		Mended:  graph("[A]-->B\nB.body: incr\n"),
	},
	{
		Code: diag.MissingColon, Severity: diag.Error,
		Title:   "no colon behind an attribute or field",
		Why:     "A colon stands between an attribute and its value, and between a bound field and its input; `=` is no colon.",
		Example: graph("[A]-->B\nB.body = incr\n"),
		Mended:  graph("[A]-->B\nB.body: incr\n"),
	},
	{
		Code: diag.MissingComma, Severity: diag.Error,
		Title: "no comma between the items of a list",
		Why: "Commas stand between the items of a list. Names hold no blanks, so two words without a comma are two items of " +
			"which one was nearly lost.",
		Example: graph("[A]-->C\n[B]-->C\nA.body: one\nB.body: two\nC.body: add\nC.bind: [A B]\n"),
		Mended:  graph("[A]-->C\n[B]-->C\nA.body: one\nB.body: two\nC.body: add\nC.bind: [A, B]\n"),
	},
	{
		Code: diag.MissingValue, Severity: diag.Error,
		Title:   "an attribute without a value",
		Why:     "An attribute without a value sets nothing. Write the value; to have the default, leave the whole line out.",
		Example: graph("[A]-->B\nB.body:\n"),
		Mended:  graph("[A]-->B\nB.body: incr\n"),
	},
	{
		Code: diag.BadValue, Severity: diag.Error,
		Title: "a value that the attribute does not have",
		Why: "A join is `AND` or `OR`, guards are `free`, `exclusive`, `exhaustive` or `xor`, in exactly these letters: one " +
			"spelling for each makes graphs easy to search.",
		Example: graph("[A]-->C\n[B]-->C\nC.join: any\n"),
		Mended:  graph("[A]-->C\n[B]-->C\nC.join: OR\n"),
	},
	{
		Code: diag.BadIndex, Severity: diag.Error,
		Title: "an index of a fire that is no number from 1",
		Why: "`A[2]` reads what A returned when it fired for the second time: fires are counted from 1. The name alone reads " +
			"the latest fire. A bound input has no index of its own: list `A[2]` among the inputs and bind `A`.",
		Example: graph("[A]-->B\nA.body: seed\nB.inputs: A[0]\n"),
		Mended:  graph("[A]-->B\nA.body: seed\nB.inputs: A[1]\n"),
	},
	{
		Code: diag.DuplicateInput, Severity: diag.Error,
		Title: "inputs name a producer twice",
		Why: "A body reads an input by the name of its producer, as `v.A`, so it can have only one value for each. To see an " +
			"older fire as well as the latest one, let a node between keep it.",
		Example: graph("[A]-->B\nA.body: seed\nB.inputs: A, A[1]\n"),
		Mended:  graph("[A]-->B\nA.body: seed\nB.inputs: A[1]\n"),
	},
}
