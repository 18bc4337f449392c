package luabind

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/value"
)

// ErrClosed is what a call to a behaviour of a closed Pool answers.
var ErrClosed = errors.New("the behaviours are closed")

// Pool is a loaded behaviours file and the machines that run it. It is engine.Behaviors, safe for concurrent use.
// It must be closed.
type Pool struct {
	program *program
	digest  string
	bodies  map[string]engine.Body
	guards  map[string]engine.Guard
	limit   int
	host    *host

	// hot is the machine used last, apart from the others so that one caller at a time gets by without the lock. Nothing
	// is put there while busy is above 0: calls are waiting, or the pool is closed.
	hot  atomic.Pointer[vm]
	busy atomic.Int32

	mu      sync.Mutex
	idle    []*vm      // without the hot one; the last one used is the next one out: its memory is warm
	made    int        // machines that exist, in use or being made included
	waiting []chan *vm // calls that wait for a machine, in order; each channel holds one, nil is leave to make one
	closed  bool
}

func newPool(p *program, first *vm, h *host, opts Options) *Pool {
	pool := &Pool{
		program: p, digest: p.digest(), limit: opts.Workers, made: 1, host: h,
		bodies: map[string]engine.Body{}, guards: map[string]engine.Guard{},
	}
	pool.hot.Store(first)
	h.watch.setRelief(pool.dropIdle)
	if pool.limit < 1 {
		pool.limit = defaultWorkers
	}
	for i, name := range p.bodies {
		pool.bodies[name] = func(ctx context.Context, v *engine.View) (value.Value, error) { return pool.body(ctx, v, i) }
	}
	for i, name := range p.guards {
		pool.guards[name] = func(ctx context.Context, v *engine.View) (bool, error) { return pool.guard(ctx, v, i) }
	}
	return pool
}

// Body answers the body registered under name. Errors it raises are *Error, but for *engine.Failure, ErrClosed and the
// context's own while it waits for a machine.
func (p *Pool) Body(name string) (engine.Body, bool) {
	b, ok := p.bodies[name]
	return b, ok
}

// Guard answers the guard registered under name. Errors are as for Body, without *engine.Failure.
func (p *Pool) Guard(name string) (engine.Guard, bool) {
	g, ok := p.guards[name]
	return g, ok
}

// Bodies answers the names of the registered bodies, sorted.
func (p *Pool) Bodies() []string { return sortedKeys(p.bodies) }

// Guards answers the names of the registered guards, sorted.
func (p *Pool) Guards() []string { return sortedKeys(p.guards) }

func sortedKeys[V any](m map[string]V) []string {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Digest answers the SHA-256, in hexadecimal, over the file and every module it required, in order.
func (p *Pool) Digest() string { return p.digest }

// Close ends the pool. Calls that are running finish, calls that wait for a machine and later ones answer ErrClosed.
func (p *Pool) Close() {
	if p.shut() {
		p.host.close()
	}
}

// shut takes no more calls. It answers true when no machine is left.
func (p *Pool) shut() (last bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return false
	}
	p.closed = true
	p.busy.Add(1)
	if m := p.hot.Swap(nil); m != nil {
		p.idle = append(p.idle, m)
	}
	p.closeIdle()
	for _, w := range p.waiting {
		close(w)
	}
	p.waiting = nil
	return p.made == 0
}

// dropIdle closes the machines that rest, for the memory that they hold.
func (p *Pool) dropIdle() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if m := p.hot.Swap(nil); m != nil {
		p.idle = append(p.idle, m)
	}
	p.closeIdle()
}

func (p *Pool) closeIdle() {
	for _, m := range p.idle {
		m.close()
	}
	p.made -= len(p.idle)
	p.idle = nil
}

func (p *Pool) body(ctx context.Context, v *engine.View, i int) (value.Value, error) {
	m, err := p.get(ctx)
	if err != nil {
		return value.Value{}, err
	}
	defer p.put(m)
	if err := m.takeCore(ctx); err != nil {
		return value.Value{}, err
	}
	return m.runBody(ctx, v, i)
}

func (p *Pool) guard(ctx context.Context, v *engine.View, i int) (bool, error) {
	m, err := p.get(ctx)
	if err != nil {
		return false, err
	}
	defer p.put(m)
	if err := m.takeCore(ctx); err != nil {
		return false, err
	}
	return m.askGuard(ctx, v, i)
}

// get answers a machine for one call: an idle one, a new one, or, when there are as many as may be, the next to come free.
func (p *Pool) get(ctx context.Context) (*vm, error) {
	if m := p.hot.Swap(nil); m != nil {
		return m, nil
	}
	p.mu.Lock()
	if n := len(p.idle); n > 0 {
		m := p.idle[n-1]
		p.idle = p.idle[:n-1]
		p.mu.Unlock()
		return m, nil
	}
	if p.closed {
		p.mu.Unlock()
		return nil, ErrClosed
	}
	if p.made < p.limit {
		p.made++
		p.mu.Unlock()
		return p.grow(ctx)
	}
	p.busy.Add(1)
	defer p.busy.Add(-1)
	if m := p.hot.Swap(nil); m != nil { // put there before busy was raised
		p.mu.Unlock()
		return m, nil
	}
	w := make(chan *vm, 1)
	p.waiting = append(p.waiting, w)
	p.mu.Unlock()
	return p.wait(ctx, w)
}

// wait answers the machine that is handed to a waiting call.
func (p *Pool) wait(ctx context.Context, w chan *vm) (*vm, error) {
	select {
	case m, ok := <-w:
		switch {
		case !ok:
			return nil, ErrClosed
		case m == nil:
			return p.grow(ctx)
		}
		return m, nil
	case <-ctx.Done():
	}
	p.mu.Lock()
	i := slices.Index(p.waiting, w)
	if i >= 0 {
		p.waiting = slices.Delete(p.waiting, i, i+1)
	}
	p.mu.Unlock()
	if i < 0 { // a machine was handed over at the same moment
		if m, ok := <-w; ok {
			p.put(m)
		}
	}
	return nil, ctx.Err()
}

// grow makes a machine for which made has been counted up already.
func (p *Pool) grow(ctx context.Context) (*vm, error) {
	m, err := newVM(ctx, p.program, p.host, nil)
	if err != nil {
		p.put(nil)
		return nil, err
	}
	return m, nil
}

// put takes a machine back, or gives up one that is nil or spoilt. Whoever waits longest is served.
func (p *Pool) put(m *vm) {
	if m != nil {
		m.giveCore()
		if m.spoilt {
			m.close()
			m = nil
		}
	}
	if m != nil && p.busy.Load() == 0 && p.hot.CompareAndSwap(nil, m) {
		// Whoever raised busy meanwhile looked at hot afterwards, but perhaps before the machine was there.
		if p.busy.Load() == 0 {
			return
		}
		if m = p.hot.Swap(nil); m == nil {
			return
		}
	}
	if p.shelve(m) {
		p.host.close()
	}
}

// shelve hands a machine to who waits for one, or keeps it. It answers true when the pool is closed and no machine is left.
func (p *Pool) shelve(m *vm) (last bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case len(p.waiting) > 0:
		w := p.waiting[0]
		p.waiting = slices.Delete(p.waiting, 0, 1)
		w <- m
	case m == nil:
		p.made--
	case p.closed:
		p.made--
		m.close()
	default:
		p.idle = append(p.idle, m)
	}
	return p.closed && p.made == 0
}
