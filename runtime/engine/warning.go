package engine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/syntax"
)

// Warning is something a run noticed that does not stop it.
type Warning struct {
	// Code is diag.FailedWithGuards or diag.GuardMode, each once a node and graph, or diag.RemovedHistory or diag.LostFire,
	// which a remap causes, or what behaviours warn of (View.Warn).
	Code diag.Code
	Node string
	Tick int // the tick it is about, or in which the run goes on with the new graph
	Msg  string
}

type warnedOf struct {
	code  diag.Code
	node  graph.ID
	guard string // "" for what is about the node or its body
}

// oddity is something that a body or guard has warned of.
type oddity struct {
	code  diag.Code
	guard string
	msg   string
}

func (r *Run) sendWarning(code diag.Code, id graph.ID, tick int, format string, args ...any) {
	if r.warn != nil {
		r.warn(Warning{Code: code, Node: r.cells[id].name, Tick: tick, Msg: fmt.Sprintf(format, args...)})
	}
}

func (r *Run) warnOnce(code diag.Code, id graph.ID, tick int, format string, args ...any) {
	r.warnFirst(warnedOf{code: code, node: id}, tick, format, args...)
}

func (r *Run) warnFirst(of warnedOf, tick int, format string, args ...any) {
	if !r.warned[of] {
		r.warned[of] = true
		r.sendWarning(of.code, of.node, tick, format, args...)
	}
}

// review warns of what was odd in a tick that has been committed.
func (r *Run) review(calls []call, tick int) {
	for i := range calls {
		c := &calls[i]
		for _, o := range c.view.odd {
			r.warnFirst(warnedOf{o.code, c.view.node, o.guard}, tick, "%s", o.msg)
		}
		switch {
		case c.view.firing.Status != record.OK:
			r.warnUnasked(c.view.node, tick)
		case len(c.answers) > 0 && c.view.cell.guards != syntax.Free:
			r.verifyGuards(c.view.node, c.answers, tick)
		}
	}
}

func (r *Run) warnUnasked(id graph.ID, tick int) {
	if slices.ContainsFunc(r.net.Out(id), func(e graph.Edge) bool { return e.Guard >= 0 }) {
		r.warnOnce(diag.FailedWithGuards, id, tick, "%s failed, so its guards were not asked and all its edges wrote False; "+
			"to go on after an error, return it as a value and let a guard look at it", r.cells[id].name)
	}
}

// verifyGuards warns when the answers break what is assumed of the node's guards.
func (r *Run) verifyGuards(id graph.ID, answers []bool, tick int) {
	yes := 0
	for _, a := range answers {
		if a {
			yes++
		}
	}
	mode := r.cells[id].guards
	most := yes > 1 && (mode == syntax.Exclusive || mode == syntax.Xor)
	least := yes == 0 && (mode == syntax.Exhaustive || mode == syntax.Xor)
	if !most && !least {
		return
	}
	var said []string
	for _, e := range r.net.Out(id) {
		if int(e.Ask) == len(said) {
			said = append(said, fmt.Sprintf("%s=%t", r.net.GuardNames[e.Guard], answers[e.Ask]))
		}
	}
	name := r.cells[id].name
	r.warnOnce(diag.GuardMode, id, tick, "%s of `%s` must say yes%s, but %s; if that may be, write `%s.guards: %s`",
		modeRule[mode], name, whyMode(&r.net.Nodes[id]), strings.Join(said, ", "), name, widened(mode, most))
}

// widened answers the narrowest mode that allows what a mode does and, in addition, several guards to say yes, or none.
func widened(mode syntax.Guards, several bool) syntax.Guards {
	switch {
	case mode == syntax.Xor && several:
		return syntax.Exhaustive
	case mode == syntax.Xor:
		return syntax.Exclusive
	}
	return syntax.Free
}

// modeRule says how many guards of a node a mode wants to say yes.
var modeRule = map[syntax.Guards]string{
	syntax.Xor: "exactly one guard", syntax.Exclusive: "at most one guard", syntax.Exhaustive: "at least one guard",
}

// whyMode tells a default from what the text asks for.
func whyMode(n *graph.Node) string {
	if n.GuardsDeclared {
		return ""
	}
	return " (the default for a node with several guards)"
}
