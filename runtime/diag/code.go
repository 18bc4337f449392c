package diag

// Code names a kind of finding. Codes are stable: tools filter by them, documentation is found by them. Package catalog
// tells of each why it is a problem, with an example and how it is mended.
type Code string

// Findings about the net that a text describes.
const (
	EmptyGraph        Code = "empty-graph"         // no line names a node
	NoStart           Code = "no-start"            // no node is a start
	UnknownInput      Code = "unknown-input"       // an input names no node
	NotUpstream       Code = "not-upstream"        // no path leads from an input to its consumer
	ParallelEdges     Code = "parallel-edges"      // two edges share a slot
	RepeatedAttribute Code = "repeated-attribute"  // an attribute of one node is set again
	ViewFieldNode     Code = "view-field-node"     // a node is called like a field of the view
	BindWithoutBody   Code = "bind-without-body"   // inputs are bound, but there is no body
	BindFieldNode     Code = "bind-field-node"     // a bound field is called like a node
	BindFieldView     Code = "bind-field-view"     // a bound field is called like a field of the view
	RepeatedBindField Code = "repeated-bind-field" // a field is bound twice
)

// Findings about the lines of a graph text.
const (
	NotAGraph         Code = "not-a-graph"        // the file is Lua or JSON, no graph text
	BinaryFile        Code = "binary-file"        // the file is no text
	InvalidUTF8       Code = "invalid-utf8"       // bytes that are no UTF-8
	CarriageReturn    Code = "carriage-return"    // a CR that ends no line
	OddBlank          Code = "odd-blank"          // a character that cannot be told from a blank, or not be seen
	UnexpectedText    Code = "unexpected-text"    // text that is no statement
	TrailingText      Code = "trailing-text"      // text behind a statement
	ForeignComment    Code = "foreign-comment"    // a comment of another language
	MisspelledComment Code = "misspelled-comment" // a comment that nearly names the behaviours file
	MermaidSyntax     Code = "mermaid-syntax"     // a piece of mermaid that graph text has not
	BareName          Code = "bare-name"          // a line with nothing but a name
	BadName           Code = "bad-name"           // a name that breaks the rule for names
	MissingName       Code = "missing-name"       // nothing stands where a name must
	BadArrow          Code = "bad-arrow"          // an arrow written in another way than --> or --|guard|-->
	UnclosedGuard     Code = "unclosed-guard"     // no bar behind a guard
	EmptyGuard        Code = "empty-guard"        // no name between the bars
	UnclosedBracket   Code = "unclosed-bracket"   // no closing bracket
	UnexpectedBracket Code = "unexpected-bracket" // brackets where there should be none
	MissingBracket    Code = "missing-bracket"    // no brackets where there should be some
	UnknownAttribute  Code = "unknown-attribute"  // an attribute that does not exist
	MissingDot        Code = "missing-dot"        // no dot between node and attribute
	MissingColon      Code = "missing-colon"      // no colon behind an attribute or field
	MissingComma      Code = "missing-comma"      // no comma between the items of a list
	MissingValue      Code = "missing-value"      // an attribute without a value
	BadValue          Code = "bad-value"          // a value that the attribute does not have
	BadIndex          Code = "bad-index"          // an index of a fire that is no number from 1
	DuplicateInput    Code = "duplicate-input"    // inputs name a producer twice
)

// Findings about a net before it runs.
const (
	UnregisteredBody   Code = "unregistered-body"   // a node names a body that the behaviours do not have
	UnregisteredGuard  Code = "unregistered-guard"  // an edge names a guard that the behaviours do not have
	ForgottenBody      Code = "forgotten-body"      // a node has no body, and one of its name is registered
	NoBehaviours       Code = "no-behaviours"       // a graph names bodies or guards, and has no behaviours file
	NearName           Code = "near-name"           // a node may be another one with a slip in its name
	BodylessProducer   Code = "bodyless-producer"   // a node reads one that has no body
	NonProducerInput   Code = "non-producer-input"  // a node reads one that writes none of its slots
	UnguardedCycle     Code = "unguarded-cycle"     // a cycle without a guarded edge
	StructuralDeadlock Code = "structural-deadlock" // an AND-join waits for branches of which only one is taken
	DeadNode           Code = "dead-node"           // a node never fires
)

// Findings about files as such.
const (
	UnreadableFile Code = "unreadable-file" // a file cannot be read
)

// Findings about a behaviours file.
const (
	LuaSyntax          Code = "lua-syntax"          // text that is no Lua
	DuplicateBehaviour Code = "duplicate-behaviour" // a body or guard is registered twice
	UnusedBehaviour    Code = "unused-behaviour"    // no graph names a body or guard that is registered
	BadRegistration    Code = "bad-registration"    // a call of the module tickflow that cannot succeed
	MissingModule      Code = "missing-module"      // a required module is not there
	InputWithoutValue  Code = "input-without-value" // an input is taken for its value
	ViewFirst          Code = "view-first"          // a body takes the view first, but inputs are passed before it
)

// Findings that a proof of what all runs do brings out.
const (
	StarvedJoin      Code = "starved-join"       // a join can hold a token for ever
	UndecidedJoin    Code = "undecided-join"     // it is not decided whether a join can hold a token for ever
	LatentHazard     Code = "latent-hazard"      // a join is safe only as long as guards answer as assumed
	StarvesOnFailure Code = "starves-on-failure" // a join is safe only as long as no firing fails
	Overwrite        Code = "overwrite"          // a token can be lost because another one comes too soon
	Livelock         Code = "livelock"           // some run comes to where it can never rest any more
	NeverIdle        Code = "never-idle"         // no run comes to rest
	MayDiverge       Code = "may-diverge"        // some run goes on for ever
)

// Findings about a run, which goes on: warnings.
const (
	FailedWithGuards Code = "failed-with-guards" // a node with guards failed, and they were not asked
	GuardMode        Code = "guard-mode"         // guards answered other than is assumed of them
	GuardAnswer      Code = "guard-answer"       // a guard answered neither true, false nor nil
	RemovedHistory   Code = "removed-history"    // another graph has not got a node that had fired
	LostFire         Code = "lost-fire"          // an input reads a fire of which no record is kept
)
