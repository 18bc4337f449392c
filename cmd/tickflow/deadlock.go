package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tickflow/tickflow/runtime/check"
	"github.com/tickflow/tickflow/runtime/diag"

	tickflow "github.com/tickflow/tickflow/runtime"
)

// settle decides about joins that can wait for ever, as the flags say or, without a word from them, the person at the
// terminal. It never waits for an answer that cannot come.
func (c *console) settle(p *tickflow.Program, f *programFlags) (*tickflow.Program, error) {
	in := bufio.NewReader(c.in)
	for {
		deadlocks := p.Deadlocks()
		switch {
		case len(deadlocks) == 0:
			return p, nil
		case f.autoPromote:
			return c.repair(p)
		case f.allowDeadlock:
			for _, d := range deadlocks {
				fmt.Fprintf(c.err, "%s %s\n", c.paintErr.in(yellow, "warning:"), visible(d.Why))
			}
			return p, nil
		}
		c.report().findings(aboutDeadlocks(p))
		if f.noPromote || !c.asks {
			return nil, refusal(deadlocks)
		}
		accepted := c.ask(in, deadlocks)
		if len(accepted) < len(deadlocks) {
			return nil, refusal(deadlocks)
		}
		promoted, err := p.Promote(accepted...)
		if err != nil {
			return nil, err
		}
		p = promoted
	}
}

// repair makes OR-joins of all that can wait for ever, for this run, and says so.
func (c *console) repair(p *tickflow.Program) (*tickflow.Program, error) {
	repaired, done, err := p.Repair(context.Background())
	if err != nil {
		return nil, err
	}
	for _, d := range done.Deadlocks {
		fmt.Fprintf(c.err, "`%s` is made an OR-join for this run, since %s\n", visible(d.Node), visible(d.Why))
	}
	for _, note := range done.Notes {
		c.report().tail("  ", "note", note)
	}
	return repaired, nil
}

// aboutDeadlocks answers the findings about the joins that keep a program from being run.
func aboutDeadlocks(p *tickflow.Program) diag.List {
	var list diag.List
	g := p.Graph()
	for _, d := range p.Findings() {
		about := func(join tickflow.Deadlock) bool {
			id, _ := g.Lookup(join.Node)
			return g.Nodes[id].Span == d.Span
		}
		if check.IsDeadlock(d) || d.Code == diag.UndecidedJoin && slices.ContainsFunc(p.Deadlocks(), about) {
			list = append(list, d)
		}
	}
	return list
}

// ask asks about each join once, and answers those that the person wants to be OR-joins. The first no ends it.
func (c *console) ask(in *bufio.Reader, deadlocks []tickflow.Deadlock) (accepted []tickflow.Suggestion) {
	for _, d := range deadlocks {
		fmt.Fprintf(c.err, "make `%s` an OR-join for this run? [y/N] ", visible(d.Node))
		answer, err := in.ReadString('\n')
		if err != nil {
			io.WriteString(c.err, "\n")
		}
		switch strings.ToLower(strings.TrimSpace(answer)) {
		case "y", "yes":
			accepted = append(accepted, tickflow.Suggestion{Node: d.Node})
		default:
			return accepted
		}
	}
	return accepted
}

func refusal(deadlocks []tickflow.Deadlock) error {
	var lines []string
	fix := ", as `tickflow check --fix` does"
	for _, d := range deadlocks {
		lines = append(lines, "`"+d.Node+".join: OR`")
		if !d.Proved {
			fix = ""
		}
	}
	subject := "a join"
	if len(lines) > 1 {
		subject = fmt.Sprintf("%d joins", len(lines))
	}
	return &fault{
		exitFailed, "the run was not started, because " + subject + " can wait for ever",
		"write " + listed(lines) + " into the graph" + fix + ", or run with --auto-promote; --allow-deadlock runs it as it is",
	}
}
