package luaindex

import (
	"fmt"

	"github.com/tickflow/tickflow/runtime/diag"
)

// Findings answers the faults of a file by itself, sorted by place: text that is no Lua, calls of the module
// that cannot succeed, names registered twice.
func (f *File) Findings() diag.List {
	found := append(f.syntax(), duplicates([]*File{f})...)
	found.Sort()
	return found
}

// syntax answers the fault of a text that is no Lua, else the calls of the module that cannot succeed.
func (f *File) syntax() diag.List {
	if _, fault := Parse(f.Source); fault != nil {
		return diag.List{*fault}
	}
	return f.wrong
}

// duplicates answers a finding for every name that was registered before.
func duplicates(files []*File) diag.List {
	type key struct {
		kind Kind
		name string
	}
	type place struct {
		source *diag.Source
		span   diag.Span
	}
	var found diag.List
	first := map[key]place{}
	for _, f := range files {
		for _, r := range f.Registrations {
			k := key{r.Kind, r.Name}
			before, known := first[k]
			if !known {
				first[k] = place{f.Source, r.Span}
				continue
			}
			line := before.source.Position(before.span.Start).Line
			found = append(found, diag.Diagnostic{
				Code: diag.DuplicateBehaviour, Severity: diag.Error, Source: f.Source, Span: r.Span,
				Msg:     fmt.Sprintf("%s `%s` is registered twice, first at %s:%d", r.Kind, r.Name, before.source.Name, line),
				Hint:    "rename or remove one of them",
				Related: []diag.Related{{Source: before.source, Span: before.span, Msg: "registered here first"}},
			})
		}
	}
	return found
}
