package luabind_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/tickflow/tickflow/luabind"
	"github.com/tickflow/tickflow/runtime/engine"
)

// bodyError runs one body and answers the message of the error it raises, "" when it raises none.
func bodyError(t *testing.T, before, body string) string {
	t.Helper()
	p := load(t, before+"\ntickflow.body('b', function(v) "+body+"\nend)")
	_, err := fires(t, "[A]\nA.body: b", p, engine.Config{}, 1)
	var fault *luabind.Error
	if err != nil && !errors.As(err, &fault) {
		t.Fatalf("not an Error: %v", err)
	}
	if fault == nil {
		return ""
	}
	return fault.Msg
}

func TestSandbox(t *testing.T) {
	cases := map[string]struct{ before, body, want string }{
		"new global":                {"", "x = 1", "cannot assign the global x: globals are frozen once the file is loaded; use a local, or v.state for what must last"},
		"existing global":           {"n = 0", "n = n + 1", "cannot assign the global n"},
		"global function":           {"", "function f() end", "cannot assign the global f"},
		"through _G":                {"n = 0", "_G.n = 1", "cannot assign the global n"},
		"rawset of _G":              {"n = 0", "rawset(_G, 'n', 1)", "rawset of a read-only table"},
		"rawset of _G at load":      {"rawset(_G, 'n', 3); m = n", "assert(n == 3 and m == 3 and _G.n == 3)", ""},
		"library":                   {"", "string.trim = 1", "the string library cannot be changed"},
		"library function":          {"", "math.floor = math.ceil", "the math library cannot be changed"},
		"rawset of a library":       {"", "rawset(table, 'insert', 1)", "rawset of a read-only table"},
		"insert into a library":     {"", "table.insert(coroutine, 1)", "insert of a read-only table"},
		"library at load":           {"assert(not pcall(function() string.x = 1 end))", "", ""},
		"library from pairs":        {"", "for k, x in pairs(string) do assert(x ~= nil) end; local _, t = pairs(string); assert(t == nil)", ""},
		"next of a library":         {"", "assert(next(math) ~= nil)", ""},
		"library of the globals":    {"", "for k, x in pairs(_G) do if type(x) == 'table' then x.x = 1 end end", " be changed|cannot assign"},
		"string metatable":          {"", "getmetatable('').__index = {}", "`getmetatable('')` is a string and has no field __index"},
		"replaced string metatable": {"", "setmetatable('', {})", "`''` is a string where setmetatable needs a table"},
		"metatable of numbers":      {"", "setmetatable(1, {__index = {}})", "`1` is a number where setmetatable needs a table"},
		"library metatable":         {"", "setmetatable(string, {})", "cannot change a protected metatable"},
		"string methods":            {"", "assert(('x'):rep(3) == 'xxx' and #'abc' == 3 and ('%d'):format(4) == '4' and ('x').nothing == nil)", ""},
		"view":                      {"", "v.x = 1", "cannot assign v.x: a body returns its output, and keeps what must last in v.state"},
		"view by rawset":            {"", "rawset(v, 'x', 1)", "a view cannot be iterated or changed"},
		"view by pairs":             {"", "for k in pairs(v) do end", "a view cannot be iterated or changed: read its fields by name, or go over the inputs with v:items()"},
		"view metatable":            {"", "setmetatable(v, nil)", "cannot change a protected metatable"},
		"inputs":                    {"", "v.inputs.x = 1", "inputs are read-only"},
		"state not a table":         {"", "v.state = 1", "v.state is a table and cannot become a number"},
		"undefined global":          {"", "assert(nothing == nil)", ""},
		"io":                        {"", "assert(debug == nil and package == nil and channel == nil)", ""},
		"closed functions":          {"", "assert(not (dofile or loadfile or getfenv or setfenv or module or newproxy or collectgarbage or _printregs))", ""},
		"loaded text":               {"", "n = 1", "cannot assign the global n"},
		"text loaded at run time":   {"", "assert(loadstring('return 1 + ...'))(1); assert(load(function() return nil end)); loadstring('x = 1', 'piece')()", "piece:1: cannot assign the global x"},
		"text that is no Lua":       {"", "local f, err = loadstring('x =', 'piece'); assert(f == nil); error(err, 0)", "piece:1:4: unexpected end of the text"},
		"bytecode":                  {"", "assert(not loadstring('\\27Lua'))", ""},
		"require at run time":       {"", "require 'other'", `module "other" was not loaded with the file: require it at the top, outside of functions`},
		"register at run time":      {"", "tickflow.body('late', function() end)", `body "late" cannot be registered now: do it while the file is loaded, outside of functions`},
		"random seed":               {"", "math.randomseed(1)", "random numbers follow from the run's seed, which a behaviour cannot set"},
		"endless recursion":         {"", "local function f() return 1 + f() end; f()", "stack overflow"},
		"deep recursion":            {"", "local function f(n) if n > 0 then return 1 + f(n - 1) end return 0 end; assert(f(900) == 900)", ""},
		"many values":               {"", "local t = {}; for i = 1, 20000 do t[i] = i end; assert(select('#', unpack(t)) == 20000)", ""},
		"too many values":           {"", "local t = {}; for i = 1, 300000 do t[i] = i end; unpack(t)", "too many results to unpack"},
		"coroutines": {"", `
			local co = coroutine.create(function(a) local b = coroutine.yield(a + 1); error('b' .. b, 0) end)
			local ok, x = coroutine.resume(co, 1); assert(ok and x == 2)
			ok, x = coroutine.resume(co, 5); assert(not ok and x == 'b5' and coroutine.status(co) == 'dead')
			local sum = 0; for x in coroutine.wrap(function() for i = 1, 3 do coroutine.yield(i) end end) do sum = sum + x end
			assert(sum == 6)`, ""},
		"yield across pcall":           {"", "coroutine.wrap(function() pcall(function() coroutine.yield(1) end) error('seen', 0) end)()", "seen"},
		"yield across sort":            {"", "coroutine.wrap(function() table.sort({2, 1}, function() coroutine.yield(1) end) end)()", "attempt to yield across a call of a library function, such as pcall or table.sort"},
		"yield outside":                {"", "coroutine.yield(1)", "can not yield from outside of a coroutine"},
		"unknown input in a coroutine": {"", "local x = 1; local f = function() x = x + 1 return x end; local ok, err = coroutine.resume(coroutine.create(function() return v.nope end)); assert(not ok and f() == 2 and x == 2); error(err, 0)", "node A has no input nope: it declares none"},
		"table functions": {"", `
			local t = {3, 1, 2}; table.sort(t); table.insert(t, 4); assert(table.concat(t, ',') == '1,2,3,4' and table.remove(t) == 4)
			assert(#t == 3 and select('#', unpack(t)) == 3 and rawget(t, 1) == 1 and table.getn(t) == 3 and table.maxn(t) == 3)
			rawset(t, 4, 9); local n = 0; for i, x in ipairs(t) do n = n + i * x end; assert(n == 50)
			local m = setmetatable({}, {__index = function(_, k) return k .. '!' end, __call = function() return 7 end})
			assert(m.x == 'x!' and m() == 7 and getmetatable(m).__call)
			for k, x in pairs({a = 1}) do assert(k == 'a' and x == 1) end; assert(next({}) == nil and next({5}) == 1)`, ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got := bodyError(t, c.before, c.body)
			for _, want := range strings.Split(c.want, "|") {
				if strings.Contains(got, want) && (want != "") == (got != "") {
					return
				}
			}
			t.Errorf("got %q, want %q", got, c.want)
		})
	}
}

// What a body keeps in an upvalue from its call is of no use in a later one.
func TestLeftovers(t *testing.T) {
	cases := map[string]struct{ keep, use, want string }{
		"coroutine":         {"kept = coroutine.create(function() coroutine.yield() end); coroutine.resume(kept)", "coroutine.resume(kept)", "the coroutine belongs to an earlier call"},
		"wrapped coroutine": {"kept = coroutine.wrap(function() coroutine.yield() end); kept()", "kept()", "the coroutine belongs to an earlier call"},
		"args":              {"kept = v.args", "return kept.x", "the table belongs to an earlier call"},
		"args handed back":  {"kept = v.args", "return kept", "the body returned a table that belongs to an earlier call"},
		"args iterated":     {"kept = v.args", "for k in pairs(kept) do error('seen') end", "the table belongs to an earlier call"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			p := load(t, "local kept\ntickflow.body('b', function(v) if v.tick == 0 then "+c.keep+" return 1 end "+c.use+"\nend)")
			_, err := fires(t, "[A]-->B\nA.body: b\nB.body: b", p, engine.Config{Args: mustValue(t, `{"x": 1}`)}, 2)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

// Nor is a view or an input that a body has kept, in a call for another node.
func TestViewsOfThePast(t *testing.T) {
	const past = "the view or input belongs to an earlier call"
	cases := map[string]struct{ keep, use, want string }{
		"view":              {"v", "return kept.A.value", past},
		"assigned":          {"v", "kept.state = {}", past},
		"iterated":          {"v", "for name in kept:items() do end", past},
		"by pairs":          {"v", "for name in pairs(kept) do end", "a view cannot be iterated or changed"},
		"as output":         {"v", "return kept", "the body returned the view"},
		"input":             {"v.A", "return kept.value", past},
		"input in a sum":    {"v.A", "return kept + 1", past},
		"input looked up":   {"v.inputs.A", "return kept.exists", past},
		"input as output":   {"v.A", "return kept", "the body returned the view"},
		"input kept inside": {"{v.A}", "return kept[1].value", past},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			p := load(t, `local kept
				tickflow.body("keep", function(v) kept = `+c.keep+` return 1 end)
				tickflow.body("use", function(v) local x = v.B.value `+c.use+` end)
				tickflow.guard("keep", function(v) kept = `+c.keep+` return true end)`)
			for _, graph := range []string{
				"[A]-->B\nB-->C\nB.body: keep\nC.body: use", "[A]-->B\nB--|keep|-->C\nC.body: use",
			} {
				_, err := fires(t, graph, p, engine.Config{}, 3)
				if err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("got %v, want %q", err, c.want)
				}
			}
		})
	}
}

func TestReadOnly(t *testing.T) {
	cases := map[string]string{
		"v.args.x = 2":                                        "v.args is read-only",
		"v.args.new = 2":                                      "v.args is read-only",
		"v.args.deep.list[1] = 2":                             "v.args is read-only",
		"table.insert(v.args.deep.list, 1)":                   "insert of a read-only table",
		"table.sort(v.args.deep.list)":                        "sort of a read-only table",
		"for _, d in pairs(v.args) do d.x = 1 end":            "v.args is read-only",
		"for _, d in ipairs(v.args.deep.list) do d.x = 1 end": "v.args is read-only",
		"v.args = 1":                                          "cannot assign v.args",
		"v.B.value = 1":                                       "cannot assign value of input B: inputs are read-only",
		"v.inputs.A.x = 1":                                    "cannot assign x of input A: inputs are read-only",
		"v.A = 1":                                             "cannot assign v.A",
		"v.state.n = 2":                                       "v.state is read-only",
		"v.state.deep.n = 2":                                  "v.state is read-only",
		"v.state = {}":                                        "v.state is read-only in guards",
		"rawset(v.state, 'n', 2)":                             "rawset of a read-only table",
		"local _, t = pairs(v.state); t.x = 1":                "`t` is nil and has no field x",
	}
	for code, want := range cases {
		t.Run(code, func(t *testing.T) {
			p := load(t, `tickflow.body('b', function(v) v.state = {n = 1, deep = {n = 1}} return 1 end)
				tickflow.guard('g', function(v) `+code+` return true end)`)
			_, err := fires(t, "[A]-->B\nB--|g|-->C\nA.body: b\nB.body: b", p,
				engine.Config{Args: mustValue(t, `{"x": 1, "deep": {"list": [{}, {}]}}`)}, 3)
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("got %v, want %q", err, want)
			}
		})
	}
}

// An error of a function that a library has, registered as it is, names the place where that was done.
func TestLibraryFunctionsAsBehaviours(t *testing.T) {
	for _, f := range []string{"error", "coroutine.yield", "coroutine.wrap(print)", "select", "table.sort", "tickflow.body", "require", "assert"} {
		p := load(t, "\ntickflow.body('b', "+f+")")
		_, err := fires(t, "[A]\nA.body: b", p, engine.Config{}, 1)
		var fault *luabind.Error
		if !errors.As(err, &fault) || !strings.HasPrefix(fault.Error(), "test.lua:3:1: ") || strings.HasPrefix(fault.Msg, " ") {
			t.Errorf("%s: %v", f, err)
		}
	}
}
