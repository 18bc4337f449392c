package main

import (
	"context"
	"errors"
	"slices"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/store"

	tickflow "github.com/tickflow/tickflow/runtime"
)

// errNoBehaviours is what a body or guard of a program comes to that is there to be looked at only.
var errNoBehaviours = errors.New("this program is not there to be run")

// unrun are behaviours that know every name and run nothing, for programs of a session whose state is to be moved about.
type unrun struct {
	digest  string
	sources []*diag.Source
}

// Body answers a body that fails.
func (*unrun) Body(string) (tickflow.Body, bool) {
	return func(context.Context, *tickflow.View) (tickflow.Value, error) {
		return tickflow.Value{}, errNoBehaviours
	}, true
}

// Guard answers a guard that fails.
func (*unrun) Guard(string) (tickflow.Guard, bool) {
	return func(context.Context, *tickflow.View) (bool, error) { return false, errNoBehaviours }, true
}

// Digest answers the digest of the behaviours in whose place they stand.
func (u *unrun) Digest() string { return u.digest }

// Sources answers the texts of those.
func (u *unrun) Sources() []*diag.Source { return u.sources }

// keptProgram answers a program as a session keeps it, to be looked at.
func keptProgram(ctx context.Context, r store.Reader, p store.Program) (*tickflow.Program, error) {
	sources, err := keptSources(ctx, r, p)
	if err != nil {
		return nil, err
	}
	return tickflow.Compile(sources[0].Name, sources[0].Text, &unrun{p.Behaviors, sources[1:]})
}

// keptSources answers the texts of a program: the graph's first.
func keptSources(ctx context.Context, r store.Reader, p store.Program) ([]*diag.Source, error) {
	if len(p.Files) == 0 {
		return nil, usage("the session does not keep the text of its graph", "")
	}
	sources := make([]*diag.Source, len(p.Files))
	for i, file := range p.Files {
		text, err := r.Text(ctx, file.Digest)
		if err != nil {
			return nil, err
		}
		sources[i] = diag.NewSource(file.Name, text)
	}
	return sources, nil
}

// standing makes a runner of the session's run that stands where the run does, to be moved about and not to be ticked.
func standing(ctx context.Context, s store.Session) (*tickflow.Runner, error) {
	info, err := s.Info(ctx)
	if err != nil {
		return nil, err
	}
	var programs []*tickflow.Program
	for _, kept := range info.Programs {
		p, err := keptProgram(ctx, s, kept)
		if err != nil {
			return nil, err
		}
		programs = append(programs, p)
	}
	slices.Reverse(programs) // of those with the same graph, the youngest counts
	r, err := tickflow.Resume(ctx, programs[0], tickflow.Config{Store: s, AllowDeadlock: true})
	if err != nil {
		return nil, err
	}
	r.Know(programs...)
	return r, nil
}

// differences answers in which words two programs' graphs differ.
func differences(before, now *tickflow.Program) []string {
	var lines []string
	for _, d := range graph.Diff(before.Graph(), now.Graph()) {
		lines = append(lines, d.String())
	}
	return lines
}
