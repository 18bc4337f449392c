// Package proof decides whether a net can go wrong, and shows how.
//
// It answers, for every AND-join, whether it can starve: whether a run can come to where the join holds a token and can
// never fire any more. Linear fixpoints decide most joins; for the others the runs of the join and its ancestors are
// tried, all of them, tick by tick, within a budget. A verdict is proved, refuted with the shortest run that shows it, or
// unknown. On the way the package finds nodes that never fire, runs that never rest, and tokens that get lost.
//
// Nothing is run: guards are only names, and what their answers may be is a Mode. The package reads no clock and no files.
// The same graph and options give the same report, however many goroutines work on it, as long as the context lasts.
// Ticks count from 0, and "within 3 ticks" means ticks 0 to 2. All functions may be called concurrently.
//
// # Why a join's ancestors are enough
//
// Nothing pushes back in a net: a firing depends on the tokens of its node alone, and whoever feeds it is an ancestor. So
// the ancestors of a join, and it, go their way whatever the rest does, and trying the runs of that part decides. Chains in
// it are not shortened: how long a path is decides which tokens meet.
//
// # Why nothing but trying
//
// The question is hard in general: NP-complete without cycles, PSPACE-complete with them. Yet a tick leaves no order of
// firings to choose, only answers of guards, so that charts and processes that people draw have few states: of 538 of them
// with 458 joins, none stays undecided in any mode, and none takes 10 ms. A solver for boolean formulas and decision
// diagrams would add two dependencies and decide nothing that anybody has drawn. The families of graphs that are made to
// be hard meet the budget, and the answer then says what is known.
package proof

import (
	"context"

	"github.com/tickflow/tickflow/runtime/graph"
)

// Options are what to assume and how much to try. The zero value works.
type Options struct {
	Mode    Mode
	States  int      // how many states to try for each question; below 1 counts as DefaultStates
	Workers int      // how many goroutines work at once; below 1 counts as 1
	From    *Marking // where the runs begin; nil stands for the beginning
	// JoinsOnly leaves out what is not about joins: a Report has Joins and nothing further.
	JoinsOnly bool
	wide      int // instead of wideAt, if above 0
}

// DefaultStates is how many states are tried for each question if Options does not say.
const DefaultStates = 200_000

// statesAfter is how many states are tried for what is worth knowing besides a verdict.
const statesAfter = 4096

// Verdict tells whether a join is safe.
type Verdict uint8

// The verdicts.
const (
	Unknown Verdict = iota // not decided within the budget
	Proved                 // the join starves in no run
	Refuted                // the join starves in some run
)

// String answers "unknown", "proved" or "refuted".
func (v Verdict) String() string { return [...]string{"unknown", "proved", "refuted"}[v] }

// Answer is yes, no, or not decided within the budget.
type Answer uint8

// The answers.
const (
	Maybe Answer = iota
	No
	Yes
)

// String answers "maybe", "no" or "yes".
func (a Answer) String() string { return [...]string{"maybe", "no", "yes"}[a] }

// Report is what there is to say about a graph under a mode.
type Report struct {
	Graph  *graph.Graph
	Mode   Mode
	From   *Marking // of the options
	States int      // of the options, or their default

	Joins   []Join     // all AND-joins with two or more producers, in node order
	Dead    []graph.ID // the nodes that fire in no run, in node order
	Unsure  []graph.ID // the nodes of which it was not decided whether they ever fire
	Ending  Ending
	Circle  []graph.ID // the nodes that keep firing where Ending is Livelock or Never, in node order
	CanStop Answer     // whether a run can end stuck: nothing fires any more, and some join holds a token

	fixpoints *fixpoints
}

// Run answers the report about a graph. When the context ends early, what was not decided by then is unknown; graphs of
// many thousands of nodes need such an end, as only the fixpoints take time linear in their size.
func Run(ctx context.Context, g *graph.Graph, o Options) *Report {
	a := newAnalysis(ctx, g, o)
	r := &Report{Graph: g, Mode: o.Mode, From: o.From, States: a.states}
	r.Joins = a.decideAll(a.joins())
	r.fixpoints = a.fixpoints
	if o.JoinsOnly {
		return r
	}
	r.Dead, r.Unsure = a.dead(r.Joins)
	r.Ending, r.Circle = a.ending()
	r.CanStop = a.canStop(r)
	return r
}

// analysis is what the questions about one graph share.
type analysis struct {
	*net
	*fixpoints
	ctx     context.Context
	states  int
	wide    int
	workers int
}

func newAnalysis(ctx context.Context, g *graph.Graph, o Options) *analysis {
	n := newNet(g, o.Mode, o.From)
	a := &analysis{net: n, fixpoints: newFixpoints(n), ctx: ctx, states: o.States, wide: o.wide, workers: max(o.Workers, 1)}
	if a.states < 1 {
		a.states = DefaultStates
	}
	if a.wide < 1 {
		a.wide = wideAt
	}
	return a
}

func (a *analysis) stop() bool { return a.ctx.Err() != nil }

// joins answers the AND-joins that can wait, in node order.
func (a *analysis) joins() []graph.ID {
	var ids []graph.ID
	for i := range a.g.Nodes {
		if a.isJoin(graph.ID(i)) {
			ids = append(ids, graph.ID(i))
		}
	}
	return ids
}

// dead answers the nodes that never fire, given which joins do. A node that may be fed by one firing is fed in some run;
// joins alone need several producers in one run.
func (a *analysis) dead(joins []Join) (dead, unsure []graph.ID) {
	fires := make([]Answer, len(a.g.Nodes))
	for i := range joins {
		fires[joins[i].Node] = joins[i].Fires
	}
	certain := a.least(false, func(id graph.ID) bool { return a.isJoin(id) && fires[id] != Yes })
	possible := a.least(false, func(id graph.ID) bool { return a.isJoin(id) && fires[id] == No })
	for i := range possible {
		switch {
		case !possible[i]:
			dead = append(dead, graph.ID(i))
		case !certain[i]:
			unsure = append(unsure, graph.ID(i))
		}
	}
	return dead, unsure
}
