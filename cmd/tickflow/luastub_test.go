package main

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tickflow/tickflow/luabind"
	"github.com/tickflow/tickflow/luabind/luaindex"
	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
)

// TestStubIsComplete compares what an editor is told with what the module has.
func TestStubIsComplete(t *testing.T) {
	const text = `
local tickflow = require "tickflow"
for name in pairs(tickflow) do print("tickflow." .. name) end
for name in pairs(tickflow.json) do print("json." .. name) end
for name in pairs(tickflow.http) do print("http." .. name) end`
	var got []string
	pool, err := luabind.LoadText(context.Background(), "names.lua", text, luabind.Options{
		Allow: luabind.Permissions{Net: true}, Log: func(line string) { got = append(got, line) },
	})
	if err != nil {
		t.Fatal(err)
	}
	pool.Close()
	var want []string
	for _, n := range luaModule {
		want = append(want, "tickflow."+n.name)
		if !slices.Contains(luaindex.ModuleNames, n.name) {
			t.Errorf("the checker does not know tickflow.%s", n.name)
		}
	}
	if len(luaModule) != len(luaindex.ModuleNames) {
		t.Error("the checker knows more names than the module has")
	}
	for _, n := range luaJSON {
		want = append(want, "json."+n.name)
	}
	for _, n := range luaHTTP {
		want = append(want, "http."+n.name)
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("names in the module (-stub +module):\n%s", diff)
	}

	var fields []string
	for _, n := range luaView {
		fields = append(fields, n.name)
	}
	if diff := cmp.Diff(graph.ViewFields, fields, cmp.Transformer("sorted", func(s []string) []string { return slices.Sorted(slices.Values(s)) })); diff != "" {
		t.Errorf("fields of a view (-graph +stub):\n%s", diff)
	}
}

func TestStubIsLua(t *testing.T) {
	src := diag.NewSource("tickflow.lua", luaStub())
	if _, fault := luaindex.Parse(src); fault != nil {
		t.Fatal(fault)
	}
	if !strings.HasPrefix(src.Text, "---@meta tickflow\n") {
		t.Error("the stub does not begin by saying what it is")
	}
}
