package main

import (
	"context"
	"fmt"
	"math"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"

	tickflow "github.com/tickflow/tickflow/runtime"
)

// auditSession shows the firings of a session.
func (c *console) auditSession(f *auditFlags) error {
	ctx := context.Background()
	r, end, err := c.reading(ctx, &f.session, "audit")
	if err != nil {
		return err
	}
	defer end()
	info, err := r.Info(ctx)
	if err != nil {
		return dbFault(f.session.db, err)
	}
	timelines, err := r.Timelines(ctx)
	if err != nil {
		return dbFault(f.session.db, err)
	}
	if err := f.knownToSession(ctx, r, info.Programs); err != nil {
		return err
	}
	live := record.LivePath(timelines, info.Head.Timeline)
	q := store.Query{Node: f.node, From: f.ticks.first}
	if f.ticks.last < math.MaxInt {
		q.Before = f.ticks.last + 1
	}
	if !f.superseded {
		q.Path = live
	}
	var firings []tickflow.Firing
	for firing, err := range r.Firings(ctx, q) {
		if err != nil {
			return dbFault(f.session.db, err)
		}
		if f.status.has(firing.Status) {
			firings = append(firings, firing)
		}
	}
	if len(firings) == 0 && !f.json {
		fmt.Fprintf(c.err, "no firing in session %s is like that; the run stands before %v\n", visible(f.session.name), info.Head)
		return nil
	}
	c.printFirings(firings, f, live)
	return nil
}

// knownToSession refuses a node that none of a session's graphs has.
func (f *auditFlags) knownToSession(ctx context.Context, r store.Reader, programs []store.Program) error {
	if f.node == "" {
		return nil
	}
	var names []string
	for _, kept := range programs {
		p, err := keptProgram(ctx, r, kept)
		if err != nil {
			return dbFault(f.session.db, err)
		}
		if _, ok := p.Graph().Lookup(f.node); ok {
			return nil
		}
		for _, n := range p.Graph().Nodes {
			names = append(names, n.Name)
		}
	}
	hint := "it has " + listed(unique(names))
	if near := diag.Closest(f.node, names); near != "" {
		hint = "did you mean `" + near + "`?"
	}
	return usage("session "+f.session.name+" has no node `"+f.node+"`", hint)
}
