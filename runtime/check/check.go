// Package check finds faults of a net before it runs: names that no behaviour has, inputs that are not what they seem,
// cycles and joins that the structure alone shows to be wrong.
//
// All checks are static: nothing is run, guards are only names. They take a Graph that Build has answered, complete or
// not, and answer findings with their places; whoever calls them adds the findings of parser and Build. Everything may
// be called concurrently.
package check

import (
	"slices"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
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

// Run answers all findings about a graph, sorted by place: unregistered names (unless names is nil or dynamic), inputs,
// unguarded cycles, dead nodes and structural deadlocks. The latter are the only errors besides unregistered names.
func Run(g *graph.Graph, names Names) diag.List {
	r := &report{g: g}
	if names != nil {
		r.names(names)
		r.forgotten(names)
	}
	r.cycles()
	r.dead()
	r.nearNames()
	r.deadlocks()
	r.inputs()
	r.found.Sort()
	return r.found
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
