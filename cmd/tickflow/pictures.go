package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/proof"
	"github.com/tickflow/tickflow/runtime/render"
)

// drawPlays draws every tick of some plays into a folder, or, if they are several, into a folder for each.
func drawPlays(dir string, plays []*play) error {
	for _, p := range plays {
		folder := dir
		if len(plays) > 1 {
			folder = filepath.Join(dir, p.script.Node)
		}
		if err := os.MkdirAll(folder, 0o777); err != nil {
			return noFolder(folder, err)
		}
		layout := render.Arrange(p.graph)
		story := proof.NewStory(p.graph, p.did)
		digits := max(3, len(fmt.Sprint(len(p.did.Ticks)-1)))
		for i, t := range p.did.Ticks {
			label := fmt.Sprintf("tick %d: %s", i, strings.Join(story.Tick(i), "; "))
			picture := layout.SVG(render.Options{Label: label, Marks: p.marks(t)})
			path := filepath.Join(folder, fmt.Sprintf("tick_%0*d.svg", digits, i))
			if err := writeFile(path, picture); err != nil {
				return unwritable(path, err)
			}
		}
	}
	return nil
}

// noFolder is the error of a folder that cannot be made.
func noFolder(path string, err error) error {
	if info, e := os.Stat(path); e == nil && !info.IsDir() {
		return usage("cannot make the folder "+path+": there is a file of that name", "pictures go to a folder: name another one")
	}
	msg, hint := whyNot(path, err)
	return usage("cannot make the folder "+path+": "+msg, hint)
}

// marks shows a tick and where it leads: who fired, where tokens are, who can fire next, and who waits.
func (p *play) marks(t proof.Tick) render.Marks {
	m := render.Marks{Nodes: make([]render.Mark, len(p.graph.Nodes)), Slots: make([]bool, p.graph.Slots())}
	for _, slot := range t.True {
		m.Slots[slot] = true
	}
	for i := range m.Nodes {
		held := heldBy(p.graph, graph.ID(i), t.True)
		switch {
		case held == nil:
		case canFire(p.graph, graph.ID(i), len(held)):
			m.Nodes[i] = render.Fireable
		default:
			m.Nodes[i] = render.Waiting
		}
	}
	for _, f := range t.Firings {
		m.Nodes[f.Node] |= render.Fired
		if f.Failed {
			m.Nodes[f.Node] |= render.Failed
		}
	}
	return m
}
