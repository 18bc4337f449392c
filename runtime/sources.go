package runtime

import (
	"github.com/tickflow/tickflow/runtime/diag"
)

// Sourced are Behaviors that know the texts they were read from; sessions keep those. Behaviors of Lua files are.
type Sourced interface {
	// Sources answers the texts, in an order that stays the same.
	Sources() []*diag.Source
}

// Sources answers the texts of a program: its graph's, as Promote has left it, then those of its behaviours as far as
// they tell.
func (p *Program) Sources() []*diag.Source {
	return append([]*diag.Source{p.source}, sourcesOf(p.behaviors)...)
}

func sourcesOf(b Behaviors) []*diag.Source {
	switch b := b.(type) {
	case Sourced:
		return b.Sources()
	case layered:
		var all []*diag.Source
		for _, layer := range b {
			all = append(all, sourcesOf(layer)...)
		}
		return all
	}
	return nil
}
