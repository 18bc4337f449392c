package main

import (
	"maps"
	"slices"

	"github.com/tickflow/tickflow/luabind/luaindex"
	"github.com/tickflow/tickflow/runtime/graph"
)

// viewsFirst adds warnings about bodies that take the view first, although their nodes pass inputs by position.
func (k *checking) viewsFirst(g *graph.Graph, names *luaindex.Names) {
	for i := range g.Nodes {
		n := &g.Nodes[i]
		if n.Body == "" || n.Bind == nil || n.Bind.Named {
			continue
		}
		var passed []string
		for _, in := range n.Bind.Inputs {
			passed = append(passed, g.Nodes[n.Inputs[in].Producer].Name)
		}
		if d, ok := names.ViewFirst(n.Body, n.Name, passed); ok {
			k.found = append(k.found, d)
		}
	}
}

// bareInputs adds hints about behaviours that take an input for its value.
func (k *checking) bareInputs() {
	for _, path := range slices.Sorted(maps.Keys(k.seen)) {
		b := k.seen[path]
		isInput := func(name string) bool { return b.nodes[name] && !slices.Contains(graph.ViewFields, name) }
		k.found = append(k.found, b.names.BareInputs(isInput)...)
	}
}
