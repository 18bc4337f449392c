package luabind

import (
	"fmt"
	"slices"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"github.com/tickflow/tickflow/runtime/engine"
)

// ModuleVersion is tickflow.version: it grows when the module "tickflow" gains something.
const ModuleVersion = 2

// openModule makes the module "tickflow".
func (m *vm) openModule() {
	m.modules.loaded = map[string]lua.LValue{}
	json := m.library("tickflow.json", map[string]lua.LGFunction{"encode": m.encode, "decode": m.decode}, nil)
	m.modules.tickflow = m.library("tickflow", map[string]lua.LGFunction{
		"body":    func(L *lua.LState) int { return m.register(L, "body", &m.bodies) },
		"guard":   func(L *lua.LState) int { return m.register(L, "guard", &m.guards) },
		"failure": m.failure,
		"array":   func(L *lua.LState) int { return m.mark(L, m.marks.list) },
		"object":  func(L *lua.LState) int { return m.mark(L, m.marks.object) },
		"log":     m.print,
		"now":     m.now,
		"random":  m.random,
		"key":     m.key,
		"env":     m.env,
	}, map[string]lua.LValue{"null": m.marks.null, "json": json, "http": m.openHTTP(), "version": lua.LNumber(ModuleVersion)})
}

// library makes a table of functions and other values that cannot be changed and says what it has when asked for more.
func (m *vm) library(name string, funcs map[string]lua.LGFunction, values map[string]lua.LValue) *lua.LTable {
	t := m.L.CreateTable(0, len(funcs)+len(values))
	for key, f := range funcs {
		t.RawSetString(key, m.L.NewFunction(f))
	}
	for key, v := range values {
		t.RawSetString(key, v)
	}
	known := append(sortedKeys(funcs), sortedKeys(values)...)
	slices.Sort(known)
	missing := m.L.CreateTable(0, 1)
	missing.RawSetString("__index", m.L.NewFunction(func(L *lua.LState) int {
		key := L.Get(2).String()
		L.RaiseError("%s.%s does not exist; it has: %s%s", name, key, strings.Join(known, ", "), didYouMean(key, known))
		return 0
	}))
	t.Metatable = missing
	return m.seal(t, func(L *lua.LState) int {
		L.RaiseError("%s cannot be changed", name)
		return 0
	})
}

// register is tickflow.body and tickflow.guard.
func (m *vm) register(L *lua.LState, kind string, known *[]registration) int {
	name, ok := L.Get(1).(lua.LString)
	fn, isFunction := L.Get(2).(*lua.LFunction)
	if !ok || !isFunction {
		L.RaiseError("%s", badRegistration(kind, L.Get(1), L.Get(2)))
	}
	if m.loaded {
		L.RaiseError("%s %q cannot be registered now: do it while the file is loaded, outside of functions", kind, name)
	}
	for _, r := range *known {
		if r.name == m.host.secrets.hide(string(name)) {
			L.RaiseError("%s %q is registered twice, first at %s", kind, name, r.where)
		}
	}
	// The pool tells everybody what is registered.
	*known = append(*known, registration{m.host.secrets.hide(string(name)), fn, strings.TrimSuffix(L.Where(1), ":")})
	return 0
}

// badRegistration says what a registration needs that has not got it.
func badRegistration(kind string, name, fn lua.LValue) string {
	n, ok := name.(lua.LString)
	if !ok {
		return "tickflow." + kind + " takes the name of the " + kind + " first: it got " + a(name.Type().String())
	}
	return fmt.Sprintf("%[1]s %[2]q needs its function, such as tickflow.%[1]s(%[2]q, function(v) return … end): it got %[3]s",
		kind, string(n), a(fn.Type().String()))
}

// failure is tickflow.failure(message[, type]).
func (m *vm) failure(L *lua.LState) int {
	f := &engine.Failure{Message: L.CheckString(1), Type: engine.FailureType(L.OptString(2, string(engine.LLM)))}
	if f.Type != engine.LLM && f.Type != engine.Infrastructure {
		L.ArgError(2, "the type of a failure is \"llm\" or \"infrastructure\", not \""+string(f.Type)+"\"")
	}
	L.Push(&lua.LUserData{Value: f, Env: L.Env, Metatable: m.marks.failure})
	return 1
}

// mark is tickflow.array and tickflow.object: it decides what a table counts as.
func (m *vm) mark(L *lua.LState, as *lua.LTable) int {
	t := L.OptTable(1, nil)
	if t == nil {
		t = L.CreateTable(0, 0)
	}
	switch kindOf(t) {
	case sealed, closed:
		L.ArgError(1, "a table that is the caller's own expected")
	}
	t.Metatable = as
	L.Push(t)
	return 1
}

// print is tickflow.log and print: one line to the run's log, the arguments with tabs between them, tables as JSON.
func (m *vm) print(L *lua.LState) int {
	var line strings.Builder
	for i := 1; i <= L.GetTop() && line.Len() <= maxMessage; i++ {
		if i > 1 {
			line.WriteByte('\t')
		}
		line.WriteString(m.text(L, L.Get(i)))
	}
	if err := m.mayLog(); err != nil {
		L.RaiseError("%s", err.Error())
	}
	m.say(line.String())
	return 0
}

// mayLog answers why the call may log nothing more, or nil.
func (m *vm) mayLog() error {
	if m.logged.Load() > maxString {
		return errLogged
	}
	return m.interrupted()
}

var errLogged = fmt.Errorf("the call has logged more than %s, the limit", size(maxString))

// say writes a line to the log of the run, or of loading.
func (m *vm) say(line string) {
	line = cut(m.host.secrets.hide(line))
	m.logged.Add(int64(len(line)) + 1)
	if m.view != nil {
		m.view.Log(line)
	} else if m.log != nil {
		m.log(line)
	}
}

func (m *vm) text(L *lua.LState, lv lua.LValue) string {
	if t, ok := lv.(*lua.LTable); ok && L.GetMetaField(t, "__tostring") == lua.LNil {
		if v, err := m.value(t); err == nil {
			return v.String()
		}
	}
	return L.ToStringMeta(lv).String()
}
