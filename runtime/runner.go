package runtime

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"
	"github.com/tickflow/tickflow/runtime/store/memory"
	"github.com/tickflow/tickflow/runtime/value"
)

// Config says how to run. The zero value works.
type Config struct {
	// Args is the run's input, anything that From takes. Bodies read it as v.args.
	Args any
	// ID tells this run from all others, in idempotency keys above all. "" draws one at random.
	ID string
	// Seed is where random numbers start, at most 2^53. 0 draws one at random; Runner.Seed tells which.
	Seed uint64
	// Workers is how many bodies may run at once, DefaultWorkers when 0. Bodies mostly wait, so it may exceed the cores.
	Workers int
	// Store keeps the run's past, and of no other run: New and FromJSON want an empty one, Resume goes on with the run that
	// is in it. Whoever opened it closes it. Nil keeps the past in memory.
	Store store.Session
	// DropRecords keeps no firings in memory: no audit, no firings of a node, only the window and the state that the run
	// itself needs; ticks run again after a restore ask the clock anew. It has no effect on a Store other than those of
	// store/memory.
	DropRecords bool
	// AllowDeadlock starts the run although some joins of its graph can wait for ever.
	AllowDeadlock bool
	// Hooks observe the run; AddHooks adds more.
	Hooks Hooks
	// Logger takes what bodies log (Info), what the run warns of (Warn) and failing hooks (Error). Nil drops it all.
	Logger *slog.Logger
	// Clock tells the time that behaviours see. Nil is time.Now.
	Clock func() time.Time
}

// errNoProgram is what a nil program comes to: Load has answered an error that nobody looked at.
var errNoProgram = errors.New("there is no program: it is nil")

// DefaultWorkers is how many bodies of a tick run at once unless Config says otherwise.
const DefaultWorkers = 32

// Runner is one run of a program. It belongs to one goroutine at a time; only Cancel may be called from any, and at any
// time. While a tick is being run, bodies, guards and hooks may look at the Runner, take checkpoints and cancel it; what
// would tick it or take it elsewhere answers ErrTicking.
type Runner struct {
	program *Program
	known   map[string]*Program // every program this run has had, by the digest of its graph
	run     *engine.Run
	session store.Session
	keep    func(context.Context, []record.Firing) error // nil when the session keeps no firings
	ticked  []record.Firing                              // what is being kept
	after   func() (store.Snapshot, error)               // the state after those
	hooks   []Hooks
	logger  *slog.Logger
	clock   func() time.Time
	times   map[int]int64 // the recorded times of ticks that are being run again
	allowed bool          // joins can wait for ever
	busy    atomic.Bool   // a tick is being run, or the run taken elsewhere
	cancel  atomic.Pointer[string]
}

// New makes a run of a program that has fired nothing yet. It answers a *DeadlockError when joins of the graph may wait
// for ever and Config does not allow it, ErrStoreUsed when the Store holds a run already, and an error when Args is no value,
// Seed too large or p nil.
func New(p *Program, cfg Config) (*Runner, error) {
	r, err := prepare(p, &cfg)
	if err != nil {
		return nil, err
	}
	past := store.Past{ID: cfg.ID, Created: time.Now().UnixMilli()}
	if err := r.begin(context.Background(), past, r.run); err != nil {
		return nil, err
	}
	return r, nil
}

// prepare makes a run that its store does not know of yet. It fills in what the config leaves open.
func prepare(p *Program, cfg *Config) (*Runner, error) {
	if p == nil {
		return nil, errNoProgram
	}
	if err := p.refuse(cfg.AllowDeadlock); err != nil {
		return nil, err
	}
	args, err := value.From(cfg.Args)
	if err != nil {
		return nil, fmt.Errorf("args: %w", err)
	}
	if cfg.Seed > value.MaxInt {
		return nil, fmt.Errorf("seed %d is beyond 2^53", cfg.Seed)
	}
	r := &Runner{
		program: p, known: map[string]*Program{p.graph.Digest(): p}, session: cfg.Store, logger: cfg.Logger, clock: cfg.Clock,
		allowed: cfg.AllowDeadlock,
	}
	if r.session == nil {
		r.session = memory.New()
	}
	if m, ok := r.session.(*memory.Session); !ok || m.KeepsFirings() && !cfg.DropRecords {
		r.keep, r.after = r.appendTick, r.stateAfter
	}
	r.AddHooks(cfg.Hooks)
	if r.logger == nil {
		r.logger = slog.New(slog.DiscardHandler)
	}
	if r.clock == nil {
		r.clock = time.Now
	}
	r.run, err = engine.New(p.graph, p.behaviors, r.engineConfig(cfg, args))
	if err != nil {
		return nil, err
	}
	return r, nil
}

func (r *Runner) engineConfig(cfg *Config, args Value) engine.Config {
	if cfg.Seed == 0 {
		cfg.Seed = rand.Uint64N(value.MaxInt) + 1
	}
	if cfg.ID == "" {
		cfg.ID = newID()
	}
	c := engine.Config{
		ID: cfg.ID, Seed: cfg.Seed, Args: args, Workers: cfg.Workers,
		Now: r.now,
		Log: func(tick int, node, line string) {
			r.logger.Info(line, slog.Int("tick", tick), slog.String("node", node))
		},
		Warn: func(w engine.Warning) {
			r.logger.Warn(w.Msg, slog.String("code", string(w.Code)), slog.Int("tick", w.Tick), slog.String("node", w.Node))
		},
	}
	if c.Workers == 0 {
		c.Workers = DefaultWorkers
	}
	return c
}

// now answers a tick's time: the recorded one when the tick has been run before.
func (r *Runner) now(tick int) int64 {
	if ms, ok := r.times[tick]; ok {
		return ms
	}
	return r.clock().UnixMilli()
}

// Tick fires every fireable node once and answers the firings in node order: none when nothing is fireable or the run has
// halted. They are shared with the store and must not be changed. When a body or guard raises an error, the context ends,
// or the store fails, the tick is discarded: the error is answered, the run is as before, and Tick may be called again. It
// answers ErrTicking when a tick is being run already.
func (r *Runner) Tick(ctx context.Context) ([]Firing, error) {
	if err := r.seize(); err != nil {
		return nil, err
	}
	defer r.release() // also when a body ends this goroutine
	if len(r.hooks) == 0 || !r.run.Pending() {
		return r.run.Tick(ctx, r.keep)
	}
	tick := r.run.Now()
	r.tickStarts(tick)
	if r.obey(); !r.run.Pending() {
		return nil, nil // cancelled by OnTickStart
	}
	firings, err := r.run.Tick(ctx, r.keep)
	r.tickEnds(tick, firings, err)
	return firings, err
}

// Program answers the program being run.
func (r *Runner) Program() *Program { return r.program }

// Now answers the number of the next tick.
func (r *Runner) Now() int { return r.run.Now() }

// Timeline answers the number of the timeline that the run is on: 0 until it has been taken back for the first time.
func (r *Runner) Timeline() int { return r.run.Timeline() }

// Args answers the run's input, which bodies read as v.args.
func (r *Runner) Args() Value { return r.run.Args() }

// Seed answers where the run's random numbers start.
func (r *Runner) Seed() uint64 { return r.run.Seed() }

// Fireable answers which nodes the marking lets fire in the next tick, in node order. A run that has halted fires them only
// once it goes on.
func (r *Runner) Fireable() []string { return r.names(r.run.Fireable()) }

// Marking answers where the tokens are.
func (r *Runner) Marking() engine.Marking { return r.run.Marking() }

// NodeStates answers the states of the nodes that have one.
func (r *Runner) NodeStates() map[string]Value {
	states := map[string]Value{}
	for i, n := range r.program.graph.Nodes {
		if s := r.run.State(graph.ID(i)); s.Len() > 0 {
			states[n.Name] = s
		}
	}
	return states
}

// LastOutput answers what a node returned when it last fired; ok is false when it never has, or there is no such node.
func (r *Runner) LastOutput(node string) (output Value, ok bool) {
	id, ok := r.program.graph.Lookup(node)
	if !ok {
		return Value{}, false
	}
	return r.run.LastOutput(id)
}

// Result answers what the run came to: the last output of the node without out-edges, and if several of those have fired
// an object of their outputs by name. It is null while none has fired.
func (r *Runner) Result() Value {
	var outputs []value.Member
	for _, id := range r.program.sinks {
		if v, ok := r.run.LastOutput(id); ok {
			outputs = append(outputs, value.Member{Key: r.program.graph.Nodes[id].Name, Value: v})
		}
	}
	switch len(outputs) {
	case 0:
		return Value{}
	case 1:
		return outputs[0].Value
	}
	return value.OfObject(outputs...)
}
