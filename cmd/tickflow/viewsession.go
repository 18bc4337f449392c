package main

import (
	"context"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"
	"github.com/tickflow/tickflow/runtime/view"

	tickflow "github.com/tickflow/tickflow/runtime"
)

// seenSession answers the run of a session, from where its present graph took over.
func (c *console) seenSession(ctx context.Context, f *sessionFlags) ([]*view.Run, error) {
	r, end, err := c.reading(ctx, f, "view")
	if err != nil {
		return nil, err
	}
	defer end()
	run, err := runOf(ctx, r)
	if err != nil {
		return nil, dbFault(f.db, err)
	}
	run.Name = f.name
	return []*view.Run{run}, nil
}

// runOf reads the run of a session. What its writer does meanwhile is left out.
func runOf(ctx context.Context, r store.Reader) (*view.Run, error) {
	info, err := r.Info(ctx)
	if err != nil {
		return nil, err
	}
	head, err := tickflow.LoadSnapshot(ctx, r, info.Head)
	if err != nil {
		return nil, err
	}
	kept, err := tickflow.ProgramAt(ctx, r, info.Head)
	if err != nil {
		return nil, err
	}
	program, err := keptProgram(ctx, r, kept)
	if err != nil {
		return nil, err
	}
	timelines, err := r.Timelines(ctx)
	if err != nil {
		return nil, err
	}
	live := record.LivePath(timelines, info.Head.Timeline)
	run := &view.Run{Graph: program.Graph(), Status: head.Status, Reason: head.CancelReason}
	from := head.GraphSince
	// What a snapshot of that boundary says is of the graph before it: the state right after is the one that the swap kept.
	begin, err := tickflow.LoadSnapshot(ctx, r, store.Boundary{Timeline: info.Head.Timeline, Tick: from})
	if err != nil || begin.GraphDigest != program.Graph().Digest() {
		run.Begin = head
		run.Notes = append(run.Notes, "Only where the run stands is shown: what came before is not kept, or ran with another graph.")
		return run, nil
	}
	run.Begin = begin
	if from > 0 {
		run.Notes = append(run.Notes, "Earlier ticks ran with another graph and are not shown.")
	}
	for f, err := range r.Firings(ctx, store.Query{Path: live, From: from, Before: info.Head.Tick}) {
		if err != nil {
			return nil, err
		}
		run.Firings = append(run.Firings, f)
	}
	return run, nil
}
