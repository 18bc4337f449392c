package runtime

import (
	"context"
	"slices"
	"strconv"
)

// RunOptions says when Run stops besides when it must.
type RunOptions struct {
	// MaxTicks is how many ticks this call may run; 0 means no limit.
	MaxTicks int
	// PauseAt names ticks before which the run pauses when it comes to them. A run that stands at one already goes on.
	PauseAt []int
	// Interrupt, when closed, stops the run at the next tick boundary; nil never does.
	Interrupt <-chan struct{}
	// Between, when not nil, is called before each tick, and before Run finds that nothing is fireable. No tick is being
	// run, so it may take the run elsewhere: Remap, Restore. An error ends Run, which answers it.
	Between func(context.Context) error
}

// Stop tells why Run came back. It means nothing beside an error.
type Stop uint8

// The reasons why Run comes back.
const (
	Finished    Stop = iota // nothing is fireable, or the run has halted: Status tells which
	Paused                  // the next tick is one of PauseAt
	Limit                   // MaxTicks have been run and there is more to do
	Interrupted             // Interrupt was closed and there is more to do
)

var stopNames = [...]string{"finished", "paused", "limit", "interrupted"}

// String answers "finished", "paused", "limit" or "interrupted", and "stop 9" for a 9 that is none.
func (s Stop) String() string {
	if int(s) >= len(stopNames) {
		return "stop " + strconv.Itoa(int(s))
	}
	return stopNames[s]
}

// Run ticks until nothing is fireable, the run halts, or the options say stop. A tick that is discarded ends it with the
// tick's error; Run may be called again to try on. When the context ends, the tick being run is discarded and the
// context's error answered; Interrupt lets it finish first. During a tick it answers ErrTicking.
func (r *Runner) Run(ctx context.Context, o RunOptions) (Stop, error) {
	if r.busy.Load() {
		return Finished, ErrTicking
	}
	for n := 0; ; n++ {
		if o.Between != nil {
			if err := o.Between(ctx); err != nil {
				return Finished, err
			}
		}
		pending := r.pending()
		if pending {
			if stop := o.stop(n, r.run.Now()); stop != Finished {
				return stop, nil
			}
		}
		if _, err := r.Tick(ctx); err != nil {
			return Finished, err
		}
		if !pending {
			return Finished, nil
		}
	}
}

// stop tells why not to run the next tick, after n of this call, or Finished when there is no reason.
func (o *RunOptions) stop(n, next int) Stop {
	select {
	case <-o.Interrupt:
		return Interrupted
	default:
	}
	switch {
	case n > 0 && slices.Contains(o.PauseAt, next):
		return Paused
	case o.MaxTicks > 0 && n >= o.MaxTicks:
		return Limit
	}
	return Finished
}
