package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/engine"

	tickflow "github.com/tickflow/tickflow/runtime"
)

// take goes on with a generation, or starts over with it, and tells what is another than before. It answers false when the
// one that runs stays.
func (w *watching) take(ctx context.Context, g *generation) bool {
	before := w.running.Load()
	g.number, g.taken = before.number+1, time.Now()
	if sameTexts(before.program, g.program) {
		if g.mended {
			fmt.Fprintf(w.c.err, "the files are as generation %d has them\n", before.number)
		}
		g.end()
		return false
	}
	marking := w.d.runner.Marking()
	at := w.d.runner.Now()
	if err := w.enter(ctx, g); err != nil {
		g.end()
		w.tellRefused(g, err)
		return false
	}
	w.running.Store(g)
	w.before = append(w.before, before)
	w.release(ctx)
	w.tellTaken(before, g, at, marking)
	return true
}

// enter makes the run go on with a generation, or a new run take its place. On an error nothing has changed.
func (w *watching) enter(ctx context.Context, g *generation) error {
	if !w.f.restart {
		return w.d.runner.Remap(ctx, g.program)
	}
	runner, err := w.d.origin.start(g.program, w.c.config(w.d.origin, &w.f.start, &w.f.program))
	if err != nil {
		return err
	}
	w.d.runner, w.told = runner, -1
	w.observe()
	return nil
}

// release closes the generations before that nothing brings back any more.
func (w *watching) release(ctx context.Context) {
	w.before = slices.DeleteFunc(w.before, func(g *generation) bool {
		forgotten, err := w.d.runner.Forget(ctx, g.program)
		if err != nil || !forgotten {
			return false
		}
		g.end()
		return true
	})
}

// sameTexts reports whether two programs were read from the same texts.
func sameTexts(a, b *tickflow.Program) bool {
	return slices.EqualFunc(a.Sources(), b.Sources(), func(x, y *diag.Source) bool { return x.Name == y.Name && x.Text == y.Text })
}

// changesShown is how many changes are told one by one.
const changesShown = 20

// tellTaken tells in what a generation differs from the one before it.
func (w *watching) tellTaken(before, g *generation, at int, marking engine.Marking) {
	var b bytes.Buffer
	from := fmt.Sprintf("from tick %d on", at)
	if w.f.restart {
		from = "starts over"
	}
	lead := w.c.paintErr.in(bold, fmt.Sprintf("generation %d", g.number))
	fmt.Fprintf(&b, "%s %s: %s saved\n", lead, from, visible(listed(g.changed)))
	changes := changesBetween(before.program, g.program)
	if !w.f.restart {
		changes = append(changes, lostTokens(marking, w.d.runner.Marking())...)
	}
	for _, change := range changes[:min(len(changes), changesShown)] {
		fmt.Fprintf(&b, "  %s\n", w.c.paintErr.in(signColours[change[0]], visible(change)))
	}
	if more := len(changes) - changesShown; more > 0 {
		fmt.Fprintf(&b, "  and %d more\n", more)
	}
	w.c.err.Write(b.Bytes())
}

var signColours = map[byte]string{'+': green, '-': red, '~': yellow}

// lostTokens tells which tokens went with their edges.
func lostTokens(before, now engine.Marking) (all []string) {
	there := make(map[engine.SlotPair]bool, len(now.Slots))
	for _, s := range now.Slots {
		there[s] = true
	}
	for _, s := range before.Slots {
		if !there[s] {
			all = append(all, "- the token of "+s.Producer+" for "+s.Consumer)
		}
	}
	return all
}

// tellRefused says why a generation does not take over.
func (w *watching) tellRefused(g *generation, err error) {
	var said bytes.Buffer
	c := *w.c
	c.err = &lines{w: &said}
	var (
		deadlock *tickflow.DeadlockError
		remap    *engine.RemapError
	)
	switch {
	case errors.As(err, &deadlock):
		for _, d := range deadlock.Deadlocks {
			c.report().finding(w.fromHere(g.program, d))
		}
	case errors.As(err, &remap):
		c.report().trouble(err.Error(), "--restart starts over with what is saved")
	default:
		c.explain(err)
	}
	fmt.Fprintf(c.err, "generation %d goes on without what was saved: %s\n", w.running.Load().number, visible(listed(g.changed)))
	w.c.err.Write(said.Bytes())
}

// fromHere is the finding about a join that could wait for ever, from where the run stands.
func (w *watching) fromHere(p *tickflow.Program, d tickflow.Deadlock) diag.Diagnostic {
	id, _ := p.Graph().Lookup(d.Node)
	found := diag.Diagnostic{
		Code: diag.StarvedJoin, Severity: diag.Error, Source: p.Sources()[0], Span: p.Graph().Nodes[id].Span, Msg: d.Why,
		Hint: "if it should go on with whichever comes first, say `" + d.Node + ".join: OR`",
	}
	if !d.Proved {
		found.Code = diag.UndecidedJoin
	}
	if d.Story != "" && !w.f.restart {
		found.Related = append(found.Related, diag.Related{Msg: "from where the run stands, with ticks counted from there:"})
	}
	for line := range strings.Lines(d.Story) {
		found.Related = append(found.Related, diag.Related{Msg: strings.TrimRight(line, "\n")})
	}
	return found
}
