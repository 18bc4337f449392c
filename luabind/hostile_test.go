package luabind_test

import (
	"errors"
	"fmt"
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

// TestHostile runs each piece of hostile code as a body. It ends within its limits with an error that says
// why, the run stands where it stood, the next run in the same pool is none the worse for it, and in the end nothing is left.
func TestHostile(t *testing.T) {
	goroutines, memory := runtime.NumGoroutine(), heap()
	t.Run("all", func(t *testing.T) {
		for name, c := range hostileBodies {
			t.Run(name, func(t *testing.T) {
				if c.memory() == 0 { // others would use the memory that it may have
					t.Parallel()
				}
				p := c.pool(t, "tickflow.body('bad', function(v) "+c.code+"\nend)")
				c.check(t, p, "[A]-->B\nA.body: first\nB.body: bad")
			})
		}
	})
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

// most is how long the code may have taken in the end, with leave for a slow machine.
func (c hostile) most() time.Duration { return min(c.time()+5*time.Second, time.Minute) }

// memory is how much the process may use.
func (c hostile) memory() int64 {
	if strings.Contains(c.want, tooMuch) {
		return heap() + 48<<20
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
	if took := time.Since(begun); took > c.most() {
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
		"names without end":  {"local n = 0 while true do n = n + 1 tickflow.body('n' .. n, print) end", tooLong + "|" + tooMuch},
		"module above":       {"require '../x'", "is no module name"},
		"module by a link":   {"require 'link'", "path escapes"},
		"module of the host": {"require 'io'", `module "io" not found`},
		"network":            {"tickflow.http.get('http://127.0.0.1')", "tickflow.http.get is not allowed"},
		"environment":        {"tickflow.env('HOME')", "--allow env=HOME opens it"},
		"library":            {"string.rep = nil", "the string library cannot be changed"},
		"long text":          {"--" + strings.Repeat("x", 2<<20), "the text has more than 1 MiB, the limit for Lua files"},
		"deep text":          {"return " + strings.Repeat("{", 20000) + strings.Repeat("}", 20000), "nested more than 4000 deep"},
	}
	var numbers strings.Builder
	for i := range 40_000 {
		fmt.Fprintf(&numbers, "%d,", i)
	}
	cases["many constants"] = hostile{"return {" + numbers.String() + "}", "too many different constants, names or labels in one function"}
	cases["many labels"] = hostile{"::x" + strings.ReplaceAll(numbers.String(), ",", ":: ::x") + "::", "too many different constants, names or labels in one function"}
	cases["module without end"] = hostile{"require 'huge'", "the text has more than 1 MiB, the limit for Lua files"}
	cases["module that is no file"] = hostile{"require 'folder'", "not a regular file"}
	cases["chain of modules"] = hostile{"require 'chain'", "stack overflow"}
	cases["circle of modules"] = hostile{"require 'circle'", `module "circle" requires itself: circle -> circle2 -> circle`}
	outside := filepath.Join(t.TempDir(), "outside.lua")
	if err := os.WriteFile(outside, []byte("return 1"), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if c.memory() == 0 {
				t.Parallel()
			}
			file := filepath.Join(t.TempDir(), "main.lua")
			if err := os.WriteFile(file, []byte("local tickflow = require 'tickflow'\n"+c.code), 0o666); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(outside, filepath.Join(filepath.Dir(file), "link.lua")); err != nil {
				t.Fatal(err)
			}
			if strings.Contains(name, "module") {
				moduleFiles(t, filepath.Dir(file), name)
			}
			p, err := luabind.Load(t.Context(), file, luabind.Options{CallTimeout: c.time(), MaxMemory: c.memory()})
			if err == nil {
				p.Close()
			}
			c.judge(t, err)
		})
	}
}

// moduleFiles makes modules that nobody should require.
func moduleFiles(t *testing.T, folder, name string) {
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(folder, name+".lua"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("huge", "")
	if err := os.Truncate(filepath.Join(folder, "huge.lua"), 1<<36); err != nil { // it takes no room
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(folder, "folder.lua"), 0o777); err != nil {
		t.Fatal(err)
	}
	write("chain", "return require 'chain1'")
	for i := 0; i < 600 && name == "chain of modules"; i++ {
		write(fmt.Sprint("chain", i+1), fmt.Sprintf("return require 'chain%d'", i+2))
	}
	write("circle", "return require 'circle2'")
	write("circle2", "return require 'circle'")
}
