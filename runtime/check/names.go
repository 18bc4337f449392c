package check

import (
	"strings"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
)

// names reports bodies and guards that are not registered, each where the text names it.
func (r *report) names(names Names) {
	if names.Dynamic() {
		return
	}
	bodies := lookup{what: "body", other: "guard", has: names.HasBody, hasOther: names.HasGuard, list: names.Bodies, code: diag.UnregisteredBody, names: names}
	for i := range r.g.Nodes {
		if n := &r.g.Nodes[i]; n.Body != "" && !names.HasBody(n.Body) {
			r.add(bodies.missing(r.g.Source, n.Body, n.BodySpan))
		}
	}
	guards := lookup{what: "guard", other: "body", has: names.HasGuard, hasOther: names.HasBody, list: names.Guards, code: diag.UnregisteredGuard, names: names}
	known := make([]bool, len(r.g.GuardNames))
	for i, name := range r.g.GuardNames {
		known[i] = names.HasGuard(name)
	}
	for _, e := range r.g.Edges() {
		if e.Guard >= 0 && !known[e.Guard] {
			r.add(guards.missing(r.g.Source, r.g.GuardNames[e.Guard], guardSpan(r.g, e)))
		}
	}
}

// guardSpan is where an edge names its guard: behind the first bar of its arrow.
func guardSpan(g *graph.Graph, e graph.Edge) diag.Span {
	name := g.GuardNames[e.Guard]
	text := g.Source.Slice(e.Span)
	bar := strings.IndexByte(text, '|') + 1
	at := strings.Index(text[bar:], name)
	if at < 0 {
		return e.Span
	}
	start := e.Span.Start + bar + at
	return diag.Span{Start: start, End: start + len(name)}
}

// compareAtMost bounds how many names all suggestions of one kind are compared with, so that checking stays linear on
// texts full of unknown names; beyond it the findings go without "did you mean".
const compareAtMost = 2_000_000

// lookup makes the findings about one kind of name.
type lookup struct {
	what, other   string
	has, hasOther func(string) bool
	list          func() []string
	code          diag.Code
	names         Names

	candidates []string
	listed     bool
	near       map[string]string // by missing name: the closest registered one, or ""
	spent      int
}

func (l *lookup) missing(source *diag.Source, name string, span diag.Span) diag.Diagnostic {
	d := diag.Diagnostic{
		Code: l.code, Severity: diag.Error, Span: span,
		Msg: "no " + l.what + " `" + name + "` is registered",
	}
	near := l.closest(name)
	switch {
	case near != "":
		d.Hint = "did you mean `" + near + "`?"
		d.Fixes = []diag.Fix{{Title: "replace by `" + near + "`", Edits: []diag.Edit{{Source: source, Span: span, Text: near}}}}
	case l.hasOther(name):
		d.Hint = "`" + name + "` is registered as a " + l.other
	default:
		d.Hint = l.register(name)
	}
	return d
}

// register says how a name is registered.
func (l *lookup) register(name string) string {
	if w, ok := l.names.(Whereabouts); ok {
		return w.Register(l.what, name)
	}
	return "register it with `tickflow." + l.what + "(\"" + name + "\", function(v) ... end)`"
}

func (l *lookup) closest(name string) string {
	if near, ok := l.near[name]; ok {
		return near
	}
	if !l.listed {
		l.candidates, l.listed, l.near = l.list(), true, map[string]string{}
	}
	if l.spent > compareAtMost {
		return ""
	}
	l.spent += len(l.candidates) + 1
	near := diag.Closest(name, l.candidates)
	l.near[name] = near
	return near
}
