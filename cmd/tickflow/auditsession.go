package main

import (
	"context"
	"fmt"
	"math"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"

	tickflow "github.com/tickflow/tickflow/runtime"
)

// auditSession shows the firings of a session.
func (c *console) auditSession(f *auditFlags) error {
	ctx := context.Background()
	r, end, err := f.session.reading(ctx, "audit")
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
