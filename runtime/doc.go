// Package runtime runs workflows written as graph text; import it as tickflow.
//
//	program, err := tickflow.Load("counter.tickflow", behaviors) // text -> graph -> findings
//	runner, err := tickflow.New(program, tickflow.Config{})      // one run of it
//	stop, err := runner.Run(ctx, tickflow.RunOptions{})          // tick until nothing is fireable
//	fmt.Println(runner.Result())
//
// # Words
//
// Each word has one meaning everywhere; the Petri-net word stands in brackets.
//
//   - node: what fires (transition).
//   - edge: leads from a node to a node; plain, or with a guard.
//   - slot: holds at most one token for one pair of consumer and producer (place).
//   - token: a slot that is True.
//   - marking: which slots are True and which starts are armed.
//   - join: when a node with slots may fire: AND when all are True, OR when any is.
//   - fireable: may fire in the next tick (enabled).
//   - tick: all fireable nodes fire once, together (a synchronous step). Ticks count from 0.
//   - firing: one fire of one node, and the record of it.
//   - body, guard: the behaviour of a node; the question an edge asks after it.
//   - missing: has not fired yet. Missing is not null: null is a value that a body returned.
//   - snapshot: everything a run needs to go on from a tick boundary.
//   - timeline: a branch of history; every restore starts one. What it abandons is superseded.
//   - checkpoint: a snapshot under a label, kept in the session.
//   - session: what a store keeps of one run: the one in memory, or one that Resume goes on with in another process.
//   - program: a graph with its behaviours, immutable.
//
// # Rules
//
// A tick is all or nothing: an error raised by a body or guard discards it, and the run is as before. A failure that a body
// returns (Fail, FailRun) is recorded and the run goes on, or is aborted. Bodies of one tick run concurrently, see only
// what earlier ticks did, and their firings are committed in node order: no result depends on timing.
//
// # Who may call what
//
// A Program and everything in it may be shared. A Runner belongs to one goroutine at a time, but for Cancel, which anybody
// may call at any time. Hooks run on the goroutine that called Tick; bodies, guards and the Logger are called from several.
// None of them can tick the Runner or take it elsewhere: that is refused with ErrTicking.
//
// # Map
//
//	diag, value, record    findings; data; what one firing was
//	syntax, graph, check   text to tree, tree to net, faults of a net
//	engine                 marking, ticks, snapshots: pure
//	store                  what keeps a run's past: memory, jsonfile, sqlite
//	reload                 notices that files have been saved
//	render                 a graph as SVG, mermaid, DOT, JSON
//	view                   runs as a page to look at
package runtime
