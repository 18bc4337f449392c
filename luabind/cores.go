package luabind

import "context"

// cores is how many machines may compute at once: a token is in the channel for each that does. Nil is as many as like to,
// of which Go runs GOMAXPROCS.
type cores chan struct{}

func newCores(n int) cores {
	if n < 1 {
		return nil
	}
	return make(cores, n)
}

// take waits for a core for the machine, or for the end of the context.
func (m *vm) takeCore(ctx context.Context) error {
	if m.host.cores == nil {
		return nil
	}
	select {
	case m.host.cores <- struct{}{}:
		m.computes = true
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// giveCore gives it back, if the machine has one.
func (m *vm) giveCore() {
	if m.computes {
		m.computes = false
		<-m.host.cores
	}
}

// wait runs what takes time without computing, and leaves the core to others meanwhile. The context of f ends when the
// call must.
func (m *vm) wait(f func(ctx context.Context)) {
	m.giveCore()
	m.ctx.wait(func(ctx context.Context) {
		f(ctx)
		_ = m.takeCore(ctx) // without one, the call ends with its next instruction
	})
}
