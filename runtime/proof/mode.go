package proof

import (
	"strings"

	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/syntax"
)

// Mode is what is assumed of all firings. The zero value assumes of each node's guards what its guards attribute says or,
// without one, the default, and that no firing fails.
type Mode struct {
	// Guards, unless it is NoGuards, is assumed of every node with two or more guards, whatever the graph says; the guard
	// of a node that has only one is then free.
	Guards syntax.Guards
	// Default, unless it is NoGuards, is assumed of the nodes with two or more guards that have no guards attribute.
	Default syntax.Guards
	// Fail lets any firing fail: all its out-edges write False.
	Fail bool
}

// String answers what the mode is called in reports: "declared", "xor", "free+fail".
func (m Mode) String() string {
	s := "declared"
	if m.Default != syntax.NoGuards {
		s = "declared or " + m.Default.String()
	}
	if m.Guards != syntax.NoGuards {
		s = m.Guards.String()
	}
	if m.Fail {
		s += "+fail"
	}
	return s
}

// ParseMode reads what String answers; ok is false for anything else.
func ParseMode(s string) (m Mode, ok bool) {
	s, m.Fail = strings.CutSuffix(s, "+fail")
	if s == "declared" {
		return m, true
	}
	what := &m.Guards
	if s, ok = strings.CutPrefix(s, "declared or "); ok {
		what = &m.Default
	}
	for g := syntax.Free; g <= syntax.Xor; g++ {
		if g.String() == s {
			*what = g
			return m, true
		}
	}
	return Mode{}, false
}

// of answers what is assumed of a node's guards, given how many distinct ones it has.
func (m Mode) of(n *graph.Node, asks int32) syntax.Guards {
	switch {
	case m.Guards == syntax.NoGuards && (n.GuardsDeclared || m.Default == syntax.NoGuards):
		return n.Guards
	case asks < 2:
		return syntax.Free
	case m.Guards != syntax.NoGuards:
		return m.Guards
	}
	return m.Default
}

// allFalse reports whether all guards of a node may answer False in one firing.
func allFalse(g syntax.Guards) bool { return g == syntax.Free || g == syntax.Exclusive }

// allTrue reports whether all of a node's distinct guards, asks in number, may answer True in one firing.
func allTrue(g syntax.Guards, asks int32) bool {
	return asks < 2 || g == syntax.Free || g == syntax.Exhaustive
}
