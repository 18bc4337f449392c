package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/tickflow/tickflow/runtime/reload"

	tickflow "github.com/tickflow/tickflow/runtime"
)

// watching is one run, or with --restart one after the other, that goes on with what is saved. Its own goroutine makes
// generations of saved files and publishes them; the one that runs takes them between two ticks.
type watching struct {
	c     *console
	f     *runFlags
	graph string
	d     *drive
	line  *progress // nil when standard error is no terminal
	told  int       // the tick before which the run stood when its outputs were last printed, -1 before that

	running atomic.Pointer[generation]
	before  []*generation // whose behaviours a checkpoint may still bring back

	next   atomic.Pointer[generation] // what has been saved, and not been taken
	fresh  chan struct{}              // there is something in next
	broken atomic.Pointer[string]     // the files last saved, when they have faults

	warned   map[string]bool // the findings of the graph that was made last
	reading  []reload.File   // what the generation that is being made has read
	debounce reload.Options
	stop     context.CancelFunc
	ended    sync.WaitGroup
	failed   error // files cannot be watched; to be read once ended has been waited for
}

// errStartOver ends a run that another one takes the place of.
var errStartOver = errors.New("a new run starts")

// runWatched is run with --watch.
func (c *console) runWatched(graph string, f *runFlags) error {
	w, err := c.watch(graph, f)
	if err != nil {
		return err
	}
	defer w.close()
	return w.run()
}

// watch makes a run that has not ticked yet, whose files are watched. It must be closed.
func (c *console) watch(graph string, f *runFlags) (*watching, error) {
	w := &watching{c: c, f: f, graph: graph, told: -1, fresh: make(chan struct{}, 1)}
	l := w.loader(c)
	l.settle = w.settleFirst
	d, unload, err := c.beginWith(l, graph, &f.start)
	if err != nil {
		return nil, err
	}
	if f.session.db != "" {
		d.goOn = f.session.resumption(graph, &f.program)
	}
	d.watched, w.d, w.warned = true, d, l.warned
	d.page = f.page
	w.running.Store(&generation{number: 1, program: d.runner.Program(), end: unload})
	return w, nil
}

// validateWatch refuses what cannot be watched.
func (f *runFlags) validateWatch(graph string) error {
	switch b := f.program.behaviours; {
	case !f.watch:
		return usage("--restart says what --watch does with a save", "add --watch, or leave --restart out")
	case graph == stdin || b == stdin:
		return usage("standard input cannot be watched", "name a file, or leave --watch out")
	case b != "" && isOther(b):
		return usage(b+" cannot be watched: it is no file", "name a file with -b, or leave --watch out")
	case f.restart && f.start.from != "":
		return usage("--restart starts over, --from-snapshot goes on", "leave one of them out")
	case f.restart && f.session.db != "":
		return usage("--restart starts over, and a session keeps one run", "leave --restart or --db out")
	}
	return nil
}

// settleFirst decides about the joins of the first program. A person who has made some of them OR-joins is not asked again.
func (w *watching) settleFirst(p *tickflow.Program) (*tickflow.Program, error) {
	settled, err := w.c.settle(p, &w.f.program)
	if err == nil && settled != p {
		w.f.program.autoPromote = true
	}
	return settled, err
}

// run ticks and waits for saves by turns until it is interrupted.
func (w *watching) run() error {
	d := w.d
	d.limit, d.pauses = w.f.stop.maxTicks, w.f.stop.pauseAt
	d.notePast()
	w.begin()
	o := tickflow.RunOptions{MaxTicks: d.limit, PauseAt: d.pauses, Interrupt: d.heed.boundary, Between: w.between}
	w.observe()
	var fault error
	for {
		d.heed.phase.Store(ticking)
		d.stop, d.err = d.runner.Run(d.heed.ctx, o)
		if errors.Is(d.err, errStartOver) {
			continue
		}
		if d.heed.came.Load() || d.stop == tickflow.Interrupted {
			break
		}
		if fault = w.rest(); fault != nil || !w.wait() {
			break
		}
	}
	return w.finish(fault)
}

// observe makes what is told of a run come from the one that is being run.
func (w *watching) observe() {
	d := w.d
	d.fails, d.failed = 0, nil
	d.runner.AddHooks(tickflow.Hooks{OnTickEnd: d.count})
	if w.f.trace {
		d.runner.AddHooks(tickflow.Hooks{OnFire: d.trace})
	}
	if w.line != nil {
		w.line.observe(d.runner)
	}
}

// rest tells where the run has come to rest: its outputs, when they may have changed, and why.
func (w *watching) rest() error {
	d := w.d
	d.heed.phase.Store(resting)
	if !w.f.json && w.told != d.runner.Now() {
		d.printOutputs()
		if err := w.c.flush(); err != nil {
			return err
		}
	}
	w.told = d.runner.Now()
	_ = d.conclude(false) // the exit code is that of the interrupt
	d.pauses, d.fails, d.failed = nil, 0, nil
	if w.line != nil {
		w.line.rests(fmt.Sprintf("tick %d  %s  waiting for a save; Ctrl-C ends", d.runner.Now(), d.standing()))
		return nil
	}
	goesOn := "go on from here"
	if w.f.restart {
		goesOn = "start over"
	}
	fmt.Fprintf(w.c.err, "waiting for a save, to %s\n", goesOn)
	return nil
}

// standing says in a word where a run has come to rest.
func (d *drive) standing() string {
	switch {
	case d.err != nil:
		return "an error was raised"
	case d.stop == tickflow.Paused, d.stop == tickflow.Limit:
		return "paused"
	case d.runner.Status() == tickflow.Stuck:
		return "stuck"
	}
	return d.runner.Status().String()
}

// wait answers true when the run may go on with what has been saved, and false when it is interrupted.
func (w *watching) wait() bool {
	for {
		select {
		case <-w.d.heed.boundary:
			return false
		case <-w.fresh:
			if g := w.next.Swap(nil); g != nil && w.take(w.d.heed.ctx, g) {
				return true
			}
		}
	}
}

// between takes what has been saved, between two ticks.
func (w *watching) between(ctx context.Context) error {
	if w.next.Load() == nil {
		return nil
	}
	if g := w.next.Swap(nil); w.take(ctx, g) && w.f.restart {
		return errStartOver
	}
	return nil
}

// finish ends the watch and writes what was asked for.
func (w *watching) finish(fault error) error {
	d := w.d
	d.heed.phase.Store(keeping)
	d.interrupted = d.heed.came.Load()
	w.unwatch()
	if w.failed != nil {
		fault = usage(w.failed.Error(), "leave --watch out")
	}
	shown := w.told == d.runner.Now()
	d.watched = false // nothing that is saved from now on counts
	show := func() {
		if !shown {
			d.printOutputs()
		}
	}
	return d.finish(w.f.out, w.f.json, show, func() error {
		switch {
		case fault != nil:
			return endWith(w.c.explain(fault))
		case shown:
			if d.goOn != "" && !d.unkept {
				w.c.report().tail("", "hint", "go on with `"+d.goOn+"`")
			}
			return endWith(exitInterrupted)
		}
		return d.conclude(w.f.strict)
	})
}
