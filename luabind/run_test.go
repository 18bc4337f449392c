package luabind_test

import (
	"testing"

	"github.com/tickflow/tickflow/luabind"
	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/syntax"
	"github.com/tickflow/tickflow/runtime/value"
)

func build(t testing.TB, text string) *graph.Graph {
	t.Helper()
	file, faults := syntax.Parse(diag.NewSource("test.tickflow", text))
	g, more := graph.Build(file)
	if err := append(faults, more...).Err(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return g
}

func load(t testing.TB, luaText string) *luabind.Pool {
	t.Helper()
	p, err := luabind.LoadText(t.Context(), "test.lua", "local tickflow = require 'tickflow'\n"+luaText, luabind.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

func start(t testing.TB, graphText string, p *luabind.Pool, cfg engine.Config) *engine.Run {
	t.Helper()
	r, err := engine.New(build(t, graphText), p, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func mustValue(t testing.TB, json string) value.Value {
	t.Helper()
	v, err := value.Parse([]byte(json))
	if err != nil {
		t.Fatal(err)
	}
	return v
}
