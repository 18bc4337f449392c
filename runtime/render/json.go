package render

import (
	"encoding/json"

	"github.com/tickflow/tickflow/runtime/graph"
)

type jsonGraph struct {
	Nodes  []jsonNode `json:"nodes"`
	Edges  []jsonEdge `json:"edges"`
	Starts []string   `json:"starts"`
}

type jsonNode struct {
	Name      string      `json:"name"`
	Start     bool        `json:"start"`
	Join      string      `json:"join"`
	Guards    string      `json:"guards"`
	Body      *string     `json:"body"`
	Producers []string    `json:"producers"`
	Inputs    []jsonInput `json:"inputs"`
	Bind      []jsonBound `json:"bind"`
}

type jsonInput struct {
	Producer string `json:"producer"`
	K        *int32 `json:"k"`
}

type jsonBound struct {
	Field    *string `json:"field"`
	Producer string  `json:"producer"`
}

type jsonEdge struct {
	From  string  `json:"from"`
	To    string  `json:"to"`
	Guard *string `json:"guard"`
}

// JSON answers the graph as one JSON object without line breaks, for front ends:
//
//	{
//	  "nodes": [{
//	    "name": "C",
//	    "start": false,
//	    "join": "AND",                                      or "OR"
//	    "guards": "xor",                                    or "free", "exclusive", "exhaustive"; declared or the default
//	    "body": "sum",                                      null for the identity
//	    "producers": ["A", "B"],                            in slot order, each once
//	    "inputs": [{"producer": "A", "k": 2}],              declared or the default; k is null for the latest fire
//	    "bind": [{"field": "left", "producer": "A"}]        field is null if passed by position; null without a bind
//	  }],
//	  "edges": [{"from": "A", "to": "C", "guard": "g"}],    guard is null on a plain edge
//	  "starts": ["A"]
//	}
//
// Members always stand in this order, none is ever missing, and lists are [] when empty.
func JSON(g *graph.Graph) []byte {
	document := jsonGraph{
		Nodes:  make([]jsonNode, len(g.Nodes)),
		Edges:  make([]jsonEdge, 0, len(g.Edges())),
		Starts: []string{},
	}
	for n := range g.Nodes {
		document.Nodes[n] = nodeJSON(g, graph.ID(n))
		if g.Nodes[n].Start {
			document.Starts = append(document.Starts, g.Nodes[n].Name)
		}
	}
	for _, e := range g.Edges() {
		edge := jsonEdge{From: g.Nodes[e.From].Name, To: g.Nodes[e.To].Name}
		if e.Guard >= 0 {
			edge.Guard = &g.GuardNames[e.Guard]
		}
		document.Edges = append(document.Edges, edge)
	}
	// Strings, numbers and booleans always have a JSON form.
	text, _ := json.Marshal(document)
	return text
}

func nodeJSON(g *graph.Graph, n graph.ID) jsonNode {
	node := &g.Nodes[n]
	out := jsonNode{
		Name:      node.Name,
		Start:     node.Start,
		Join:      node.Join.String(),
		Guards:    node.Guards.String(),
		Producers: make([]string, 0, len(g.Producers(n))),
		Inputs:    make([]jsonInput, 0, len(node.Inputs)),
	}
	if node.Body != "" {
		out.Body = &node.Body
	}
	for _, p := range g.Producers(n) {
		out.Producers = append(out.Producers, g.Nodes[p].Name)
	}
	for i := range node.Inputs {
		input := jsonInput{Producer: g.Nodes[node.Inputs[i].Producer].Name}
		if node.Inputs[i].K > 0 {
			input.K = &node.Inputs[i].K
		}
		out.Inputs = append(out.Inputs, input)
	}
	if node.Bind == nil {
		return out
	}
	out.Bind = make([]jsonBound, len(node.Bind.Inputs))
	for i, input := range node.Bind.Inputs {
		out.Bind[i].Producer = out.Inputs[input].Producer
		if node.Bind.Named {
			out.Bind[i].Field = &node.Bind.Fields[i]
		}
	}
	return out
}
