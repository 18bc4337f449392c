package main

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/tickflow/tickflow/runtime/reload"

	tickflow "github.com/tickflow/tickflow/runtime"
)

// generation is what one state of the files comes to.
type generation struct {
	number  int // from 1, for those that have run
	program *tickflow.Program
	end     func() // closes the behaviours, once nothing calls them any more
	changed []string
	mended  bool      // a save with faults came before it
	taken   time.Time // when it took over; zero for the first
}

// begin starts to watch. The goroutine ends with close.
func (w *watching) begin() {
	ctx, stop := context.WithCancel(context.Background())
	w.stop = stop
	if w.c.live {
		w.line = w.c.newProgress(w.lead)
	}
	w.ended.Go(func() {
		err := reload.Watch(ctx, w.debounce, w.reading, func(changed []string) []reload.File { return w.build(ctx, changed) })
		if err != nil {
			w.failed = err
			w.d.heed.halt()
		}
	})
}

// unwatch ends what begin started. It may be called again.
func (w *watching) unwatch() {
	if w.stop == nil {
		return
	}
	w.stop()
	w.ended.Wait()
	w.stop = nil
	if w.line != nil {
		w.line.end()
	}
}

// close ends the watch, and all generations with it.
func (w *watching) close() {
	w.unwatch()
	w.d.heed.end()
	for _, g := range append(w.before, w.running.Load(), w.next.Load()) {
		if g != nil {
			g.end()
		}
	}
}

// loader answers one that notes which files a program is made of.
func (w *watching) loader(c *console) *loader {
	l := c.loader(&w.f.program, w.f.out)
	l.reads = func(path string) {
		same := func(f reload.File) bool { return filepath.Clean(f.Path) == filepath.Clean(path) }
		if !slices.ContainsFunc(w.reading, same) {
			w.reading = append(w.reading, reload.Stamp(path))
		}
	}
	return l
}

// build makes a generation of what has been saved, and publishes it when there is nothing wrong with it.
func (w *watching) build(ctx context.Context, changed []string) []reload.File {
	var said bytes.Buffer
	c := *w.c
	c.err, c.asks, c.live = &lines{w: &said}, false, false
	w.reading = nil
	l := w.loader(&c)
	l.warned = w.warned
	if !w.f.program.autoPromote {
		l.settle = func(p *tickflow.Program) (*tickflow.Program, error) { return p, nil } // where the run stands decides
	}
	program, end, err := l.load(ctx, w.graph)
	w.warned = l.warned
	if ctx.Err() != nil {
		if err == nil {
			end()
		}
		return w.reading
	}
	if err != nil {
		c.explain(err)
		names := listed(changed)
		fmt.Fprintf(c.err, "generation %d goes on without what was saved: %s\n", w.running.Load().number, visible(names))
		w.broken.Store(&names)
		w.c.err.Write(said.Bytes())
		return w.reading
	}
	w.c.err.Write(said.Bytes())
	w.publish(&generation{program: program, end: end, changed: changed, mended: w.broken.Swap(nil) != nil})
	return w.reading
}

// publish makes a generation the next one, in the place of one that nobody has taken.
func (w *watching) publish(g *generation) {
	if skipped := w.next.Swap(nil); skipped != nil {
		skipped.end()
		g.mended = g.mended || skipped.mended
		g.changed = unique(append(skipped.changed, g.changed...))
	}
	w.next.Store(g)
	select {
	case w.fresh <- struct{}{}:
	default:
	}
}

// lead says on the status line which generation runs.
func (w *watching) lead() string {
	g := w.running.Load()
	lead := fmt.Sprintf("generation %d", g.number)
	if !g.taken.IsZero() {
		lead += "  reloaded " + g.taken.Format(time.TimeOnly)
	}
	if names := w.broken.Load(); names != nil {
		lead += "  faults in " + *names
	}
	return lead
}
