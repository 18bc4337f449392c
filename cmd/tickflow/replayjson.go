package main

import "github.com/tickflow/tickflow/runtime/proof"

// The JSON form of what replay does. Members are never left out.
type (
	replayJSON struct {
		Graph    string     `json:"graph"`
		Edited   bool       `json:"edited"`
		Verified bool       `json:"verified"`
		Traces   []playJSON `json:"traces"`
	}
	playJSON struct {
		Node       string           `json:"node"`
		Mode       string           `json:"mode"`
		Verified   bool             `json:"verified"`
		Difference string           `json:"difference"`
		Ticks      []playedTickJSON `json:"ticks"`
		CycleFrom  *int             `json:"cycle_from"`
		Waiting    *playWaitingJSON `json:"waiting"`
	}
	playedTickJSON struct {
		Tick   int             `json:"tick"`
		Fired  []string        `json:"fired"`
		Failed []string        `json:"failed"`
		Guards map[string]bool `json:"guards"`
		True   []string        `json:"true_after"`
	}
	playWaitingJSON struct {
		Holds   []string `json:"holds"`
		Lacks   []string `json:"lacks"`
		Reasons []string `json:"reasons"`
		Closing string   `json:"closing"`
	}
)

func replayJSONOf(file *proof.TraceFile, plays []*play) replayJSON {
	out := replayJSON{Graph: file.Graph.Source.Name, Edited: file.Edited, Verified: true, Traces: []playJSON{}}
	for _, p := range plays {
		out.Verified = out.Verified && p.differs == ""
		out.Traces = append(out.Traces, p.toJSON())
	}
	return out
}

func (p *play) toJSON() playJSON {
	out := playJSON{
		Node: p.script.Node, Mode: p.script.Mode, Verified: p.differs == "", Difference: p.differs,
		CycleFrom: p.script.CycleFrom, Ticks: []playedTickJSON{},
	}
	for _, t := range p.did.Script(p.graph).Ticks {
		out.Ticks = append(out.Ticks, playedTickJSON{t.Tick, t.Fire, t.Failed, t.Guards, t.True})
	}
	if p.differs == "" {
		out.Waiting = p.waitingJSON()
	}
	return out
}

func (p *play) waitingJSON() *playWaitingJSON {
	story := proof.NewStory(p.graph, p.did)
	holds, lacks := story.Ends()
	out := &playWaitingJSON{Holds: namesOf(p.graph, holds), Lacks: namesOf(p.graph, lacks), Reasons: []string{}, Closing: p.closing(story)}
	for _, producer := range lacks {
		out.Reasons = append(out.Reasons, story.Reason(producer))
	}
	return out
}
