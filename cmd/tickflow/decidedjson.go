package main

import (
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/proof"
)

// The JSON form of what was decided about a graph, as check --json prints it. Members are never left out.
type (
	decidedJSON struct {
		File    string     `json:"file"`
		Mode    string     `json:"mode"`
		Ending  string     `json:"ending"`   // always, may_diverge, livelock, never or unknown
		CanStop string     `json:"can_stop"` // whether a run can end stuck: yes, no or maybe
		Dead    []string   `json:"dead"`     // the nodes that fire in no run
		Joins   []joinJSON `json:"joins"`
	}
	joinJSON struct {
		Node        string        `json:"node"`
		Verdict     string        `json:"verdict"` // proved, refuted or unknown
		Rule        string        `json:"rule"`    // by which a fixpoint decided, "" if runs were tried
		Why         string        `json:"why"`     // what the verdict rests on, or what goes wrong
		Assumes     []assumedJSON `json:"assumes"`
		Fires       string        `json:"fires"` // whether it ever does: yes, no or maybe
		States      int           `json:"states"`
		Ticks       int           `json:"ticks"` // all runs of so many ticks have been tried
		Budget      string        `json:"budget"`
		Overwritten []string      `json:"overwritten"` // the producers that can reach it twice before it fires
		Clobbered   []string      `json:"clobbered"`   // the producers that can take a token back
		Trace       *proof.Script `json:"trace"`       // null unless it is refuted and a run is known
	}
	assumedJSON struct {
		Node   string `json:"node"`
		Guards string `json:"guards"`
	}
	mendedJSON struct {
		File  string           `json:"file"`
		Joins []mendedJoinJSON `json:"joins"`
		Notes []string         `json:"notes"`
	}
	mendedJoinJSON struct {
		Node string `json:"node"`
		Why  string `json:"why"`
	}
)

func decidedToJSON(r *proof.Report) decidedJSON {
	out := decidedJSON{
		File: r.Graph.Source.Name, Mode: r.Mode.String(), Ending: r.Ending.String(), CanStop: r.CanStop.String(),
		Dead: namesOf(r.Graph, r.Dead), Joins: []joinJSON{},
	}
	scripts := proof.Scripts(r.Graph, tracesOf(r))
	for i := range r.Joins {
		j := joinToJSON(r, &r.Joins[i])
		if r.Joins[i].Trace != nil && len(scripts) > 0 {
			j.Trace, scripts = scripts[0], scripts[1:]
		}
		out.Joins = append(out.Joins, j)
	}
	return out
}

func joinToJSON(r *proof.Report, j *proof.Join) joinJSON {
	out := joinJSON{
		Node: r.Graph.Nodes[j.Node].Name, Verdict: j.Verdict.String(), Rule: string(j.Rule), Assumes: []assumedJSON{},
		Fires: j.Fires.String(), States: j.States, Ticks: j.Ticks, Budget: string(j.Limit),
		Overwritten: producersOf(r.Graph, j.Node, j.Overwritten), Clobbered: producersOf(r.Graph, j.Node, j.Clobbered),
	}
	out.Why = r.Why(j)
	for _, id := range j.Assumes {
		out.Assumes = append(out.Assumes, assumedJSON{r.Graph.Nodes[id].Name, r.Assumed(id).String()})
	}
	return out
}

func namesOf(g *graph.Graph, ids []graph.ID) []string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = g.Nodes[id].Name
	}
	return names
}

// producersOf answers who writes some slots of a node.
func producersOf(g *graph.Graph, id graph.ID, slots []int32) []string {
	names := make([]string, len(slots))
	for i, slot := range slots {
		names[i] = g.Nodes[g.Producers(id)[slot-g.FirstSlot(id)]].Name
	}
	return names
}

func mendedToJSON(m mending) mendedJSON {
	out := mendedJSON{File: m.file, Joins: []mendedJoinJSON{}, Notes: append([]string{}, m.notes...)}
	for _, j := range m.joins {
		out.Joins = append(out.Joins, mendedJoinJSON{j.node, j.why})
	}
	return out
}
