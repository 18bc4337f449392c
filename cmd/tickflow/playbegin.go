package main

import (
	"slices"

	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/value"
)

// begin makes the run, where the trace begins. Its graph is as it was, but that all nodes act, and read nothing.
func (p *play) begin() error {
	stage := *p.graph
	stage.Nodes = slices.Clone(p.graph.Nodes)
	for i := range stage.Nodes {
		n := &stage.Nodes[i]
		n.Body, n.Inputs, n.Bind = act, nil, nil
	}
	run, err := engine.New(&stage, p, engine.Config{})
	if err == nil && p.said.From != nil {
		run, err = run.Restored(p.snapshot(), 0, &stage, p)
	}
	p.run = run
	return err
}

// snapshot answers where a trace begins that does not begin with its starts: a tick in which they fired lies behind it.
func (p *play) snapshot() *engine.Snapshot {
	from := p.said.From
	s := &engine.Snapshot{GraphDigest: p.graph.Digest(), Tick: 1}
	for i := range p.graph.Nodes {
		id, n := graph.ID(i), &p.graph.Nodes[i]
		armed := slices.Contains(from.Armed, id)
		switch {
		case armed:
			s.Marking.ArmedStarts = append(s.Marking.ArmedStarts, n.Name)
		case n.Start:
			s.Nodes = append(s.Nodes, engine.NodeSnapshot{
				Name: n.Name, Count: 1, Fires: []engine.Fire{{Status: record.OK}}, State: value.OfObject(),
			})
		}
		held := heldBy(p.graph, id, from.True)
		for _, producer := range held {
			s.Marking.Slots = append(s.Marking.Slots, engine.SlotPair{Consumer: n.Name, Producer: p.graph.Nodes[producer].Name})
		}
		if armed || canFire(p.graph, id, len(held)) {
			s.Fireable = append(s.Fireable, n.Name)
		}
	}
	return s
}

// heldBy answers the producers whose tokens a node holds, given all slots that hold one.
func heldBy(g *graph.Graph, id graph.ID, tokens []int32) []graph.ID {
	var held []graph.ID
	first := g.FirstSlot(id)
	for i, producer := range g.Producers(id) {
		if _, yes := slices.BinarySearch(tokens, first+int32(i)); yes {
			held = append(held, producer)
		}
	}
	return held
}

// canFire reports whether so many tokens let a node fire.
func canFire(g *graph.Graph, id graph.ID, held int) bool {
	return held > 0 && (g.Nodes[id].Join == graph.Or || held == len(g.Producers(id)))
}
