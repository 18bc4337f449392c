package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/tickflow/tickflow/runtime/record"

	tickflow "github.com/tickflow/tickflow/runtime"
)

// drive is one run from the command line until it comes back.
type drive struct {
	c      *console
	runner *tickflow.Runner
	origin origin // where it began
	heed   *interruption
	goOn   string // the command that goes on from what has been written, or ""
	page   string // the file for a page that shows it, or ""

	failed []tickflow.Firing // the first few firings that failed
	fails  int

	unkept  bool  // what was to be kept could not be
	unshown bool  // standard output does not take what it ticks
	untold  error // why standard error does not take the trace, or nil

	watched bool // what is saved goes on with it

	limit       int   // how many ticks it may run
	pauses      []int // the ticks before which it was to pause
	stop        tickflow.Stop
	interrupted bool
	err         error
}

// run ticks until there is a reason to stop.
func (d *drive) run(o tickflow.RunOptions) {
	d.limit, d.pauses = o.MaxTicks, o.PauseAt
	d.notePast()
	d.runner.AddHooks(tickflow.Hooks{OnTickEnd: d.count})
	end := d.c.follow(d.runner)
	o.Interrupt = d.heed.boundary
	d.stop, d.err = d.runner.Run(d.heed.ctx, o)
	d.heed.phase.Store(keeping)
	d.interrupted = d.heed.came.Load()
	end()
}

// notePast tells of ticks to pause at that the run has behind it.
func (d *drive) notePast() {
	for _, n := range d.pauses {
		if n <= d.runner.Now() {
			d.c.report().tail("", "note", fmt.Sprintf("--pause-at %d has no effect: the run stands before tick %d", n, d.runner.Now()))
		}
	}
}

// noteUnreached tells of ticks to pause at that the run never came to.
func (d *drive) noteUnreached() {
	for _, n := range d.pauses {
		if n >= d.runner.Now() {
			d.c.report().tail("", "note", fmt.Sprintf("--pause-at %d was not reached: the run ended before it", n))
		}
	}
}

// gaveUp reports whether the last tick was given up because of a signal.
func (d *drive) gaveUp() bool { return d.interrupted && errors.Is(d.err, context.Canceled) }

// failuresShown is how many failed firings are told one by one.
const failuresShown = 3

func (d *drive) count(_ int, firings []tickflow.Firing) error {
	for i := range firings {
		if firings[i].Status == record.OK {
			continue
		}
		if d.fails++; d.fails <= failuresShown {
			d.failed = append(d.failed, firings[i])
		}
	}
	return nil
}

// conclude says on standard error how the run came to stand where it does, and answers the error that ends the process.
func (d *drive) conclude(strict bool) error {
	d.tellFailures()
	r := d.c.report()
	switch {
	case d.gaveUp() || d.interrupted && d.stop == tickflow.Interrupted:
		d.say("interrupted before " + d.next())
		return endWith(exitInterrupted)
	case d.unshown && d.stop == tickflow.Interrupted:
		d.say("stopped before " + d.next())
	case d.err != nil:
		err := d.err
		if d.runner.Args().IsNull() {
			err = &withoutInput{err}
		}
		code := d.c.explain(err)
		d.say("the run stands before " + d.next())
		return endWith(code)
	case d.stop == tickflow.Paused:
		d.say("paused before " + d.next())
	case d.stop == tickflow.Limit:
		d.say("stopped after " + count(d.limit, "tick") + ", before " + d.next() + "; --max-ticks N runs more, 0 without a limit")
	case d.runner.Status() == tickflow.Stuck:
		d.tellStuck(d.runner.Waiting())
		return endWith(exitFailed)
	case d.runner.Status() == tickflow.Aborted:
		r.trouble("the run was aborted: "+d.runner.Reason(), "a failure of type \"infrastructure\" ends the run; one of type \"llm\" would not")
		return endWith(exitFailed)
	default:
		io.WriteString(d.c.err, fmt.Sprintf("%s after %s\n", d.runner.Status(), count(d.runner.Now(), "tick")))
		d.noteUnreached()
	}
	if strict && d.fails > 0 {
		return endWith(exitFailed)
	}
	return nil
}

// next says what the run would do next.
func (d *drive) next() string {
	return fmt.Sprintf("tick %d, with %s fireable", d.runner.Now(), listed(d.runner.Fireable()))
}

// say tells where a run stands that could go on, and how it does.
func (d *drive) say(where string) {
	fmt.Fprintln(d.c.err, visible(where))
	switch {
	case d.runner.Now() == 0, d.unkept: // there is nothing to keep, or to go on from
	case d.watched:
		d.c.report().tail("  ", "hint", "the next save goes on from there")
	case d.goOn == "":
		d.c.report().tail("  ", "hint", "with -o FILE the run is kept, and --from-snapshot FILE goes on")
	default:
		d.c.report().tail("  ", "hint", "go on with `"+d.goOn+"`")
	}
}

func (d *drive) tellFailures() {
	if d.fails == 0 {
		return
	}
	fmt.Fprintf(d.c.err, "%s failed:\n", count(d.fails, "firing"))
	for i := range d.failed {
		f := &d.failed[i]
		fmt.Fprintf(d.c.err, "  %s in tick %d: %s\n", f.Node, f.Tick, paragraphs(f.Error, "    "))
	}
	if more := d.fails - len(d.failed); more > 0 {
		fmt.Fprintf(d.c.err, "  and %d more\n", more)
	}
}

// tellStuck says which join waits for whom and why; of many joins, the first few.
func (d *drive) tellStuck(waiting []tickflow.Waiting) {
	const most = 8
	r := d.c.report()
	if len(waiting) == 1 {
		r.trouble("the run is stuck: "+waiting[0].What(), "")
		for _, why := range waiting[0].Reasons {
			r.tail("  ", "note", why)
		}
	} else {
		r.trouble("the run is stuck at "+count(len(waiting), "join"), "")
		for _, w := range waiting[:min(len(waiting), most)] {
			r.tail("  ", "note", w.String())
		}
		if more := len(waiting) - most; more > 0 {
			r.tail("  ", "note", count(more, "more join")+" in the same way; --json has all of them")
		}
	}
	r.tail("  ", "hint", stuckHint(waiting))
}

// stuckHint says what may help joins that wait in vain.
func stuckHint(waiting []tickflow.Waiting) string {
	var all, first []string // first are those that wait for no other of them
	for _, w := range waiting {
		if len(w.Failed) > 0 {
			return "after a failed firing no token goes on; to go on after an error, return it as a value and let a guard look at it"
		}
		all = append(all, w.Node)
		if len(w.Behind) == 0 {
			first = append(first, w.Node)
		}
	}
	it, rest := listed(first), "; the rest waits for that"
	switch {
	case len(all) == 1:
		first, it, rest = all, "it", ""
	case len(first) == 0 || len(first) == len(all):
		first, it, rest = all, "they", ""
	}
	var joins []string
	for _, name := range first {
		joins = append(joins, "`"+name+".join: OR`")
	}
	return "if " + it + " should go on with whichever comes first, say " + listed(joins) + rest
}

// count answers "1 tick", "2 ticks".
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// listed answers at most eight names with commas between them.
func listed(names []string) string {
	const most = 8
	switch {
	case len(names) == 0:
		return "nothing"
	case len(names) > most:
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}
