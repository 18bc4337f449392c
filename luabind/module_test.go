package luabind_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tickflow/tickflow/luabind"
	"github.com/tickflow/tickflow/runtime/engine"
)

// outputs answers what single bodies return, each a node of its own, as JSON.
func outputs(t *testing.T, cfg engine.Config, bodies ...string) []string {
	t.Helper()
	var graph, lua strings.Builder
	for i, body := range bodies {
		fmt.Fprintf(&graph, "[N%d]\nN%d.body: b%d\n", i, i, i)
		fmt.Fprintf(&lua, "tickflow.body('b%d', function(v) %s\nend)\n", i, body)
	}
	got, err := fires(t, graph.String(), load(t, lua.String()), cfg, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i := range got {
		_, got[i], _ = strings.Cut(got[i], "=")
	}
	return got
}

func TestModule(t *testing.T) {
	cases := map[string]struct{ body, want string }{
		"nothing":                  {"", "null"},
		"null":                     {"return tickflow.null", "null"},
		"null inside":              {"return {a = tickflow.null, b = {tickflow.null, 1}}", `{"a":null,"b":[null,1]}`},
		"empty object":             {"return {}", "{}"},
		"marked empty object":      {"return tickflow.object()", "{}"},
		"empty list":               {"return tickflow.array{}", "[]"},
		"list grown from empty":    {"local t = tickflow.array{}; t[1] = 5; return t", "[5]"},
		"list marked later":        {"return tickflow.array{1, {2}}", "[1,[2]]"},
		"first of several":         {"return 1, 2", "1"},
		"text of the marks":        {"return {tostring(tickflow.null), tostring(tickflow.failure('x')), getmetatable(tickflow.array{})}", `["null","failure: x","array"]`},
		"encode":                   {"return tickflow.json.encode({b = {1, tickflow.null}, a = tickflow.array{}})", `"{\"a\":[],\"b\":[1,null]}"`},
		"decode":                   {`return tickflow.json.decode('{"a": [], "b": [null, {}], "c": "\\u00e9"}')`, `{"a":[],"b":[null,{}],"c":"é"}`},
		"decode null":              {"return tostring(tickflow.json.decode('null'))", `"nil"`},
		"decode what is no JSON":   {"return {pcall(tickflow.json.decode, '[x]')}", `[false,"test.lua:2: json.decode: invalid character 'x' looking for beginning of value, at character 2, in \"[x]\""]`},
		"encode what is no value":  {"return {pcall(tickflow.json.encode, {x = print})}", `[false,"test.lua:2: json.encode takes a value, and got a function at value.x"]`},
		"version":                  {"return tickflow.version", "2"},
		"now":                      {"return tickflow.now()", "1700000000123"},
		"the module again":         {"return require('tickflow') == tickflow", "true"},
		"random":                   {"local x, n, m = tickflow.random(), tickflow.random(6), math.random(3, 4) return x >= 0 and x < 1 and n >= 1 and n <= 6 and (m == 3 or m == 4)", "true"},
		"no integers to draw from": {"return {pcall(tickflow.random, 0), pcall(math.random, 3, 2)}", `[false,false,"test.lua:2: no integers from 3 to 2"]`},
		"key":                      {"return tickflow.key() == tickflow.key() and #tickflow.key() == 32", "true"},
		"what does not exist":      {"return {pcall(function() return tickflow.falure end)}", `[false,"test.lua:2: tickflow.falure does not exist; it has: array, body, env, failure, guard, http, json, key, log, now, null, object, random, version (did you mean failure?)"]`},
		"the module is sealed":     {"return {pcall(function() tickflow.now = 1 end)}", `[false,"test.lua:2: tickflow cannot be changed"]`},
		"json is sealed":           {"return {pcall(function() tickflow.json.encode = 1 end)}", `[false,"test.lua:2: tickflow.json cannot be changed"]`},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			cfg := engine.Config{Now: func(int) int64 { return 1700000000123 }}
			if got := outputs(t, cfg, c.body)[0]; got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestFailure(t *testing.T) {
	cases := map[string]struct{ body, want string }{
		"default":        {"return tickflow.failure('down')", "A!failed: down"},
		"llm":            {"return tickflow.failure('down', 'llm')", "A!failed: down"},
		"infrastructure": {"return tickflow.failure('down', 'infrastructure')", "A!aborted: down"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got, err := fires(t, "[A]\nA.body: b", load(t, "tickflow.body('b', function(v) "+c.body+" end)"), engine.Config{}, 1)
			if err != nil || !slices.Equal(got, []string{c.want}) {
				t.Errorf("got %v, %v, want %s", got, err, c.want)
			}
		})
	}
	if got := bodyError(t, "", "return tickflow.failure('x', 'network')"); !strings.Contains(got, `"llm" or "infrastructure", not "network"`) {
		t.Error(got)
	}
	if got := bodyError(t, "", "return {tickflow.failure('x')}"); got != "the body returned a table with a failure at out[1]" {
		t.Error(got)
	}
	p := load(t, "tickflow.body('b', function(v) end) tickflow.guard('g', function(v) return tickflow.failure('x') end)")
	if _, err := fires(t, "[A]--|g|-->B\nA.body: b", p, engine.Config{}, 1); err == nil ||
		!strings.Contains(err.Error(), "a guard cannot answer a failure") {
		t.Error(err)
	}
}

func TestRandomFollowsTheSeed(t *testing.T) {
	draw := "return {tickflow.random(), math.random(), tickflow.random(1000), tickflow.key()}"
	first := outputs(t, engine.Config{ID: "run", Seed: 1}, draw, draw)
	again := outputs(t, engine.Config{ID: "run", Seed: 1}, draw, draw)
	other := outputs(t, engine.Config{ID: "another", Seed: 2}, draw, draw)
	if diff := cmp.Diff(first, again); diff != "" {
		t.Error("the same run draws other numbers:", diff)
	}
	if first[0] == first[1] || first[0] == other[0] {
		t.Error("another node or run draws the same numbers:", first, other)
	}
}

func TestLog(t *testing.T) {
	var mu sync.Mutex
	var lines []string
	cfg := engine.Config{Log: func(tick int, node, line string) {
		mu.Lock()
		defer mu.Unlock()
		lines = append(lines, fmt.Sprintf("%d %s %s", tick, node, line))
	}}
	var loading []string
	p, err := luabind.LoadText(t.Context(), "test.lua", `local tickflow = require "tickflow"
		print("loading", 1)
		tickflow.body("b", function(v)
			print("x", 1, nil, true)
			tickflow.log({a = {1}}, v.args, setmetatable({}, {__tostring = function() return "mine" end}))
			print()
			print((tostring(print):gsub(":.*", "")))
			print((tostring({[{}] = 1}):gsub("0x.*", "")))
		end)`, luabind.Options{Log: func(line string) { loading = append(loading, line) }})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	cfg.Args = mustValue(t, "[1]")
	if _, err := fires(t, "[A]\nA.body: b", p, cfg, 1); err != nil {
		t.Fatal(err)
	}
	want := []string{"0 A x\t1\tnil\ttrue", "0 A {\"a\":[1]}\t[1]\tmine", "0 A ", "0 A function", "0 A table: "}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"loading\t1"}, loading); diff != "" {
		t.Error(diff)
	}
}

func TestNotWhileLoading(t *testing.T) {
	for _, call := range []string{"tickflow.now()", "tickflow.random()", "math.random()", "tickflow.key()"} {
		_, err := luabind.LoadText(t.Context(), "test.lua", "local tickflow = require 'tickflow'\nlocal x = "+call, luabind.Options{})
		if err == nil || !strings.Contains(err.Error(), "test.lua:2:11: ") || !strings.Contains(err.Error(), "body or guard only") {
			t.Errorf("%s: %v", call, err)
		}
	}
}
