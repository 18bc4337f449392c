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
	deadlocks := p.Deadlocks()
	switch {
	case len(deadlocks) == 0:
		return p, nil
	case f.autoPromote:
		repaired, done, err := p.Repair(context.Background())
		if err != nil {
			return nil, err
		}
		for _, d := range done.Deadlocks {
			fmt.Fprintf(c.err, "`%s` is made an OR-join for this run, since %s\n", visible(d.Node), visible(d.Why))
		}
		c.notes(done)
		return repaired, nil
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
	repaired, done, err := p.Repair(context.Background())
	if err != nil {
		return nil, err
	}
	if !c.ask(deadlocks, done) {
		return nil, refusal(deadlocks)
	}
	return repaired, nil
}

// notes tells what else a repair changes.
func (c *console) notes(done tickflow.Repair) {
	for _, note := range done.Notes {
		c.report().tail("  ", "note", note)
	}
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

// ask asks about each join that has to be an OR-join, of which some come to light only when others are, and reports whether
// all shall be. What else that changes is told before. The first no ends it.
func (c *console) ask(told []tickflow.Deadlock, done tickflow.Repair) bool {
	c.notes(done)
	in := bufio.NewReader(c.in)
	for _, d := range done.Deadlocks {
		if !slices.ContainsFunc(told, func(t tickflow.Deadlock) bool { return t.Node == d.Node }) {
			fmt.Fprintf(c.err, "then %s\n", visible(d.Why))
		}
		fmt.Fprintf(c.err, "make `%s` an OR-join for this run? [y/N] ", visible(d.Node))
		answer, err := in.ReadString('\n')
		if err != nil {
			io.WriteString(c.err, "\n")
		}
		switch strings.ToLower(strings.TrimSpace(answer)) {
		case "y", "yes":
		default:
			return false
		}
	}
	return true
}

func refusal(deadlocks []tickflow.Deadlock) error {
	subject := "a join"
	if len(deadlocks) > 1 {
		subject = fmt.Sprintf("%d joins", len(deadlocks))
	}
	fix := "`tickflow check --fix` writes the OR-joins that it takes into the graph, --auto-promote makes them for this run only"
	if slices.ContainsFunc(deadlocks, func(d tickflow.Deadlock) bool { return !d.Proved }) {
		fix = "write `NODE.join: OR` into the graph, or run with --auto-promote, which makes OR-joins for this run only"
	}
	return &fault{
		exitFailed, "the run was not started, because " + subject + " can wait for ever",
		fix + "; --allow-deadlock runs it as it is",
	}
}
