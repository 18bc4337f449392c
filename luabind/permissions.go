package luabind

import (
	"fmt"
	"slices"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// Permissions are what behaviours may reach outside of the run. The zero value is nothing.
type Permissions struct {
	IO  bool     // files and pipes: the library io
	OS  bool     // processes, the clock, the environment as a whole: the library os
	Net bool     // the network: tickflow.http
	Env []string // the environment variables that tickflow.env may read; their values are masked in all that leaves a call
}

var permissionNames = []string{"io", "os", "net", "env"}

// Add adds what a text such as "io,net" or "env=TOKEN,USER" names. What follows env= to the end are names of variables.
func (p *Permissions) Add(text string) error {
	for text != "" {
		if names, ok := strings.CutPrefix(text, "env="); ok {
			return p.addEnv(names)
		}
		var name string
		name, text, _ = strings.Cut(text, ",")
		switch name {
		case "io":
			p.IO = true
		case "os":
			p.OS = true
		case "net":
			p.Net = true
		case "env":
			return fmt.Errorf("env needs the names of variables: env=TOKEN,USER")
		default:
			return fmt.Errorf("%q is nothing to allow; there is io, os, net and env=NAME%s", name, didYouMean(name, permissionNames))
		}
	}
	return nil
}

func (p *Permissions) addEnv(names string) error {
	for _, name := range strings.Split(names, ",") {
		switch {
		case name == "":
			return fmt.Errorf("env= needs the names of variables, such as env=TOKEN,USER")
		case slices.Contains(permissionNames, name):
			return fmt.Errorf("%s behind env= would be the name of a variable: put it before, as in %s,env=TOKEN", name, name)
		case !slices.Contains(p.Env, name):
			p.Env = append(p.Env, name)
		}
	}
	return nil
}

// String answers a text that Add takes.
func (p *Permissions) String() string {
	var names []string
	for i, allowed := range []bool{p.IO, p.OS, p.Net} {
		if allowed {
			names = append(names, permissionNames[i])
		}
	}
	if len(p.Env) > 0 {
		names = append(names, "env="+strings.Join(p.Env, ","))
	}
	return strings.Join(names, ",")
}

// openPermitted opens what is allowed, and puts in place of the rest what says how to allow it.
func (m *vm) openPermitted() {
	base, allow := m.libraries.base, m.host.allow
	ioLib, osLib := m.locked("io", "--allow io", nil), m.locked("os", "--allow os", osHints)
	if allow.IO {
		ioLib = m.openIO()
	}
	if allow.OS {
		osLib = m.openOS()
	}
	base.RawSetString("io", ioLib)
	base.RawSetString("os", osLib)
}

// osHints are what does without permission what some functions of os do.
var osHints = map[string]string{
	"time": "tickflow.now() answers the time of the tick", "date": "tickflow.now() answers the time of the tick",
	"getenv": "tickflow.env(name) reads single variables with --allow env=NAME",
	"exit":   "a behaviour that cannot go on raises an error",
}

// locked makes a library that is not allowed: whatever is read of it raises an error that names the flag.
func (m *vm) locked(name, flag string, hints map[string]string) *lua.LTable {
	refuse := func(L *lua.LState) int {
		what, hint := name, ""
		if key, ok := L.Get(2).(lua.LString); ok {
			what += "." + string(key)
			hint = hints[string(key)]
		}
		if hint != "" {
			hint = "; " + hint
		}
		L.RaiseError("%s is not allowed: %s opens it%s", what, flag, hint)
		return 0
	}
	missing := m.L.CreateTable(0, 1)
	missing.RawSetString("__index", m.L.NewFunction(refuse))
	contents := m.L.CreateTable(0, 0)
	contents.Metatable = missing
	t := m.seal(contents, refuse)
	t.Metatable.(*lua.LTable).RawSetString("__call", m.L.NewFunction(func(L *lua.LState) int {
		L.SetTop(0)
		return refuse(L)
	}))
	return t
}
