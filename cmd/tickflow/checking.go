package main

import (
	"context"
	"errors"
	"slices"

	"github.com/tickflow/tickflow/luabind/luaindex"
	"github.com/tickflow/tickflow/runtime/check"
	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/proof"
	"github.com/tickflow/tickflow/runtime/syntax"
)

// checking collects the findings of several graphs.
type checking struct {
	c       *console
	assumed []string                   // names that count as registered
	seen    map[string]*behavioursFile // by path, so that each is read once
	options check.Options
	fix     bool
	found   diag.List
	decided []*proof.Report // of the graphs without errors in their texts
	mended  []mending
}

func (k *checking) graph(ctx context.Context, path, behaviours string) error {
	src, err := k.c.readGraph(path)
	if err != nil {
		return k.add(err)
	}
	file, err := locate(src, behaviours)
	if err != nil {
		return err
	}
	names, err := k.names(file)
	if err := k.add(err); err != nil {
		return err
	}
	var known check.Names // none, which says nothing about names, when the file cannot be read
	if err == nil {
		known = assumption{names, k.assumed}
	}
	g, written, result := k.judge(ctx, src, known)
	if k.fix && !written.Has(diag.Error) {
		if src, err = k.mend(ctx, src, g, result); err != nil {
			return err
		}
		if src != g.Source {
			g, written, result = k.judge(ctx, src, known)
		}
	}
	if result.Report != nil && !written.Has(diag.Error) {
		k.decided = append(k.decided, result.Report)
	}
	found := withoutPassing(g, check.Join(written, result.Findings))
	if file.path == "" {
		found = withoutBehaviours(path, found)
	}
	if used := k.seen[file.path]; used != nil {
		used.namedBy(path, g, found)
	}
	k.found = append(k.found, found...)
	if names != nil {
		k.viewsFirst(g, names)
	}
	return nil
}

// judge answers the graph of a text, what was found in the text alone, and what the checks say of the graph.
func (k *checking) judge(ctx context.Context, src *diag.Source, known check.Names) (*graph.Graph, diag.List, check.Result) {
	tree, written := syntax.Parse(src)
	g, faults := graph.Build(tree)
	return g, append(written, faults...), check.Run(ctx, g, known, k.options)
}

// withoutPassing answers what was found in a graph but the hints that a node without a body reads another by default: it only
// passes a value on, and what takes that up, if anything does, has a hint of its own.
func withoutPassing(g *graph.Graph, found diag.List) diag.List {
	passes := map[diag.Span]bool{}
	for _, e := range g.Edges() {
		if g.Nodes[e.To].Body == "" {
			passes[e.Span] = true
		}
	}
	return slices.DeleteFunc(found, func(d diag.Diagnostic) bool {
		return d.Code == diag.BodylessProducer && d.Severity == diag.Hint && passes[d.Span]
	})
}

// add takes the findings of an error that is made of them, and answers any other.
func (k *checking) add(err error) error {
	var list *diag.ErrorList
	if !errors.As(err, &list) {
		return err
	}
	k.found = append(k.found, list.Findings...)
	return nil
}

// names answers what a behaviours file registers, and takes the findings about the file when it is first met.
func (k *checking) names(file located) (*luaindex.Names, error) {
	if file.path == "" {
		return &luaindex.Names{}, nil
	}
	if seen := k.seen[file.path]; seen != nil {
		return seen.names, nil
	}
	names, err := luaindex.Load(file.path, func(name string) (string, error) {
		text, err := k.c.readAll(name)
		return string(text), err
	})
	if err != nil {
		return nil, file.unreadable(err)
	}
	k.seen[file.path] = &behavioursFile{names: names, by: map[string]bool{}}
	k.found = append(k.found, names.Findings()...)
	return names, nil
}
