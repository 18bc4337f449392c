package main

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tickflow/tickflow/luabind"
	"github.com/tickflow/tickflow/luabind/luaindex"
	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/syntax"
)

// located is the behaviours file of a graph.
type located struct {
	path string        // "" when the graph has none
	by   *diag.Related // what names it, nil when the command line or its own name does
}

// locate finds the behaviours file of a graph: the one given with -b, else the one that the graph or its folder names,
// else the one called like the graph.
func locate(src *diag.Source, given string) (located, error) {
	if given != "" {
		return located{path: given}, nil
	}
	var declared syntax.Name
	if strings.Contains(src.Text, "behaviours") { // parsing is for those few that can have the comment
		tree, _ := syntax.Parse(src)
		declared, _ = tree.Behaviours()
	}
	path, err := luaindex.Locate(src.Name, declared.Text)
	if err != nil {
		return located{}, usage(err.Error(), "")
	}
	l := located{path: path}
	if declared.Text != "" {
		l.by = &diag.Related{Source: src, Span: declared.Span, Msg: "named here"}
	} else if path != "" && path != ownFile(src.Name) {
		l.by = &diag.Related{Msg: "named by " + settingsOf(src.Name)}
	}
	return l, nil
}

// ownFile answers the behaviours file that is called like the graph.
func ownFile(graph string) string { return strings.TrimSuffix(graph, filepath.Ext(graph)) + ".lua" }

// settingsOf answers the file of settings that counts for a graph.
func settingsOf(graph string) string {
	return filepath.Join(filepath.Dir(graph), luaindex.SettingsFile)
}

// whereLooked says where a behaviours file was looked for in vain.
func whereLooked(graph string) string {
	looked := "it has no comment `# behaviours: FILE`, no " + settingsOf(graph) + " names one"
	if graph == stdin {
		return looked + "; name it with -b FILE"
	}
	return looked + ", and there is no " + ownFile(graph) + "; write that, or name another with -b FILE"
}

// withoutBehaviours puts one finding first in the place of all those about names that nobody registers, as they have one
// cause: the graph has no behaviours file.
func withoutBehaviours(graph string, found diag.List) diag.List {
	var rest, missing diag.List
	var bodies, guards []string
	for _, d := range found {
		switch d.Code {
		case diag.UnregisteredBody:
			bodies = append(bodies, d.Source.Slice(d.Span))
		case diag.UnregisteredGuard:
			guards = append(guards, d.Source.Slice(d.Span))
		default:
			rest = append(rest, d)
			continue
		}
		missing = append(missing, d)
	}
	if missing == nil {
		return found
	}
	var names []string
	if bodies != nil {
		names = append(names, named(unique(bodies), "body", "bodies"))
	}
	if guards != nil {
		names = append(names, named(unique(guards), "guard", "guards"))
	}
	return append(diag.List{{
		Code: diag.NoBehaviours, Severity: diag.Error, Source: missing[0].Source, Span: missing[0].Span,
		Msg:  graph + " has no behaviours file, but names " + strings.Join(names, " and "),
		Hint: whereLooked(graph),
	}}, rest...)
}

func unique(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}

// whatIsThere says what a behaviours file registers.
func whatIsThere(path string, bodies, guards []string) string {
	return path + " registers " + named(bodies, "body", "bodies") + " and " + named(guards, "guard", "guards")
}

func named(names []string, one, many string) string {
	switch len(names) {
	case 0:
		return "no " + one
	case 1:
		return "the " + one + " " + names[0]
	}
	return "the " + many + " " + listed(names)
}

// unreadable is the error of a behaviours file that cannot be read. It says what names the file.
func (l located) unreadable(err error) error {
	d := unreadable(l.path, err)
	if l.by != nil {
		if errors.Is(err, fs.ErrNotExist) {
			d.Hint = "check the spelling; the path starts at the folder of the graph"
		}
		d.Related = append(d.Related, *l.by)
	}
	return diag.List{d}.Err()
}

// openBehaviours runs a behaviours file once and answers the pool of machines that serves it. What is no regular file,
// such as standard input or a pipe, can be read only once and lies in no folder: it requires nothing but "tickflow".
func (c *console) openBehaviours(ctx context.Context, l located, opts luabind.Options) (*luabind.Pool, error) {
	opts.Log = func(line string) {
		c.err.Write([]byte(c.paintErr.in(faint, "loading: ") + paragraphs(line, "  ") + "\n"))
	}
	if l.path != stdin && isFile(l.path) {
		pool, err := luabind.Load(ctx, l.path, opts)
		if p := (*fs.PathError)(nil); errors.As(err, &p) {
			err = l.unreadable(err)
		}
		return pool, err
	}
	text, err := c.readAll(l.path)
	if err != nil {
		return nil, l.unreadable(err)
	}
	return luabind.LoadText(ctx, l.path, string(text), opts)
}
