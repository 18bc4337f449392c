package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tickflow/tickflow/runtime/check"
	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
)

// mending is what --fix has done to one graph.
type mending struct {
	file  string
	joins []mended
	notes []string // what else that changes
}

type mended struct{ node, why string }

// mend makes OR-joins of those that can wait for ever, in the graph's file, and answers its text as it is then.
func (k *checking) mend(ctx context.Context, src *diag.Source, g *graph.Graph, r check.Result) (*diag.Source, error) {
	done := mending{file: src.Name}
	var joins []graph.ID
	if r.Report == nil {
		joins, done.joins = k.mendDrawing(g)
	} else {
		fixed := r.Report.Repair(ctx, k.options.Proof)
		joins, done.notes = fixed.Joins, fixed.Notes()
		for i, id := range joins {
			done.joins = append(done.joins, mended{g.Nodes[id].Name, fixed.Why[i]})
		}
	}
	if len(joins) == 0 {
		return src, nil
	}
	var edits []diag.Edit
	for _, id := range joins {
		edits = append(edits, check.JoinFix(g, id).Edits...)
	}
	text := edited(src.Text, edits)
	if err := k.c.writeOut(src.Name, []byte(text)); err != nil {
		return nil, err
	}
	k.mended = append(k.mended, done)
	return diag.NewSource(src.Name, text), nil
}

// mendDrawing answers the joins to make OR until the structural rule has nothing to object to.
func (k *checking) mendDrawing(g *graph.Graph) (joins []graph.ID, why []mended) {
	for now := g; ; {
		suggestions := check.Structural(now)
		if len(suggestions) == 0 {
			return joins, why
		}
		for _, s := range suggestions {
			if !slices.Contains(joins, s.Node) {
				joins = append(joins, s.Node)
				name := func(id graph.ID) string { return "`" + g.Nodes[id].Name + "`" }
				why = append(why, mended{g.Nodes[s.Node].Name, fmt.Sprintf("%s waits for both %s and %s, which lie on different branches of %s",
					name(s.Node), name(s.Producers[0]), name(s.Producers[1]), name(s.Splitter))})
			}
		}
		now = check.Promote(now, suggestions...)
	}
}

// edited answers a text with edits applied that do not overlap; of several at one place, the last comes first.
func edited(text string, edits []diag.Edit) string {
	edits = slices.Clone(edits)
	slices.Reverse(edits)
	slices.SortStableFunc(edits, func(a, b diag.Edit) int { return a.Span.Start - b.Span.Start })
	var b strings.Builder
	done := 0
	for _, e := range edits {
		b.WriteString(text[done:e.Span.Start])
		b.WriteString(e.Text)
		done = e.Span.End
	}
	b.WriteString(text[done:])
	return b.String()
}

// tellMended says what has been written into graphs, and what comes of it.
func (c *console) tellMended(all []mending) {
	for _, m := range all {
		for _, j := range m.joins {
			fmt.Fprintf(c.out, "%s: `%s` is made an OR-join, since %s\n", visible(m.file), visible(j.node), visible(j.why))
		}
		for _, note := range m.notes {
			c.reportOut().tail("  ", "note", note)
		}
	}
}
