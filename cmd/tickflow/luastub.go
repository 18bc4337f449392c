package main

import "strings"

// luaStub answers the file that tells a Lua language server about behaviours.
func luaStub() string {
	var b strings.Builder
	b.WriteString("---@meta tickflow\n\n-- For the editor only: what behaviours of tickflow graphs can use. `tickflow init` writes it.\n\n")
	luaClass(&b, "tickflow.Input", luaInput)
	luaClass(&b, "tickflow.View", luaView)
	b.WriteString("---@field [string] tickflow.Input\n\n---@class tickflow.Failure\n\n")
	luaTable(&b, "json", "tickflow.json", luaJSON)
	luaClass(&b, "tickflow.Request", luaRequest)
	luaClass(&b, "tickflow.Response", luaResponse)
	luaTable(&b, "http", "tickflow.http", luaHTTP)
	luaTable(&b, "tickflow", "tickflow", luaModule)
	b.WriteString("return tickflow\n")
	return b.String()
}

func luaClass(b *strings.Builder, class string, fields []luaName) {
	if b.Len() > 0 && !strings.HasSuffix(b.String(), "\n\n") {
		b.WriteString("\n")
	}
	b.WriteString("---@class " + class + "\n")
	for _, f := range fields {
		b.WriteString("---@field " + f.name + " " + f.value + " # " + f.doc + "\n")
	}
}

func luaTable(b *strings.Builder, local, class string, names []luaName) {
	luaClass(b, class, nil)
	for _, n := range names {
		if n.value != "" {
			b.WriteString("---@field " + n.name + " " + n.value + " # " + n.doc + "\n")
		}
	}
	b.WriteString("local " + local + " = {}\n\n")
	for _, n := range names {
		if n.value == "" {
			n.function(b, local)
		}
	}
}

func (n luaName) function(b *strings.Builder, table string) {
	b.WriteString("--- " + n.doc + "\n")
	var names []string
	for _, p := range n.params {
		b.WriteString(strings.TrimRight("---@param "+p.name+" "+p.kind+" "+p.doc, " ") + "\n")
		names = append(names, strings.TrimSuffix(p.name, "?"))
	}
	if n.result != "" {
		b.WriteString("---@return " + n.result + "\n")
	}
	b.WriteString("function " + table + "." + n.name + "(" + strings.Join(names, ", ") + ") end\n\n")
}
