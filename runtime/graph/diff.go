package graph

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// Sign tells what became of something between two graphs.
type Sign byte

// The signs, as people know them from diffs.
const (
	Added   Sign = '+'
	Removed Sign = '-'
	Changed Sign = '~'
)

// Difference is one thing in which two graphs differ.
type Difference struct {
	Sign Sign
	What string // in the words of the graph text: "A-->B", "A.join: AND is now OR"
}

// String answers the sign and what it is about: "+ A-->B".
func (d Difference) String() string { return string(d.Sign) + " " + d.What }

// Diff answers in what a graph differs from one before it: nodes that are gone or new, then edges, then what nodes of both
// are and do, each in node order. A node that has another name is gone and new. It answers nothing for graphs of the same
// digest; where nodes or edges are in another order only, it says that.
func Diff(before, now *Graph) []Difference {
	if before.digest == now.digest {
		return nil
	}
	var (
		all         []Difference
		was, is     []ID // the nodes that differ
		both        [][2]ID
		line, other []byte
	)
	for i := range before.Nodes {
		id, stays := now.Lookup(before.Nodes[i].Name)
		if !stays {
			all = append(all, Difference{Removed, "node " + before.Nodes[i].Name})
		} else {
			line, other = before.appendNode(line[:0], ID(i)), now.appendNode(other[:0], id)
			if bytes.Equal(line, other) {
				continue
			}
			both = append(both, [2]ID{ID(i), id})
			is = append(is, id)
		}
		was = append(was, ID(i))
	}
	for i := range now.Nodes {
		if _, there := before.Lookup(now.Nodes[i].Name); !there {
			all = append(all, Difference{Added, "node " + now.Nodes[i].Name})
			is = append(is, ID(i))
		}
	}
	slices.Sort(is)
	all = without(all, Removed, before.arrows(was), now.arrows(is))
	all = without(all, Added, now.arrows(is), before.arrows(was))
	for _, node := range both {
		all = append(all, changesOf(before, now, node[0], node[1])...)
	}
	if all == nil {
		all = append(all, Difference{Changed, "nodes or edges are in another order"})
	}
	return all
}

// without appends what is in one list and not in the other, as often as it is there more often.
func without(all []Difference, sign Sign, list, other []string) []Difference {
	there := make(map[string]int, len(other))
	for _, what := range other {
		there[what]++
	}
	for _, what := range list {
		if there[what]--; there[what] < 0 {
			all = append(all, Difference{sign, what})
		}
	}
	return all
}

// arrows answers the edges of some nodes as the text writes them.
func (g *Graph) arrows(from []ID) (arrows []string) {
	for _, n := range from {
		for _, e := range g.Out(n) {
			arrow := "-->"
			if e.Guard >= 0 {
				arrow = "--|" + g.GuardNames[e.Guard] + "|-->"
			}
			arrows = append(arrows, g.Nodes[n].Name+arrow+g.Nodes[e.To].Name)
		}
	}
	return arrows
}

// changesOf answers what a node of both graphs is or does otherwise than before.
func changesOf(before, now *Graph, i, j ID) (all []Difference) {
	a, b := &before.Nodes[i], &now.Nodes[j]
	if a.Start != b.Start {
		what := a.Name + " is a start now"
		if a.Start {
			what = a.Name + " is no start any more"
		}
		all = append(all, Difference{Changed, what})
	}
	differ := func(key, was, is string) {
		if was != is {
			all = append(all, Difference{Changed, a.Name + "." + key + ": " + orNone(was) + " is now " + orNone(is)})
		}
	}
	differ("join", a.Join.String(), b.Join.String())
	differ("body", a.Body, b.Body)
	differ("guards", a.Guards.String(), b.Guards.String())
	if a.InputsDeclared || b.InputsDeclared { // otherwise they follow from the edges
		differ("inputs", before.inputsOf(i), now.inputsOf(j))
	}
	differ("bind", before.bindOf(i), now.bindOf(j))
	return all
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

// input answers an input as the text writes it.
func (g *Graph) input(in Input) string {
	name := g.Nodes[in.Producer].Name
	if in.K > 0 {
		name += "[" + strconv.Itoa(int(in.K)) + "]"
	}
	return name
}

func (g *Graph) inputsOf(n ID) string {
	var names []string
	for _, in := range g.Nodes[n].Inputs {
		names = append(names, g.input(in))
	}
	return strings.Join(names, ", ")
}

func (g *Graph) bindOf(n ID) string {
	node := &g.Nodes[n]
	if node.Bind == nil {
		return ""
	}
	var parts []string
	for i, at := range node.Bind.Inputs {
		part := g.input(node.Inputs[at])
		if node.Bind.Named {
			part = node.Bind.Fields[i] + ": " + part
		}
		parts = append(parts, part)
	}
	if node.Bind.Named {
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return "[" + strings.Join(parts, ", ") + "]"
}
