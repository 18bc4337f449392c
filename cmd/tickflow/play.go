package main

import (
	"context"
	"slices"

	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/proof"
	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/value"
)

// play is a trace that the engine carries out: bodies fail and guards answer as the trace says, all the rest is the
// engine's doing.
type play struct {
	graph  *graph.Graph
	script *proof.Script
	edited bool         // the graph is not the one that the trace was found in
	said   *proof.Trace // what should happen
	did    *proof.Trace // what happens, as far as it has come
	run    *engine.Run
	fired  []record.Firing // what the engine did
	tick   int             // of the trace, the one being played

	differs  string // where the engine does something else, or ""
	repeated bool   // what repeats has been played once more
}

// playTrace plays a trace until its end, or until the engine does something else than it says.
func playTrace(ctx context.Context, file *proof.TraceFile, script *proof.Script, said *proof.Trace) (*play, error) {
	did := *said
	did.Ticks = nil
	p := &play{graph: file.Graph, edited: file.Edited, script: script, said: said, did: &did}
	if err := p.begin(); err != nil {
		return nil, err
	}
	for i := range said.Ticks {
		t, err := p.next(ctx)
		if err != nil {
			return nil, err
		}
		did.Ticks = append(did.Ticks, t)
		if p.differs = p.tickDiffers(i, t); p.differs != "" {
			return p, nil
		}
	}
	if p.differs = p.endDiffers(); p.differs == "" && said.Cycle >= 0 && said.Cycle < len(said.Ticks) {
		return p, p.again(ctx)
	}
	return p, nil
}

// next lets the engine run a tick.
func (p *play) next(ctx context.Context) (proof.Tick, error) {
	firings, err := p.run.Tick(ctx, nil)
	if err != nil {
		return proof.Tick{}, err
	}
	p.tick++
	p.fired = append(p.fired, firings...)
	t := proof.Tick{True: p.tokens()}
	for i := range firings {
		t.Firings = append(t.Firings, p.firing(&firings[i]))
	}
	return t, nil
}

// firing answers a firing of the engine as traces have it.
func (p *play) firing(f *record.Firing) proof.Firing {
	id, _ := p.graph.Lookup(f.Node)
	fired := proof.Firing{Node: id, Failed: f.Status != record.OK}
	if fired.Failed {
		return fired
	}
	for i, e := range p.graph.Out(id) {
		if int(e.Ask) == len(fired.Answers) {
			fired.Answers = append(fired.Answers, f.Edges[i].Value)
		}
	}
	return fired
}

// tokens answers the slots that hold a token now, in slot order.
func (p *play) tokens() []int32 {
	var slots []int32
	for _, s := range p.run.Marking().Slots {
		to, _ := p.graph.Lookup(s.Consumer)
		from, _ := p.graph.Lookup(s.Producer)
		slots = append(slots, p.graph.FirstSlot(to)+int32(slices.Index(p.graph.Producers(to), from)))
	}
	return slots
}

// again plays what repeats once more: the nodes that lead to the join must do the same, and end where they began.
func (p *play) again(ctx context.Context) error {
	from := p.said.Cycle
	for i := range p.said.Ticks[from:] {
		t, err := p.next(ctx)
		if err != nil {
			return err
		}
		if p.differs = p.repeatDiffers(from+i, t); p.differs != "" {
			return nil
		}
	}
	p.differs = p.roundDiffers(p.tokens())
	p.repeated = p.differs == ""
	return nil
}

// act is what every body is called while a trace is played.
const act = "act"

// Body answers a body that fails when the trace says so.
func (p *play) Body(string) (engine.Body, bool) {
	return func(_ context.Context, v *engine.View) (value.Value, error) {
		if p.script.Fails(p.tick, v.Node()) {
			return value.Value{}, &engine.Failure{Message: "as the trace says"}
		}
		return value.Value{}, nil
	}, true
}

// Guard answers a guard that answers what the trace says.
func (p *play) Guard(name string) (engine.Guard, bool) {
	return func(_ context.Context, v *engine.View) (bool, error) {
		yes, _ := p.script.Answer(p.tick, v.Node(), name)
		return yes, nil
	}, true
}

// Digest tells nothing: a play has one set of behaviours.
func (p *play) Digest() string { return "" }
