// Package engine runs a graph: marking, history, one tick at a time, snapshot, restore, remap.
//
// It is pure: no clock, no files, no network, no logging of its own; what it needs of the world comes in through Config.
// A tick is all or nothing. Time is counted in ticks, from 0. A Run belongs to one goroutine at a time; within a tick it
// runs bodies on several goroutines of its own and waits for them.
package engine

import (
	"fmt"
	"slices"

	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/syntax"
	"github.com/tickflow/tickflow/runtime/value"
)

// Config is what a Run needs to know of the world around it. The zero value works.
type Config struct {
	ID      string      // tells runs apart in idempotency keys
	Seed    uint64      // where random numbers start, at most 2^53
	Args    value.Value // the run's input, nested at most value.MaxDepth deep
	Workers int         // how many bodies may run at once; below 1 counts as 1
	// Now answers the time of a tick in milliseconds since 1970. It is asked at most once per tick tried, and only when a
	// behaviour asks. Nil counts as a clock that stands at 0.
	Now func(tick int) int64
	// Log takes the lines that behaviours log, while they run, from several goroutines at once. Nil drops them.
	Log func(tick int, node, line string)
	// Warn takes what the engine notices about a committed tick or a remap, from the goroutine that called Tick or Remapped.
	// Nil drops it.
	Warn func(Warning)
}

// Run is the state of one run of one graph.
type Run struct {
	net       *graph.Graph
	behaviors Behaviors
	guards    []Guard // parallel to net.GuardNames

	id      string
	seed    uint64
	args    value.Value
	workers int
	clock   func(tick int) int64
	log     func(tick int, node, line string)
	warn    func(Warning)

	cells    []cell     // one per node
	slots    []bool     // the marking: one per slot
	marked   int        // how many slots are True
	fireable []graph.ID // in node order; kept from what changes, never found by scanning
	pins     map[pin]value.Value
	pinned   map[graph.ID][]int32 // the indices k that some A[k] of the graph names, by node

	tick       int
	graphSince int // the tick before which the graph was last exchanged for another, or 0
	timeline   int
	status     Status
	reason     string
	warned     map[warnedOf]bool // what this graph has been warned of

	time tickTime
	kept map[graph.ID]outcome // results of bodies that finished in a tick that was discarded

	calls   []call // one per fireable node, used again every tick
	scratch scratch
	firings slab[record.Firing]
	inputs  slab[record.Input]
	edges   slab[record.Edge]
}

// cell is everything the engine keeps per node, in one place so that a firing touches little memory: in a large graph it
// takes longer to get hold of memory than to do something with it. What is asked of a consumer comes first.
type cell struct {
	name    string
	first   int32 // its first slot
	slots   int32
	full    int32 // how many of its slots are True
	or      bool
	armed   bool
	touched bool // a slot was written in the tick being committed
	pinned  bool // some A[k] names the node
	asks    bool // some out-edge has a guard
	wroteTo bool // wrote says True for every out-edge
	guards  syntax.Guards

	body   Body // nil for the identity
	bind   *graph.Bind
	inputs []graph.Input
	out    []graph.Edge
	wrote  []record.Edge // what it last recorded of its out-edges, or nil
	state  value.Value
	fires  [2]fire // its window: the k-th fire is at k%2, the last two are there
	count  int     // how often the node has fired

	// Where inputs and out are when there is but one of them, as in most nodes.
	input [1]graph.Input
	edge  [1]graph.Edge
}

type fire struct {
	value  value.Value
	tick   int
	status record.Status
}

type pin struct {
	node graph.ID
	k    int32
}

// NameError says that a graph names a body or guard that nobody registered.
type NameError struct {
	Kind string // "body" or "guard"
	Name string
	Node string // the first node that names it
}

// Error answers a sentence with all three.
func (e *NameError) Error() string {
	return fmt.Sprintf("%s %s of node %s is not registered", e.Kind, e.Name, e.Node)
}

// New makes a run of a graph that has fired nothing yet, its starts armed. It fails with a *NameError when behaviours are
// missing a body or guard that the graph names.
func New(net *graph.Graph, behaviors Behaviors, cfg Config) (*Run, error) {
	r := &Run{
		id: cfg.ID, seed: cfg.Seed, args: cfg.Args, workers: max(cfg.Workers, 1),
		clock: cfg.Now, log: cfg.Log, warn: cfg.Warn,
		status: Idle,
	}
	if err := r.loadWith(net, behaviors); err != nil {
		return nil, err
	}
	for id := range net.Nodes {
		r.cells[id].armed = net.Nodes[id].Start
	}
	r.findFireable()
	return r, nil
}

// successor answers a run of a graph that has fired nothing yet, with everything else as r has it.
func (r *Run) successor(net *graph.Graph, behaviors Behaviors) (*Run, error) {
	s := &Run{
		id: r.id, seed: r.seed, args: r.args, workers: r.workers, clock: r.clock, log: r.log, warn: r.warn,
		tick: r.tick, graphSince: r.graphSince, timeline: r.timeline, status: r.status, reason: r.reason,
	}
	err := s.loadWith(net, behaviors)
	if net.Digest() == r.net.Digest() {
		s.warned = r.warned
	}
	return s, err
}

// loadWith makes an empty marking and history for a graph with its behaviours.
func (r *Run) loadWith(net *graph.Graph, behaviors Behaviors) error {
	bodies, guards, err := resolve(net, behaviors)
	if err != nil {
		return err
	}
	r.load(net)
	r.behaviors, r.guards = behaviors, guards
	for i, body := range bodies {
		r.cells[i].body = body
	}
	return nil
}

// load makes an empty marking and history for a graph.
func (r *Run) load(net *graph.Graph) {
	r.net = net
	r.cells = make([]cell, len(net.Nodes))
	r.slots = make([]bool, net.Slots())
	r.marked = 0
	r.pins = map[pin]value.Value{}
	r.pinned = map[graph.ID][]int32{}
	r.warned = map[warnedOf]bool{}
	for i := range net.Nodes {
		n, c := &net.Nodes[i], &r.cells[i]
		first := net.FirstSlot(graph.ID(i))
		*c = cell{
			name: n.Name, inputs: n.Inputs, bind: bindInOrder(n.Bind), out: net.Out(graph.ID(i)), state: emptyState, or: n.Join == syntax.Or,
			first: first, slots: net.FirstSlot(graph.ID(i)+1) - first, guards: n.Guards,
		}
		c.asks = slices.ContainsFunc(c.out, func(e graph.Edge) bool { return e.Guard >= 0 })
		if len(c.inputs) == 1 {
			c.input[0] = c.inputs[0]
			c.inputs = c.input[:]
		}
		if len(c.out) == 1 {
			c.edge[0] = c.out[0]
			c.out = c.edge[:]
		}
		for _, in := range n.Inputs {
			if in.K > 0 {
				r.pinned[in.Producer] = append(r.pinned[in.Producer], in.K)
			}
		}
	}
	for id := range r.pinned {
		r.cells[id].pinned = true
	}
}

// bindFirst passes the first input by position, as most binds do. Nodes share it, so that it is at hand when they fire.
var bindFirst = graph.Bind{Inputs: []int{0}}

func bindInOrder(b *graph.Bind) *graph.Bind {
	if b != nil && sameBind(b, &bindFirst) {
		return &bindFirst
	}
	return b
}

var emptyState = value.OfObject()

func resolve(net *graph.Graph, b Behaviors) (bodies []Body, guards []Guard, err error) {
	bodies = make([]Body, len(net.Nodes))
	for i := range net.Nodes {
		n := &net.Nodes[i]
		if n.Body == "" {
			continue
		}
		body, ok := b.Body(n.Body)
		if !ok || body == nil {
			return nil, nil, &NameError{Kind: "body", Name: n.Body, Node: n.Name}
		}
		bodies[i] = body
	}
	guards = make([]Guard, len(net.GuardNames))
	for i, name := range net.GuardNames {
		guard, ok := b.Guard(name)
		if !ok || guard == nil {
			return nil, nil, &NameError{Kind: "guard", Name: name, Node: askedAt(net, int32(i))}
		}
		guards[i] = guard
	}
	return bodies, guards, nil
}

func askedAt(net *graph.Graph, guard int32) string {
	for _, e := range net.Edges() {
		if e.Guard == guard {
			return net.Nodes[e.From].Name
		}
	}
	return ""
}

// SetBehaviors exchanges the functions behind the graph's names from the next tick on. On a *NameError nothing changes.
func (r *Run) SetBehaviors(b Behaviors) error {
	bodies, guards, err := resolve(r.net, b)
	if err != nil {
		return err
	}
	for i := range r.cells {
		r.cells[i].body = bodies[i]
	}
	r.behaviors, r.guards = b, guards
	return nil
}

// Graph answers the graph being run.
func (r *Run) Graph() *graph.Graph { return r.net }

// Now answers the number of the next tick: how many ticks have fired something on the live path.
func (r *Run) Now() int { return r.tick }

// Timeline answers the timeline that the next tick belongs to.
func (r *Run) Timeline() int { return r.timeline }

// Args answers the run's input.
func (r *Run) Args() value.Value { return r.args }

// Seed answers where the run's random numbers start.
func (r *Run) Seed() uint64 { return r.seed }

// Fireable answers which nodes the marking lets fire in the next tick, in node order. A run that has halted fires them only
// once it goes on. The slice is valid until the next tick and must not be changed.
func (r *Run) Fireable() []graph.ID { return r.fireable }

// Pending reports whether the next tick fires something.
func (r *Run) Pending() bool { return len(r.fireable) > 0 && !r.status.Halted() }

// State answers a node's state, an object.
func (r *Run) State(n graph.ID) value.Value { return r.cells[n].state }

// Fires answers how often a node has fired on the live path.
func (r *Run) Fires(n graph.ID) int { return r.cells[n].count }

// LastOutput answers what a node returned when it last fired; ok is false when it never has.
func (r *Run) LastOutput(n graph.ID) (output value.Value, ok bool) {
	c := &r.cells[n]
	return c.last().value, c.count > 0
}
