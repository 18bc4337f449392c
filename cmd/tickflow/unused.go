package main

import (
	"maps"
	"path/filepath"
	"slices"

	"github.com/tickflow/tickflow/luabind/luaindex"
	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
)

// behavioursFile is a behaviours file with what the graphs that are being checked name of it.
type behavioursFile struct {
	names  *luaindex.Names
	by     map[string]bool // the graphs, by path
	used   [2]map[string]bool
	nodes  map[string]bool // of all those graphs
	unsure bool            // a graph that has errors may name more
}

// namedBy notes what a graph names.
func (b *behavioursFile) namedBy(path string, g *graph.Graph, found diag.List) {
	b.by[filepath.Clean(path)] = true
	b.unsure = b.unsure || found.Has(diag.Error)
	if b.used[luaindex.Body] == nil {
		b.used, b.nodes = [2]map[string]bool{{}, {}}, map[string]bool{}
	}
	for i := range g.Nodes {
		b.nodes[g.Nodes[i].Name] = true
		b.used[luaindex.Body][g.Nodes[i].Body] = true
	}
	for _, name := range g.GuardNames {
		b.used[luaindex.Guard][name] = true
	}
	for _, d := range found {
		if d.Code == diag.ForgottenBody {
			b.used[luaindex.Body][d.Source.Slice(d.Span)] = true // it has been told
		}
	}
}

// unused adds hints about what is registered and named by no graph, for files that no other graph is known to use.
func (k *checking) unused() {
	for _, path := range slices.Sorted(maps.Keys(k.seen)) {
		b := k.seen[path]
		if b.unsure || b.names.Findings().Has(diag.Error) || path == stdin || k.sharedWithOthers(path, b) {
			continue
		}
		k.found = append(k.found, b.names.Unused(func(kind luaindex.Kind, name string) bool { return b.used[kind][name] })...)
	}
}

// sharedWithOthers reports whether a graph of the folder uses the file, too, and is not being checked.
func (k *checking) sharedWithOthers(path string, b *behavioursFile) bool {
	graphs, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "*"+graphSuffix))
	for _, g := range graphs {
		if b.by[filepath.Clean(g)] {
			continue
		}
		src, err := k.c.read(g)
		if err != nil {
			return true
		}
		if file, err := locate(src, ""); err != nil || filepath.Clean(file.path) == filepath.Clean(path) {
			return true
		}
	}
	return false
}
