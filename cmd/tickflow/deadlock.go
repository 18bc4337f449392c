package main

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tickflow/tickflow/runtime/diag"

	tickflow "github.com/tickflow/tickflow/runtime"
)

// settle decides about joins that may wait forever, as the flags say or, without a word from them, the person at the
// terminal. It never waits for an answer that cannot come.
func (c *console) settle(p *tickflow.Program, f *programFlags) (*tickflow.Program, error) {
	in := bufio.NewReader(c.in)
	for {
		suggestions := p.Suggestions()
		var accepted []tickflow.Suggestion
		switch {
		case len(suggestions) == 0:
			return p, nil
		case f.autoPromote:
			accepted = suggestions
			for _, why := range reasons(suggestions) {
				fmt.Fprintf(c.err, "%s is made an OR-join for this run: %s\n", why.join, why.text)
			}
		case f.allowDeadlock:
			for _, why := range reasons(suggestions) {
				fmt.Fprintf(c.err, "%s %s may wait forever: %s\n", c.paintErr.in(yellow, "warning:"), why.join, why.text)
			}
			return p, nil
		case f.noPromote || !c.asks:
			c.report().findings(deadlocks(p))
			return nil, refusal(suggestions)
		default:
			accepted = c.ask(in, p, suggestions)
			if len(accepted) < len(suggestions) {
				return nil, refusal(suggestions)
			}
		}
		promoted, err := p.Promote(accepted...)
		if err != nil {
			return nil, err
		}
		p = promoted
	}
}

// reason says why a join may wait forever.
type reason struct{ join, text string }

// reasons answers one reason for each join, however many splitters it waits behind, in node order.
func reasons(suggestions []tickflow.Suggestion) []reason {
	var all []reason
	for len(suggestions) > 0 {
		s, same := suggestions[0], 1
		for same < len(suggestions) && suggestions[same].Node == s.Node {
			same++
		}
		text := fmt.Sprintf("it waits for both %s and %s, but %s takes only one of the ways that lead there", s.Producers[0], s.Producers[1], s.Splitter)
		var others []string
		for _, other := range suggestions[1:same] {
			others = append(others, other.Splitter)
		}
		if others != nil {
			text += ", and likewise at " + listed(others)
		}
		all = append(all, reason{s.Node, text})
		suggestions = suggestions[same:]
	}
	return all
}

func deadlocks(p *tickflow.Program) diag.List {
	var list diag.List
	for _, d := range p.Findings() {
		if d.Code == diag.StructuralDeadlock {
			list = append(list, d)
		}
	}
	return list
}

// joinsOf answers the joins that suggestions are about, each once, in node order.
func joinsOf(suggestions []tickflow.Suggestion) []string {
	var joins []string
	for _, s := range suggestions {
		joins = append(joins, s.Node)
	}
	return slices.Compact(joins)
}

// ask shows every join, asks about each once, and answers the suggestions about those that the person wants to be
// OR-joins. The first no ends it.
func (c *console) ask(in *bufio.Reader, p *tickflow.Program, suggestions []tickflow.Suggestion) (accepted []tickflow.Suggestion) {
	c.report().findings(deadlocks(p))
	for _, join := range joinsOf(suggestions) {
		fmt.Fprintf(c.err, "make %s an OR-join for this run? [y/N] ", join)
		answer, err := in.ReadString('\n')
		if err != nil {
			io.WriteString(c.err, "\n")
		}
		switch strings.ToLower(strings.TrimSpace(answer)) {
		case "y", "yes":
			for _, s := range suggestions {
				if s.Node == join {
					accepted = append(accepted, s)
				}
			}
		default:
			return accepted
		}
	}
	return accepted
}

func refusal(suggestions []tickflow.Suggestion) error {
	var lines []string
	for _, join := range joinsOf(suggestions) {
		lines = append(lines, "`"+join+".join: OR`")
	}
	subject := "a join"
	if len(lines) > 1 {
		subject = fmt.Sprintf("%d joins", len(lines))
	}
	return &fault{
		exitFailed, "the run was not started, because " + subject + " may wait forever",
		"write " + strings.Join(lines, " and ") + " into the graph, or run with --auto-promote; --allow-deadlock runs it as it is",
	}
}
