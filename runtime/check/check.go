// Package check finds faults of a net before it runs: names that no behaviour has, inputs that are not what they seem,
// joins that can wait for ever, runs that never rest. What of that has to be decided rather than seen, package proof decides;
// the structural rule, which guesses it from the drawing alone, is kept beside it.
//
// All checks are static: nothing is run, guards are only names. They take a Graph that Build has answered, complete or
// not, and answer findings with their places; whoever calls them adds the findings of parser and Build. Everything may
// be called concurrently.
package check

import (
	"context"
	"slices"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/proof"
)

// Names tells which bodies and guards are registered, so that the checker need not know where they come from.
type Names interface {
	// HasBody reports whether a body of that name is registered.
	HasBody(name string) bool
	// HasGuard reports whether a guard of that name is registered.
	HasGuard(name string) bool
	// Bodies answers the names of all known bodies, for suggestions.
	Bodies() []string
	// Guards answers the names of all known guards, for suggestions.
	Guards() []string
	// Dynamic reports whether names may be registered that the lists do not show; then no name counts as missing.
	Dynamic() bool
}

// Whereabouts is what Names may tell besides, for messages.
type Whereabouts interface {
	// File answers the file that registers the names, or "" when there is none.
	File() string
	// Register says what to do to register a name; kind is "body" or "guard".
	Register(kind, name string) string
}

// Options say how it is decided which joins can wait for ever. The zero value works.
type Options struct {
	// Structural takes the word of the structural rule and of unguarded cycles instead of deciding the question.
	Structural bool
	// Hazards also looks for joins that are safe only as long as guards answer as assumed, or nothing fails.
	Hazards bool
	// Proof is what to assume and how much to try; its From is not used.
	Proof proof.Options
}

// Result is all there is to say about a graph.
type Result struct {
	// Findings are sorted by place. Errors among them are unregistered names and joins that can wait for ever.
	Findings diag.List
	// Report is what the findings about joins and endings come from; nil if the structural rule was asked for.
	Report *proof.Report
}

// Run finds what is wrong with a graph: unregistered names (unless names is nil or dynamic), inputs that are not what they
// seem, joins that can wait for ever, nodes that never fire, runs that never rest. When the context ends early, what was
// not decided by then is a finding.
func Run(ctx context.Context, g *graph.Graph, names Names, o Options) Result {
	r := &report{g: g}
	if names != nil {
		r.names(names)
		r.forgotten(names)
	}
	r.dead()
	r.nearNames()
	r.inputs()
	var decided *proof.Report
	if o.Structural {
		r.cycles()
		r.deadlocks()
	} else {
		decided = r.prove(ctx, o)
	}
	r.found.Sort()
	return Result{r.found, decided}
}

// prove decides about joins and endings.
func (r *report) prove(ctx context.Context, o Options) *proof.Report {
	o.Proof.From = nil
	decided := proof.Run(ctx, r.g, o.Proof)
	r.found = append(r.found, decided.Findings(func(n graph.ID) diag.Fix { return JoinFix(r.g, n) })...)
	if o.Hazards {
		r.found = append(r.found, decided.HazardFindings(decided.Hazards(ctx, o.Proof.Workers))...)
	}
	return decided
}

// IsDeadlock reports whether a finding is that a join can wait for ever, by proof or by the structural rule.
func IsDeadlock(d diag.Diagnostic) bool {
	return d.Code == diag.StarvedJoin || d.Code == diag.StructuralDeadlock
}

// Join answers what was found in a text and what Run has found about its graph as one list, sorted by place. While the text
// has errors, the warnings and hints about the graph are left out: most of them would only repeat an error in other words.
func Join(written, checked diag.List) diag.List {
	if len(written) == 0 {
		return checked
	}
	all := slices.Grow(slices.Clone(written), len(checked))
	broken := written.Has(diag.Error)
	for _, d := range checked {
		if d.Severity == diag.Error || !broken {
			all = append(all, d)
		}
	}
	all.Sort()
	return all
}

// report collects findings in one graph's text.
type report struct {
	g     *graph.Graph
	found diag.List
	reach *graph.Reach // nil until it is needed

	forgot map[graph.ID]bool // the nodes whose body was forgotten
}

func (r *report) add(d diag.Diagnostic) {
	d.Source = r.g.Source
	r.found = append(r.found, d)
}

// place points at a span of the graph's text.
func (r *report) place(span diag.Span, msg string) diag.Related {
	return diag.Related{Source: r.g.Source, Span: span, Msg: msg}
}

// name answers a node's name between backquotes, as messages write it.
func (r *report) name(n graph.ID) string { return "`" + r.g.Nodes[n].Name + "`" }
