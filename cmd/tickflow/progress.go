package main

import (
	"fmt"
	"strings"
	"sync"
	"time"

	tickflow "github.com/tickflow/tickflow/runtime"
)

// progress keeps one line on the terminal that says where a run stands.
type progress struct {
	c    *console
	lead func() string // what stands before all else, or nil
	stop chan struct{}
	done sync.WaitGroup

	mu       sync.Mutex
	tick     int
	fireable []string
	firings  int // since the line was last redrawn
	since    time.Time
	rest     string // what stands there while nothing is being run
}

// redrawEvery is how often the line changes, and how long a run lasts before it has one.
const redrawEvery = 100 * time.Millisecond

// follow starts the line, or does nothing when standard error is no terminal. The answered function ends it.
func (c *console) follow(r *tickflow.Runner) (end func()) {
	if !c.live {
		return func() {}
	}
	p := c.newProgress(nil)
	p.observe(r)
	return p.end
}

// newProgress starts a line that is about no run yet. It must be ended.
func (c *console) newProgress(lead func() string) *progress {
	p := &progress{c: c, lead: lead, stop: make(chan struct{}), since: time.Now()}
	p.done.Go(p.redraw)
	return p
}

// observe makes the line tell of a run.
func (p *progress) observe(r *tickflow.Runner) {
	r.AddHooks(tickflow.Hooks{OnTickStart: p.starts, OnTickEnd: p.ends})
}

// rests makes the line tell of nothing but a text, until the next tick.
func (p *progress) rests(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.rest = text
}

func (p *progress) end() {
	close(p.stop)
	p.done.Wait()
	p.c.err.show("")
}

func (p *progress) starts(tick int, fireable []string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tick, p.fireable, p.rest = tick, fireable, ""
	return nil
}

func (p *progress) ends(_ int, firings []tickflow.Firing) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.firings += len(firings)
	return nil
}

func (p *progress) redraw() {
	ticker := time.NewTicker(redrawEvery)
	defer ticker.Stop()
	for {
		select {
		case <-p.stop:
			return
		case now := <-ticker.C:
			p.c.err.show(p.line(now))
		}
	}
}

func (p *progress) line(now time.Time) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	rate := float64(p.firings) / now.Sub(p.since).Seconds()
	p.firings, p.since = 0, now
	var lead string
	if p.lead != nil {
		lead = p.lead() + "  "
	}
	if p.rest != "" {
		return clip(visible(lead+p.rest), p.c.errWidth-1)
	}
	names := p.fireable
	more := ""
	if len(names) > 8 {
		names, more = names[:8], fmt.Sprintf(" and %d more", len(names)-8)
	}
	line := fmt.Sprintf("%stick %d  %.0f firings/s  fireable: %s%s", lead, p.tick, rate, strings.Join(names, ", "), more)
	return clip(visible(line), p.c.errWidth-1)
}
