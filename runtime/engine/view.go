package engine

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/value"
)

// View is what a body or guard sees of the run: resolved inputs, its node's state, the tick. It belongs to the call it is
// passed to and must not be used after the call has returned.
type View struct {
	run    *Run
	cell   *cell          // of the firing node
	firing *record.Firing // the record being made: output and state stand there and nowhere else
	node   graph.ID
	guard  int32 // the index of the guard being asked, or noGuard in a body
	random *rand.Rand
	odd    []oddity // what the call has warned of
}

const noGuard = -1

// Resolved is an input as a body sees it. Missing is not null: a producer that has not fired gives Exists false.
type Resolved struct {
	Value  value.Value
	Exists bool
	K      int // the fire index of A[k], or 0 for the latest
}

// Node answers the name of the firing node.
func (v *View) Node() string { return v.cell.name }

// ID answers the number of the firing node in Graph.
func (v *View) ID() graph.ID { return v.node }

// Graph answers the graph that is being run.
func (v *View) Graph() *graph.Graph { return v.run.net }

// Tick answers the number of the tick that is being run, from 0.
func (v *View) Tick() int { return v.run.tick }

// Args answers the run's input.
func (v *View) Args() value.Value { return v.run.args }

// InGuard reports whether a guard is being asked: then every node is visible, and nothing can be changed.
func (v *View) InGuard() bool { return v.guard != noGuard }

// guardName answers the guard being asked, or "" in a body.
func (v *View) guardName() string {
	if !v.InGuard() {
		return ""
	}
	return v.run.net.GuardNames[v.guard]
}

// Inputs answers the node's declared inputs, parallel to what Input answers. The slice must not be changed.
func (v *View) Inputs() []graph.Input { return v.cell.inputs }

// Bind answers how the node's inputs are passed besides the view, or nil without a bind attribute. It must not be changed.
func (v *View) Bind() *graph.Bind { return v.cell.bind }

// Input answers the i-th declared input, as resolved for the body. In a guard use Lookup.
func (v *View) Input(i int) Resolved { return v.run.resolve(&v.cell.inputs[i]) }

// Lookup answers what a name stands for: in a body a declared input or a field that the node binds one to, in a guard any
// node, the firing one with this tick's output. ok is false for any other name.
func (v *View) Lookup(name string) (r Resolved, ok bool) {
	id, ok := v.run.net.Lookup(name)
	if !ok {
		return v.field(name)
	}
	if v.InGuard() {
		if id == v.node {
			return Resolved{Value: v.firing.Output, Exists: true}, true
		}
		return v.run.latest(id), true
	}
	for i, in := range v.Inputs() {
		if in.Producer == id {
			return v.Input(i), true
		}
	}
	return Resolved{}, false
}

// field answers what a field of a bind such as {left: A} stands for.
func (v *View) field(name string) (r Resolved, ok bool) {
	bind := v.Bind()
	if bind == nil || !bind.Named || v.InGuard() {
		return Resolved{}, false
	}
	i := slices.Index(bind.Fields, name)
	if i < 0 {
		return Resolved{}, false
	}
	return v.Input(bind.Inputs[i]), true
}

// Bound answers the inputs that the node binds, in the order in which its bind attribute names them: what a body in Lua
// gets as arguments or fields. It is empty without such an attribute, and in guards.
func (v *View) Bound() []Resolved {
	bind := v.Bind()
	if bind == nil || v.InGuard() {
		return nil
	}
	bound := make([]Resolved, len(bind.Inputs))
	for i, in := range bind.Inputs {
		bound[i] = v.Input(in)
	}
	return bound
}

// Value answers the value Lookup finds, and null for an input that is missing or no input at all.
func (v *View) Value(name string) value.Value {
	r, _ := v.Lookup(name)
	return r.Value
}

// Output answers what the body has just returned. It is null in bodies.
func (v *View) Output() value.Value { return v.firing.Output }

// State answers the node's state, an object: in a body as it was left by the node's last fire or set since, in a guard as
// the body left it.
func (v *View) State() value.Value { return v.firing.State }

// SetState replaces the node's state by an object. What a body sets stays also when it returns a Failure.
// It panics in a guard and on a value that is not an object.
func (v *View) SetState(state value.Value) {
	if v.InGuard() {
		panic("engine: SetState called from guard " + v.guardName() + ": state is read-only in guards")
	}
	if state.Kind() != value.Object {
		panic("engine: SetState of a " + state.Kind().String() + ": a state is an object")
	}
	v.firing.State = state
}

// Set sets one member of the node's state. It panics in a guard.
func (v *View) Set(key string, member value.Value) { v.SetState(v.firing.State.With(key, member)) }

// Now answers the tick's one recorded time, in milliseconds since 1970. Every call in a tick answers the same.
func (v *View) Now() int64 { return v.run.now() }

// Random answers the next number of a sequence in [0, 1) that depends on the run's seed, the tick and the node only
// (in a guard, also on its name), so that a rewound run draws the same numbers.
func (v *View) Random() float64 {
	if v.random == nil {
		h := fnv.New128a()
		var b [16]byte
		binary.LittleEndian.PutUint64(b[:], v.run.seed)
		binary.LittleEndian.PutUint64(b[8:], uint64(v.run.tick))
		h.Write(b[:])
		h.Write([]byte(v.Node()))
		h.Write([]byte{0})
		h.Write([]byte(v.guardName()))
		sum := h.Sum(nil)
		v.random = rand.New(rand.NewPCG(binary.LittleEndian.Uint64(sum), binary.LittleEndian.Uint64(sum[8:])))
	}
	return v.random.Float64()
}

// forgetRandom makes the next number the first of a sequence.
func (v *View) forgetRandom() {
	if v.random != nil {
		v.random = nil
	}
}

// Key answers an idempotency key for this firing: the same when a discarded tick is tried again, another on every
// timeline, so that a rewound run does not repeat the key of what it abandoned.
func (v *View) Key() string {
	h := sha256.New()
	h.Write([]byte(v.run.id))
	var b [17]byte
	binary.LittleEndian.PutUint64(b[1:], uint64(v.run.timeline))
	binary.LittleEndian.PutUint64(b[9:], uint64(v.run.tick))
	h.Write(b[:])
	h.Write([]byte(v.Node()))
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// Warn tells of something odd that does not stop the run, with a code of the caller's own. It is sent when the tick has
// been committed, once for each code, node and guard.
func (v *View) Warn(code diag.Code, msg string) {
	v.odd = append(v.odd, oddity{code, v.guardName(), msg})
}

// Log writes a line to the run's log, with tick and node. It may be called at any time during the call.
func (v *View) Log(line string) {
	if v.run.log != nil {
		v.run.log(v.run.tick, v.Node(), line)
	}
}
