package luabind

import (
	"fmt"
	"slices"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"github.com/tickflow/tickflow/luabind/luaindex"
)

// closedLibraries are what Lua programs elsewhere have and behaviours have not.
var closedLibraries = []string{
	"debug", "package", "dofile", "loadfile", "module", "getfenv", "setfenv", "newproxy", "collectgarbage", "channel",
}

// foreignWords are what other languages call what Lua calls otherwise.
var foreignWords = map[string]string{
	"null": "nil", "None": "nil", "undefined": "nil", "True": "true", "False": "false", "len": "#", "this": "self",
}

// whyNil says why a path is nil: with a sentence of its own, or a reason that goes with "it is nil", and a hint. It answers
// "" for what it does not know.
func (s *scene) whyNil(e luaindex.Expr) (msg, reason, hint string) {
	root, ok := s.variable(e.Path[0].Name)
	if !ok {
		return "", "", ""
	}
	last := len(e.Path) - 1
	switch {
	case last == 0 && root.global:
		return s.noGlobal(e.Path[0].Name)
	case last == 0 && root.param > 0:
		return "", s.notPassed(root.param), s.order(root.param)
	case last == 0:
		return "", "", ""
	}
	owner := e
	owner.Path = e.Path[:last]
	of, ok := s.value(owner)
	t, isTable := of.(*lua.LTable)
	if !ok || !isTable {
		return "", "", ""
	}
	if entry := s.m.entryOf(t); entry != nil && e.Path[last].Name == "value" {
		return "", s.noValue(entry.name), "where nil is meant to be possible, write (v." + entry.name + ".value or DEFAULT)"
	}
	if s.m.view != nil && kindOf(t) == closed {
		return s.noViewField(e.Path[last].Name, root.param)
	}
	return s.noField(t, e.Path[last], root.param)
}

func (s *scene) noGlobal(name string) (msg, reason, hint string) {
	if slices.Contains(closedLibraries, name) {
		return "`" + name + "` is not available in behaviours", "", ""
	}
	if own, ok := foreignWords[name]; ok {
		return "the global `" + name + "` does not exist", "", "Lua writes `" + own + "`"
	}
	known := slices.Clone(s.fn.Proto.DbgUpvalues)
	for _, local := range s.fn.Proto.DbgLocals {
		if local.StartPc <= s.pc && s.pc <= local.EndPc && !strings.HasPrefix(local.Name, "(") {
			known = append(known, local.Name)
		}
	}
	known = append(known, keys(s.m.globals.contents)...)
	slices.Sort(known)
	if near := closest(name, known); near != "" && near[0] == name[0] {
		hint = "did you mean `" + near + "`?"
	} else if name == "tickflow" {
		hint = "start the file with: local tickflow = require \"tickflow\""
	}
	return "the global `" + name + "` does not exist", "", hint
}

func (s *scene) noValue(input string) string {
	in, _ := s.m.lookup(input)
	switch {
	case !in.Exists && in.K > 0:
		return fmt.Sprintf("%s has not fired %d times yet", input, in.K)
	case !in.Exists:
		return input + " has not fired yet"
	}
	g := s.m.view.Graph()
	id, _ := g.Lookup(input)
	switch node := &g.Nodes[id]; {
	case node.Body == "" && len(node.Inputs) == 0:
		return input + " has no body and no inputs, so its output is nil"
	case node.Body == "":
		return input + " has no body, so its output is its first input, and that is nil"
	}
	return input + " has returned nil"
}

func (s *scene) noViewField(field string, param int) (msg, reason, hint string) {
	switch field {
	case "args":
		return "", "this run has no input", "give it one with --input"
	case "output":
		return "", "the body has returned nil", ""
	}
	return "", "", s.order(param)
}

// noField is about a field of a table that the text has made or got.
func (s *scene) noField(t *lua.LTable, key luaindex.Key, param int) (msg, reason, hint string) {
	shown := s.m.readOnly.shown[t]
	if shown != nil {
		t = s.m.shallow(s.m.L, t)
	} else if t == s.m.state {
		return "", "nothing has been kept under that name yet", "where nil is meant to be possible, write (v.state." + key.Name + " or DEFAULT)"
	} else if kindOf(t) == sealed {
		t = s.m.contents(s.m.L, t)
	}
	names := keys(t)
	if near := closest(key.Name, names); near != "" {
		hint = "did you mean `" + near + "`?"
	}
	if shown != nil && shown.root == "v.args" && key.Name != "" {
		const most = 8
		if len(names) > most {
			names = append(names[:most:most], "…")
		}
		return "", "this run's input has " + orNone(names) + " there", hint
	}
	if hint == "" {
		hint = s.order(param)
	}
	return "", "", hint
}

// keys answers the names in a table, sorted. A large table has too many to be of help, so only some are looked at.
func keys(t *lua.LTable) []string {
	const most = 200
	var names []string
	for k, _ := t.Next(lua.LNil); k != lua.LNil && len(names) < most; k, _ = t.Next(k) {
		if name, ok := k.(lua.LString); ok {
			names = append(names, string(name))
		}
	}
	slices.Sort(names)
	return names
}
