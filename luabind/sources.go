package luabind

import (
	"maps"
	"slices"

	"github.com/tickflow/tickflow/runtime/diag"
)

// Sources answers the texts that the behaviours were read from: the file, then the modules it requires, in name order.
func (p *Pool) Sources() []*diag.Source {
	all := []*diag.Source{p.program.main.source}
	for _, name := range slices.Sorted(maps.Keys(p.program.modules)) {
		all = append(all, p.program.modules[name].source)
	}
	return all
}
