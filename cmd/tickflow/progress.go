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
	stop chan struct{}
	done sync.WaitGroup

	mu       sync.Mutex
	tick     int
	fireable []string
	firings  int // since the line was last redrawn
	since    time.Time
}

// redrawEvery is how often the line changes, and how long a run lasts before it has one.
const redrawEvery = 100 * time.Millisecond

// watch starts the line, or does nothing when standard error is no terminal. The answered function ends it.
func (c *console) watch(r *tickflow.Runner) (end func()) {
	if !c.live {
		return func() {}
	}
	p := &progress{c: c, stop: make(chan struct{}), since: time.Now()}
	r.AddHooks(tickflow.Hooks{OnTickStart: p.starts, OnTickEnd: p.ends})
	p.done.Go(p.redraw)
	return func() {
		close(p.stop)
		p.done.Wait()
		c.err.show("")
	}
}

func (p *progress) starts(tick int, fireable []string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tick, p.fireable = tick, fireable
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
	names := p.fireable
	more := ""
	if len(names) > 8 {
		names, more = names[:8], fmt.Sprintf(" and %d more", len(names)-8)
	}
	line := fmt.Sprintf("tick %d  %.0f firings/s  fireable: %s%s", p.tick, rate, strings.Join(names, ", "), more)
	return clip(visible(line), p.c.errWidth-1)
}
