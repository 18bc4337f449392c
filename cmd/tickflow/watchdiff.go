package main

import (
	"slices"

	"github.com/tickflow/tickflow/luabind"
	"github.com/tickflow/tickflow/runtime/graph"

	tickflow "github.com/tickflow/tickflow/runtime"
)

// changesBetween tells in what two programs differ, each with its sign in front: the graph, then the Lua files, then what
// they register.
func changesBetween(before, now *tickflow.Program) (all []string) {
	for _, d := range graph.Diff(before.Graph(), now.Graph()) {
		all = append(all, d.String())
	}
	was, is := luaFiles(before), luaFiles(now)
	for _, name := range unique(append(keys(was), keys(is)...)) {
		old, there := was[name]
		text, stays := is[name]
		switch {
		case !stays:
			all = append(all, "- behaviours "+name)
		case !there:
			all = append(all, "+ behaviours "+name)
		case old != text:
			all = append(all, "~ behaviours "+name)
		}
	}
	had, has := registrations(before), registrations(now)
	for _, name := range unique(append(slices.Clone(had), has...)) {
		switch {
		case !slices.Contains(has, name):
			all = append(all, "- "+name)
		case !slices.Contains(had, name):
			all = append(all, "+ "+name)
		}
	}
	if all == nil {
		all = append(all, "~ comments and layout only")
	}
	return all
}

// luaFiles answers the texts of a program's behaviours by file.
func luaFiles(p *tickflow.Program) map[string]string {
	texts := map[string]string{}
	for _, source := range p.Sources()[1:] { // the first is the graph
		texts[source.Name] = source.Text
	}
	return texts
}

func keys(m map[string]string) (all []string) {
	for key := range m {
		all = append(all, key)
	}
	return all
}

// registrations answers what a program's behaviours register: "body add", "guard ok".
func registrations(p *tickflow.Program) (all []string) {
	pool, ok := p.Behaviors().(*luabind.Pool)
	if !ok {
		return nil
	}
	for _, name := range pool.Bodies() {
		all = append(all, "body "+name)
	}
	for _, name := range pool.Guards() {
		all = append(all, "guard "+name)
	}
	return all
}
