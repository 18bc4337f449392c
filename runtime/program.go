package runtime

import (
	"context"
	"os"
	"slices"

	"github.com/tickflow/tickflow/runtime/check"
	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/syntax"
)

// Program is a graph with its behaviours, checked. It is immutable and may be shared by any number of runs.
type Program struct {
	source      *diag.Source
	graph       *graph.Graph
	behaviors   Behaviors
	written     diag.List // what was found in the text alone
	findings    diag.List // the same, and what the checks found
	suggestions []check.Suggestion
	deadlocks   []Deadlock
	sinks       []graph.ID // the nodes without out-edges
}

// Load reads a graph file and checks it together with its behaviours, which may be nil for a graph that names none. It
// answers an *fs.PathError when the file cannot be read, a *diag.ErrorList with all faults when the graph has any, and an
// error when a function of Funcs is nil.
// Joins that can wait for ever are no fault yet: Deadlocks tells of them, New refuses them, Promote and Repair mend them.
func Load(path string, b Behaviors) (*Program, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return Compile(path, string(text), b)
}

// Compile is Load for a text that is at hand; messages call it by name.
func Compile(name, text string, b Behaviors) (*Program, error) {
	b, err := usable(b)
	if err != nil {
		return nil, err
	}
	source := diag.NewSource(name, text)
	file, written := syntax.Parse(source)
	g, faults := graph.Build(file)
	return assemble(source, g, b, append(written, faults...))
}

// assemble checks a graph whose text has the given findings.
func assemble(source *diag.Source, g *graph.Graph, b Behaviors, written diag.List) (*Program, error) {
	checked := check.Run(context.Background(), g, registered{b}, check.Options{Proof: proofOptions()})
	findings := check.Join(written, checked.Findings)
	if slices.ContainsFunc(findings, isFault) {
		return nil, slices.DeleteFunc(findings, check.IsDeadlock).Err()
	}
	p := &Program{source: source, graph: g, behaviors: b, written: written, findings: findings, suggestions: check.Structural(g)}
	p.deadlocks = deadlocks(checked.Report, p.suggestions)
	for i := range g.Nodes {
		if len(g.Out(graph.ID(i))) == 0 {
			p.sinks = append(p.sinks, graph.ID(i))
		}
	}
	return p, nil
}

func isFault(d diag.Diagnostic) bool { return d.Severity == diag.Error && !check.IsDeadlock(d) }

// Graph answers the resolved net.
func (p *Program) Graph() *graph.Graph { return p.graph }

// Behaviors answers the functions behind the graph's names.
func (p *Program) Behaviors() Behaviors { return p.behaviors }

// Findings answers what the checks found short of faults: joins that can wait for ever, warnings, hints. The list
// must not be changed.
func (p *Program) Findings() diag.List { return p.findings }

// registered tells check which names Behaviors know.
type registered struct{ Behaviors }

func (r registered) HasBody(name string) bool {
	_, ok := r.Body(name)
	return ok
}

func (r registered) HasGuard(name string) bool {
	_, ok := r.Guard(name)
	return ok
}

func (r registered) Bodies() []string {
	bodies, _ := namesOf(r.Behaviors)
	return bodies
}

func (r registered) Guards() []string {
	_, guards := namesOf(r.Behaviors)
	return guards
}

// File answers "": behaviours do not tell where they come from.
func (r registered) File() string { return "" }

// Register says how a name is registered, in Go unless there are behaviours of another kind.
func (r registered) Register(kind, name string) string {
	if inGo(r.Behaviors) {
		return "add it to the " + map[string]string{"body": "Bodies", "guard": "Guards"}[kind] + " of Funcs: `\"" + name + "\": FUNC`"
	}
	return "register it with `tickflow." + kind + "(\"" + name + "\", function(v) ... end)`"
}

// Dynamic answers false: what Behaviors do not have now they never will.
func (r registered) Dynamic() bool { return false }
