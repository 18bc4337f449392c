package luabind_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tickflow/tickflow/luabind"
	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/value"
)

// hostile is code that does not mean well, and what becomes of it.
type hostile struct {
	code string
	want string // the error; "" when there is nothing wrong with what it does
}

const (
	tooLong   = "took longer than 100ms, the time limit for a call; --call-timeout sets it"
	tooBig    = "would make a string of more than 16 MiB, the limit for strings"
	tooMuch   = "of memory, the limit; --max-memory sets it"
	steps     = "pattern too complex: matching it takes too many steps"
	valueSize = "a value of more than 16 MiB, the limit for values"
)

// hostileBodies are run one by one.
var hostileBodies = map[string]hostile{
	// Time.
	"endless loop":                      {"while true do end", tooLong},
	"endless goto":                      {"::again:: goto again", tooLong},
	"endless tail calls":                {"local function f() return f() end return f()", tooLong},
	"endless tail calls that raise":     {"local n = 0; local function f() n = n + 1; if n > 300000 then error('end') end return f() end return f()", "end"},
	"endless tail calls in pcall":       {"local function f() return f() end pcall(f) return 1", tooLong},
	"endless loop in pcall":             {"pcall(function() while true do end end) return 1", tooLong},
	"pcall in an endless loop":          {"while true do pcall(function() while true do end end) end", tooLong},
	"endless loop in xpcall":            {"xpcall(function() while true do end end, function() return 1 end)", tooLong},
	"handler that never ends":           {"xpcall(error, function() while true do end end)", tooLong},
	"handler that raises":               {"local ok, err = xpcall(error, function() error({}) end); assert(not ok); error('seen')", "seen"},
	"handlers without end":              {"local function h() return xpcall(error, h) end h()", ""},
	"endless coroutine":                 {"coroutine.wrap(function() while true do end end)()", tooLong},
	"coroutine that swallows its end":   {"local co = coroutine.create(function() while true do pcall(function() while true do end end) end end) coroutine.resume(co) while true do end", tooLong},
	"coroutines that yield for ever":    {"local f = coroutine.wrap(function() while true do coroutine.yield() end end) while true do f() end", tooLong},
	"coroutines without end":            {"local all = {} while true do all[#all + 1] = coroutine.create(function() end) end", tooMuch},
	"coroutines in coroutines":          {"local function f() coroutine.wrap(f)() end f()", "coroutines have resumed one another more than 64 deep, the limit"},
	"coroutines in coroutines in pcall": {"local function f() pcall(coroutine.wrap(f)) end f() return 1", ""},
	"metamethod that never ends":        {"local t = setmetatable({}, {__index = function() while true do end end}) return t.x", tooLong},
	"metamethods that loop":             {"local t = setmetatable({}, {}) getmetatable(t).__index = t return t.x", "too many recursions in gettable"},
	"assignments that loop":             {"local t = setmetatable({}, {}) getmetatable(t).__newindex = t t.x = 1", "too many recursions in settable"},
	"metamethods without end":           {"local t = setmetatable({}, {__add = function(a, b) return a + b end}) return t + t", "stack overflow"},
	"concatenation without end":         {"local t = setmetatable({}, {__concat = function(a, b) return a .. b end}) return t .. t", "stack overflow"},
	"call metamethod that loops":        {"local t = setmetatable({}, {}) getmetatable(t).__call = t return t()", "attempt to call"},
	"tostring that never ends":          {"print(setmetatable({}, {__tostring = function() while true do end end}))", tooLong},
	"comparator that never ends":        {"table.sort({3, 2, 1}, function() while true do end end)", tooLong},
	"comparator without an order":       {"local t = {} for i = 1, 1000 do t[i] = i end table.sort(t, function() return true end) return #t", ""},
	"comparator that changes the table": {"local t = {} for i = 1, 100 do t[i] = i end table.sort(t, function(a, b) table.remove(t) return b < a end)", ""},
	"comparator that raises":            {"table.sort({3, 2, 1}, function() error('no') end)", "no"},
	"comparing long strings":            {"local a, t = ('x'):rep(2^22), {} local b = 'x' .. a:sub(2) for i = 1, 5000 do t[i] = i % 2 == 0 and a or b end table.sort(t)", tooLong},
	"callback of gsub that never ends":  {"('x'):gsub('.', function() while true do end end)", tooLong},
	"gsub in gsub without end":          {"local function f(s) return (s:gsub('.', f)) end f('x')", "stack overflow"},
	"loading in an endless loop":        {"while true do loadstring('return 1')() end", tooLong},
	"reader of load that never ends":    {"load(function() return 'x = 1 ' end)", "the text has more than 256 KiB, the limit for Lua texts"},

	// Strings.
	"rep":                        {"return ('x'):rep(1e10)", tooBig},
	"rep of a long string":       {"return ('x'):rep(2^20):rep(2^20)", tooBig},
	"rep of a huge number":       {"return ('x'):rep(1e300)", tooBig},
	"rep of no number":           {"return ('x'):rep(0/0)", ""},
	"doubling":                   {"local s = 'x' while true do s = s .. s end", tooBig},
	"doubling in pcall":          {"local s = 'x' pcall(function() while true do s = s .. s end end) return #s", ""},
	"many operands":              {"local s = ('x'):rep(2^20) return s..s..s..s..s..s..s..s..s..s..s..s..s..s..s..s..s..s..s..s", tooBig},
	"concat":                     {"local s, t = ('x'):rep(2^20), {} for i = 1, 100 do t[i] = s end return table.concat(t)", tooBig},
	"concat of long separators":  {"local t = {} for i = 1, 100 do t[i] = 1 end return table.concat(t, ('x'):rep(2^20))", tooBig},
	"concat of a huge range":     {"return table.concat({}, '', 1, 1e15)", "invalid value (nil) at index 1 in table for concat"},
	"format with a huge width":   {"return ('%99999999d'):format(1)", "invalid format: flags, width or precision too long"},
	"format with a precision":    {"return ('%.99999999f'):format(1)", "invalid format: flags, width or precision too long"},
	"format of an unknown verb":  {"return ('%y'):format(1)", "invalid option '%y' to format"},
	"format of long strings":     {"local s = ('x'):rep(2^23) return ('%s%s%s'):format(s, s, s)", tooBig},
	"gsub that grows":            {"return (('x'):rep(2^20):gsub('x', ('y'):rep(2^20)))", tooBig},
	"gsub with captures":         {"return (('x'):rep(2^20):gsub('.+', '%0%0%0%0%0%0%0%0%0%0%0%0%0%0%0%0%0'))", tooBig},
	"bytes of a long string":     {"return ('x'):rep(2^24):byte(1, -1)", "registry overflow"},
	"unpack of a huge range":     {"return unpack({}, 1, 1e9)", "registry overflow"},
	"unpack to the last integer": {"return unpack({}, 2^62, 2^62 + 2^40)", "registry overflow"},
	"long string in bad UTF-8":   {"return ('\\255'):rep(2^23):lower()", tooBig},
	"JSON that grows":            {"return #tickflow.json.encode(('\\1'):rep(2^23))", tooBig},
	"JSON of many parts":         {"return tickflow.json.decode('[' .. ('1,'):rep(2^22) .. '1]')", valueSize},

	// Patterns.
	"catastrophic pattern":    {"return (('a'):rep(31)):find(('a?'):rep(30) .. ('a'):rep(31))", steps},
	"more catastrophic":       {"return (('a'):rep(40)):find(('a?'):rep(40) .. ('a'):rep(40) .. 'b')", steps},
	"stars":                   {"return ('a'):rep(3000):match('.*.*.*.*b')", steps},
	"lazy pattern":            {"return ('a'):rep(2^14):find('.-b')", steps},
	"pattern of many choices": {"return ('a'):rep(2^20):find(('a?'):rep(2^20))", "pattern too complex: more than 5000 repetitions and captures in a row"},
	"catastrophic gmatch":     {"for x in ('a'):rep(3000):gmatch('.*.*.*.*b') do end", steps},
	"catastrophic gsub":       {"return ('a'):rep(3000):gsub('.*.*.*.*b', '')", steps},
	"catastrophic in pcall":   {"while true do pcall(string.find, ('a'):rep(3000), '.*.*.*.*b') end", tooLong},
	"many captures":           {"return ('a'):match(('()'):rep(1000))", "too many captures"},
	"malformed pattern":       {"return ('a'):match('[a')", "malformed pattern (missing ']')"},

	// Memory.
	"table that grows":          {"local t = {} while true do t[#t + 1] = {} end", tooMuch},
	"table that grows in pcall": {"local t = {} while true do pcall(function() while true do t[#t + 1] = {} end end) end", tooMuch},
	"table of strings":          {"local t = {} while true do t[#t + 1] = ('x'):rep(2^20) end", tooMuch},
	"keys that come and go":     {"local t, i = {}, 0 while true do i = i + 1; t['k' .. i] = i; t['k' .. i] = nil end", tooLong + "|" + tooMuch},
	"items far behind the end":  {"local all = {} while true do local t = {} t[4e6] = 1 all[#all + 1] = t end", tooMuch},
	"insert far behind the end": {"local all = {} while true do local t = {} table.insert(t, 4e6, 1) all[#all + 1] = t end", tooMuch},
	"list without end":          {"local t = {} for i = 1, 2^22 do t[i] = 1 end while true do table.insert(t, 1) end", "a list of 4194303 items, the limit for lists|" + tooMuch},
	"closures without end":      {"local f = print while true do local g = f f = function() return g() end end", tooMuch + "|" + tooLong},
	"state that grows":          {"local s = ('x'):rep(2^20) local t = {} for i = 1, 20 do t[i] = s end return {t}", valueSize},
	"table of the same table":   {"local t = {} for i = 1, 60 do t = {t, t} end return t", valueSize},
	"table in itself":           {"local t = {} t.t = t return t", "a table that contains itself"},
	"deep table":                {"local t = {} for i = 1, 1e5 do t = {t} end return t", "nested more than"},
	"args many times":           {"local t = {} for i = 1, 1e5 do t[i] = v.args end return t", valueSize},

	// Depth.
	"deep recursion":             {"local function f() return 1 + f() end return f()", "stack overflow"},
	"deep recursion in pcall":    {"local function f() return pcall(f) end return (f())", ""},
	"deep text":                  {"return loadstring('return ' .. ('('):rep(1e5) .. '1' .. (')'):rep(1e5))()", ""},
	"deep text of signs":         {"local f, err = loadstring('return ' .. ('- '):rep(1e5) .. '1') error(err, 0)", "nested more than 4000 deep, the limit for expressions, blocks and functions"},
	"deep text of operators":     {"local f, err = loadstring('return 1' .. ('+1'):rep(1e5)) error(err, 0)", "nested more than 4000 deep"},
	"deep text of blocks":        {"local f, err = loadstring(('do '):rep(3e4) .. ('end '):rep(3e4)) error(err, 0)", "nested more than 4000 deep"},
	"deep text of concatenation": {"local f, err = loadstring('return 1' .. (' ..1'):rep(5e4)) error(err, 0)", "register overflow"},
	"long text":                  {"local f, err = loadstring(('x'):rep(2^23)) error(err, 0)", "the text has more than 256 KiB, the limit for Lua texts"},
	"deep JSON":                  {"return tickflow.json.decode(('['):rep(1e5) .. (']'):rep(1e5))", "exceeded max depth"},

	// What is not theirs.
	"global":                    {"x = 1", "cannot assign the global x"},
	"pairs":                     {"pairs = nil", "cannot assign the global pairs"},
	"library":                   {"string.rep = nil", "the string library cannot be changed"},
	"library by rawset":         {"rawset(table, 'sort', nil)", "rawset of a read-only table"},
	"metatable of strings":      {"getmetatable('').__index = nil", "is a string and has no field __index"},
	"environment of a function": {"setfenv(1, {})", "`setfenv` is not available in behaviours"},
	"what concatenation calls":  {"_G['(..)'] = nil", "cannot assign the global (..)"},
	"io":                        {"return io.open('/etc/passwd')", "io.open is not allowed: --allow io opens it"},
	"io by pairs":               {"for k, f in pairs(io) do f('/etc/passwd') end return io == nil", ""},
	"io by rawget":              {"return rawget(io, 'open') == nil", ""},
	"io by the metatable":       {"return getmetatable(io).__index == nil", ""},
	"os":                        {"os.exit(1)", "os.exit is not allowed: --allow os opens it"},
	"os by another name":        {"for k, x in pairs(_G) do if k == 'os' then x.execute('true') end end", "os.execute is not allowed"},
	"environment":               {"return os.getenv('HOME')", "os.getenv is not allowed: --allow os opens it; tickflow.env(name) reads single variables with --allow env=NAME"},
	"environment by tickflow":   {"return tickflow.env('HOME')", "the environment variable HOME is not allowed: --allow env=HOME opens it"},
	"network":                   {"return tickflow.http.get('http://127.0.0.1')", "tickflow.http.get is not allowed: --allow net opens it"},
	"network by a call":         {"return tickflow.http('http://127.0.0.1')", "tickflow.http is not allowed: --allow net opens it"},
	"debug":                     {"return debug.getinfo(1)", "`debug` is not available in behaviours"},
	"debug by require":          {"return require('debug')", `module "debug" was not loaded with the file`},
	"package":                   {"return package.loaded.io", "`package` is not available in behaviours"},
	"files by loading":          {"return dofile('/etc/passwd')", "`dofile` is not available in behaviours"},
	"files by require":          {"return require('../../etc/passwd')", "was not loaded with the file"},
	"channels":                  {"return channel.make()", "`channel` is not available in behaviours"},
	"bytecode":                  {"return assert(loadstring('\\27Lua\\81'))()", "means nothing in Lua"},
	"the process's memory":      {"collectgarbage()", "`collectgarbage` is not available in behaviours"},

	// Errors that say nothing.
	"nil":                    {"error(nil)", "an error without a value was raised"},
	"no value":               {"error()", "bad argument #1 to error (value expected)"},
	"table":                  {"error({code = 7})", `an error was raised with the value {"code":7}`},
	"table in itself raised": {"local t = {} t.t = t error(t)", "an error was raised with a value of type table"},
	"function":               {"error(print)", "an error was raised with a value of type function"},
	"table with a metatable": {"error(setmetatable({}, {__tostring = function() while true do end end}))", "an error was raised with the value {}"},
	"long message":           {"error(('x'):rep(2^24), 0)", "xxx… (16711680 bytes more)"},
	"message of bad UTF-8":   {"error('\\255\\254', 0)", "\uFFFD"},
}

// TestHostile runs each piece of hostile code as a body. It ends within its limits with an error that says
// why, the run stands where it stood, the next run in the same pool is none the worse for it, and in the end nothing is left.
func TestHostile(t *testing.T) {
	goroutines, memory := runtime.NumGoroutine(), heap()
	for name, c := range hostileBodies {
		t.Run(name, func(t *testing.T) {
			p := c.pool(t, "tickflow.body('bad', function(v) "+c.code+"\nend)")
			c.check(t, p, "[A]-->B\nA.body: first\nB.body: bad")
		})
	}
	nothingLeft(t, goroutines, memory)
}

// TestHostileGuards runs some of it as guards.
func TestHostileGuards(t *testing.T) {
	for _, name := range []string{
		"endless loop", "endless loop in pcall", "coroutine that swallows its end", "endless tail calls", "doubling", "gsub that grows",
		"table that grows", "deep recursion", "global", "io", "nil", "table",
	} {
		t.Run(name, func(t *testing.T) {
			c, ok := hostileBodies[name]
			if !ok {
				t.Fatal("there is no such case")
			}
			p := c.pool(t, "tickflow.guard('bad', function(v) "+c.code+"\nend)")
			c.check(t, p, "[A]-->B\nB--|bad|-->C\nA.body: first")
		})
	}
}

// time is how long the code may run: those that run into another limit have time for it on any machine.
func (c hostile) time() time.Duration {
	if strings.Contains(c.want, tooLong) {
		return 100 * time.Millisecond
	}
	return time.Minute
}

// memory is how much the process may use.
func (c hostile) memory() int64 {
	if strings.Contains(c.want, tooMuch) {
		return heap() + 100<<20
	}
	return 0
}

func (c hostile) pool(t *testing.T, text string) *luabind.Pool {
	t.Helper()
	p, err := luabind.LoadText(t.Context(), "test.lua", `local tickflow = require 'tickflow'
		tickflow.body('first', function(v) return {tick = v.tick} end)
		tickflow.body('honest', function(v)
			local names = {}
			for word in ("a b c"):gmatch("%a") do names[#names + 1] = word:upper() end
			local ok, err = pcall(function() newglobal = 1 end)
			return table.concat(names, ",") .. tostring(ok) .. #tostring(string.format("%5.1f", 2.25))
		end)
		`+text, luabind.Options{CallTimeout: c.time(), MaxMemory: c.memory()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

func heap() int64 {
	var s runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&s)
	return int64(s.HeapAlloc)
}

func (c hostile) check(t *testing.T, p *luabind.Pool, graph string) {
	r := start(t, graph, p, engine.Config{Args: mustValue(t, `{"text": "`+strings.Repeat("x", 1000)+`"}`)})
	if _, err := r.Tick(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	before := r.Snapshot()
	begun := time.Now()
	_, err := r.Tick(t.Context(), nil)
	took := time.Since(begun)
	if took > time.Minute {
		t.Errorf("it took %s", took)
	}
	c.judge(t, err)
	if err != nil {
		if diff := cmp.Diff(before, r.Snapshot(), cmp.Comparer(value.Equal)); diff != "" {
			t.Errorf("the run has changed (-before +after):\n%s", diff)
		}
	}
	got, err := fires(t, "[A]\nA.body: honest", p, engine.Config{}, 1)
	if err != nil || got[0] != `A="A,B,Cfalse5"` {
		t.Errorf("the next run: %v, %v", got, err)
	}
}

func (c hostile) judge(t *testing.T, err error) {
	if c.want == "" {
		if err != nil {
			t.Errorf("%v", err)
		}
		return
	}
	var fault *luabind.Error
	if !errors.As(err, &fault) {
		t.Errorf("got %v, want an Error", err)
		return
	}
	for want := range strings.SplitSeq(c.want, "|") {
		if strings.Contains(fault.Msg, want) {
			return
		}
	}
	t.Errorf("got %.300q, want %q", fault.Msg, c.want)
}

// TestHostileLoading loads hostile files.
func TestHostileLoading(t *testing.T) {
	cases := map[string]hostile{
		"endless loop":       {"while true do end", tooLong},
		"endless in pcall":   {"while true do pcall(function() while true do end end) end", tooLong},
		"growing table":      {"local t = {} while true do t[#t + 1] = {} end", tooMuch},
		"doubling":           {"local s = 'x' while true do s = s .. s end", tooBig},
		"recursion":          {"local function f() return 1 + f() end f()", "stack overflow"},
		"pattern":            {"return ('a'):rep(3000):match('.*.*.*.*b')", steps},
		"names without end":  {"while true do tickflow.body(tostring({}), print) end", tooLong + "|" + tooMuch},
		"module above":       {"require '../x'", "is no module name"},
		"module by a link":   {"require 'link'", "path escapes"},
		"module of the host": {"require 'io'", `module "io" not found`},
		"network":            {"tickflow.http.get('http://127.0.0.1')", "tickflow.http.get is not allowed"},
		"environment":        {"tickflow.env('HOME')", "--allow env=HOME opens it"},
		"library":            {"string.rep = nil", "the string library cannot be changed"},
		"long text":          {"--" + strings.Repeat("x", 5<<20), "the text has more than 4 MiB, the limit for Lua files"},
		"deep text":          {"return " + strings.Repeat("{", 20000) + strings.Repeat("}", 20000), "nested more than 4000 deep"},
	}
	outside := filepath.Join(t.TempDir(), "outside.lua")
	if err := os.WriteFile(outside, []byte("return 1"), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "main.lua")
			if err := os.WriteFile(file, []byte("local tickflow = require 'tickflow'\n"+c.code), 0o666); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(outside, filepath.Join(filepath.Dir(file), "link.lua")); err != nil {
				t.Fatal(err)
			}
			p, err := luabind.Load(t.Context(), file, luabind.Options{CallTimeout: c.time(), MaxMemory: c.memory()})
			if err == nil {
				p.Close()
			}
			c.judge(t, err)
		})
	}
}
