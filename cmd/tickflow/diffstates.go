package main

import (
	"fmt"
	"slices"

	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/value"

	tickflow "github.com/tickflow/tickflow/runtime"
)

// stateDifference is in what two states differ.
type stateDifference struct {
	Same   bool              `json:"same"`
	Tokens onlyOf[[2]string] `json:"tokens"` // consumer, producer
	Starts onlyOf[string]    `json:"starts"`
	Nodes  []nodeDifference  `json:"nodes"`
	Input  *inputDifference  `json:"input"`
}

// onlyOf is what one side has and the other one has not.
type onlyOf[T any] struct {
	A []T `json:"a"`
	B []T `json:"b"`
}

// nodeDifference is what a node has come to on both sides; nil where it has not fired.
type nodeDifference struct {
	Node string     `json:"node"`
	A    *nodeStand `json:"a"`
	B    *nodeStand `json:"b"`
}

type nodeStand struct {
	Fires  int         `json:"fires"`
	Status string      `json:"status"`
	Output value.Value `json:"output"`
	State  value.Value `json:"state"`
}

type inputDifference struct {
	A value.Value `json:"a"`
	B value.Value `json:"b"`
}

// diffStates tells in what two states differ, and reports whether they do not.
func (c *console) diffStates(a, b *side, asJSON bool) (same bool, err error) {
	d := statesDiffer(a.state, b.state)
	if asJSON {
		return d.Same, c.printJSON(d)
	}
	if d.Same {
		return true, nil
	}
	fmt.Fprintf(c.out, "%s\n%s\n", visible("--- "+a.name), visible("+++ "+b.name))
	for _, line := range d.lines('-') {
		fmt.Fprintln(c.out, c.paintOut.in(red, visible(line)))
	}
	for _, line := range d.lines('+') {
		fmt.Fprintln(c.out, c.paintOut.in(green, visible(line)))
	}
	return false, nil
}

func statesDiffer(a, b *tickflow.Snapshot) *stateDifference {
	d := &stateDifference{Nodes: []nodeDifference{}}
	d.Tokens.A, d.Tokens.B = apart(pairsOf(a.Marking.Slots), pairsOf(b.Marking.Slots))
	d.Starts.A, d.Starts.B = apart(a.Marking.ArmedStarts, b.Marking.ArmedStarts)
	stands := standsOf(b)
	for i := range a.Nodes {
		n := &a.Nodes[i]
		mine, other := standOf(n), stands[n.Name]
		if delete(stands, n.Name); other == nil || !mine.equal(other) {
			d.Nodes = append(d.Nodes, nodeDifference{n.Name, mine, other})
		}
	}
	for i := range b.Nodes {
		if stand := stands[b.Nodes[i].Name]; stand != nil {
			d.Nodes = append(d.Nodes, nodeDifference{b.Nodes[i].Name, nil, stand})
		}
	}
	if !value.Equal(a.Args, b.Args) {
		d.Input = &inputDifference{a.Args, b.Args}
	}
	d.Same = len(d.Tokens.A)+len(d.Tokens.B)+len(d.Starts.A)+len(d.Starts.B)+len(d.Nodes) == 0 && d.Input == nil
	return d
}

func pairsOf(slots []engine.SlotPair) [][2]string {
	pairs := make([][2]string, len(slots))
	for i, s := range slots {
		pairs[i] = [2]string{s.Consumer, s.Producer}
	}
	return pairs
}

// apart answers what only one of two lists has.
func apart[T comparable](a, b []T) (onlyA, onlyB []T) {
	only := func(list, other []T) []T {
		kept := []T{}
		for _, item := range list {
			if !slices.Contains(other, item) {
				kept = append(kept, item)
			}
		}
		return kept
	}
	return only(a, b), only(b, a)
}

func standsOf(s *tickflow.Snapshot) map[string]*nodeStand {
	stands := map[string]*nodeStand{}
	for i := range s.Nodes {
		stands[s.Nodes[i].Name] = standOf(&s.Nodes[i])
	}
	return stands
}

func standOf(n *engine.NodeSnapshot) *nodeStand {
	last := &n.Fires[len(n.Fires)-1]
	return &nodeStand{n.Count, last.Status.String(), last.Output, n.State}
}

func (s *nodeStand) equal(o *nodeStand) bool {
	return s.Fires == o.Fires && s.Status == o.Status && value.Equal(s.Output, o.Output) && value.Equal(s.State, o.State)
}

// lines tells what one side has and the other one has not, a fact a line: '-' for the first, '+' for the second.
func (d *stateDifference) lines(sign byte) (lines []string) {
	add := func(format string, args ...any) { lines = append(lines, string(sign)+" "+fmt.Sprintf(format, args...)) }
	tokens, starts := d.Tokens.A, d.Starts.A
	if sign == '+' {
		tokens, starts = d.Tokens.B, d.Starts.B
	}
	for _, pair := range tokens {
		add("token %s-->%s", pair[1], pair[0])
	}
	for _, name := range starts {
		add("start %s", name)
	}
	for _, n := range d.Nodes {
		stand, other := n.A, n.B
		if sign == '+' {
			stand, other = n.B, n.A
		}
		if stand == nil {
			continue
		}
		add("%s fired %s, %s %s", n.Node, count(stand.Fires, "time"), stand.Status, shorten(stand.Output.String(), traceLimit))
		if stand.State.Len() > 0 && (other == nil || !value.Equal(stand.State, other.State)) {
			add("%s state %s", n.Node, shorten(stand.State.String(), traceLimit))
		}
	}
	if d.Input != nil {
		input := d.Input.A
		if sign == '+' {
			input = d.Input.B
		}
		add("input %s", shorten(input.String(), traceLimit))
	}
	return lines
}
