package view

import (
	"iter"
	"slices"
	"strings"

	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/record"
)

// add makes a run part of the document.
func (d *Document) add(r *Run) error {
	begin := r.Begin
	if begin == nil {
		fresh, err := engine.New(r.Graph, nobody{}, engine.Config{Args: r.Args})
		if err != nil {
			return err
		}
		begin = fresh.Snapshot()
	}
	end, err := engine.Replayed(r.Graph, begin, ticksOf(r.Firings, begin.Timeline))
	if err != nil {
		return err
	}
	out := runJSON{
		Name: r.Name, Graph: d.graph(r.Graph), Args: d.values.number(begin.Args), Bare: r.Bare, First: begin.Tick,
		Tokens: slotsOf(r.Graph, begin.Marking.Slots), Armed: numbersOf(r.Graph, begin.Marking.ArmedStarts),
		Before: d.before(r.Graph, begin), Notes: orEmpty(r.Notes), Findings: findingsJSON(r.Graph, r.Findings),
		partJSON: d.part(r.Graph, r.Firings),
	}
	out.Told = r.Told
	if out.Told == nil {
		out.Told = [][]string{}
	}
	if err := out.conclude(r, end); err != nil {
		return err
	}
	d.data.Runs = append(d.data.Runs, out)
	return nil
}

// ticksOf answers firings by tick, as if all of them belonged to one timeline.
func ticksOf(firings []record.Firing, timeline int) iter.Seq2[[]record.Firing, error] {
	return func(yield func([]record.Firing, error) bool) {
		for len(firings) > 0 {
			n := tickLen(firings)
			tick := slices.Clone(firings[:n])
			for i := range tick {
				tick[i].Timeline = timeline
			}
			if !yield(tick, nil) {
				return
			}
			firings = firings[n:]
		}
	}
}

// tickLen answers how many firings the first tick has.
func tickLen(firings []record.Firing) int {
	n := 1
	for n < len(firings) && firings[n].Tick == firings[0].Tick {
		n++
	}
	return n
}

// part puts firings into columns.
func (d *Document) part(g *graph.Graph, firings []record.Firing) partJSON {
	p := partJSON{
		Ticks: []int32{}, Nodes: make([]int32, len(firings)), Outputs: make([]int32, len(firings)), States: make([]int32, len(firings)),
		Inputs: []int32{}, Ended: []endedJSON{}, Times: [][2]int64{},
	}
	var writes strings.Builder
	for i := range firings {
		f := &firings[i]
		if i == 0 || firings[i-1].Tick != f.Tick {
			p.Ticks = append(p.Ticks, 0)
		}
		p.Ticks[len(p.Ticks)-1]++
		id, _ := g.Lookup(f.Node) // it is there: the firings have been replayed
		p.Nodes[i], p.Outputs[i], p.States[i] = int32(id), d.values.number(f.Output), d.values.number(f.State)
		p.Inputs = d.appendInputs(p.Inputs, g, id, f)
		for _, e := range f.Edges {
			if e.Value {
				writes.WriteByte('1')
			} else {
				writes.WriteByte('0')
			}
		}
		if f.Status != record.OK {
			p.Ended = append(p.Ended, endedJSON{i, f.Status.String(), f.Error})
		}
		if n := len(p.Times); f.Now != 0 && (n == 0 || p.Times[n-1][0] != int64(f.Tick)) {
			p.Times = append(p.Times, [2]int64{int64(f.Tick), f.Now})
		}
	}
	p.Writes = writes.String()
	return p
}

// appendInputs appends the value of each input of the node.
func (d *Document) appendInputs(to []int32, g *graph.Graph, id graph.ID, f *record.Firing) []int32 {
	at := 0
	for _, in := range g.Nodes[id].Inputs {
		if at < len(f.Inputs) && f.Inputs[at].Producer == g.Nodes[in.Producer].Name && f.Inputs[at].K == int(in.K) {
			to = append(to, d.values.number(f.Inputs[at].Value))
			at++
		} else {
			to = append(to, -1)
		}
	}
	return to
}

// before tells of the nodes that have fired before the first tick.
func (d *Document) before(g *graph.Graph, s *engine.Snapshot) []beforeJSON {
	out := []beforeJSON{}
	for i := range s.Nodes {
		n := &s.Nodes[i]
		id, _ := g.Lookup(n.Name)
		last := n.Fires[len(n.Fires)-1]
		out = append(out, beforeJSON{int32(id), n.Count, last.Tick, last.Status.String(), d.values.number(last.Output), d.values.number(n.State)})
	}
	return out
}

// conclude says where the run stands after its firings.
func (out *partJSON) conclude(r *Run, end *engine.Snapshot) error {
	status := r.Status
	if !status.Halted() {
		switch {
		case end.Status == engine.Aborted:
			status = engine.Aborted
		case len(end.Fireable) > 0:
			status = engine.Running
		case len(end.Marking.Slots) > 0:
			status = engine.Stuck
		default:
			status = engine.Idle
		}
	}
	out.Status, out.Reason, out.Waiting = status.String(), r.Reason, []waitingJSON{}
	if status == engine.Aborted && out.Reason == "" {
		out.Reason = end.CancelReason
	}
	fresh, err := engine.New(r.Graph, nobody{}, engine.Config{})
	if err != nil {
		return err
	}
	at, err := fresh.Restored(end, end.Timeline, r.Graph, nobody{})
	if err != nil {
		return err
	}
	for _, w := range at.Waiting() {
		out.Waiting = append(out.Waiting, waitingJSON{w.Node, w.Since, orEmpty(w.Holds), orEmpty(w.Lacks), orEmpty(w.Reasons)})
	}
	return nil
}

func slotsOf(g *graph.Graph, pairs []engine.SlotPair) []int32 {
	out := []int32{}
	for _, p := range pairs {
		to, _ := g.Lookup(p.Consumer)
		from, _ := g.Lookup(p.Producer)
		out = append(out, g.FirstSlot(to)+int32(slices.Index(g.Producers(to), from)))
	}
	return out
}

func numbersOf(g *graph.Graph, names []string) []int32 {
	out := []int32{}
	for _, name := range names {
		id, _ := g.Lookup(name)
		out = append(out, int32(id))
	}
	return out
}

func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
