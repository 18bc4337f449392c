package luabind

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	lua "github.com/yuin/gopher-lua"
	"pgregory.net/rapid"

	"github.com/tickflow/tickflow/runtime/diag"
)

// Concatenations answer what the machine's own instruction answers, and raise the same errors.
func TestConcatenationIsTheMachines(t *testing.T) {
	operand := rapid.SampledFrom([]string{
		`"a"`, `""`, "1", "-1.5", "nil", "{}", "x", "f()", "(f())", "...", "t", "t.n", "#t", `("b" .. 2)`, "(1 .. x)", "not x",
	})
	rapid.Check(t, func(t *rapid.T) {
		text := `local t = setmetatable({n = 7}, {
				__concat = function(a, b) return "<" .. (type(a) == "table" and "t" or a) .. "," .. (type(b) == "table" and "t" or b) .. ">" end,
				__len = function() return 3 end,
			})
			local x, f = "y", function() return "g", "h" end
			return (function(...) return ` + strings.Join(rapid.SliceOfN(operand, 2, 6).Draw(t, "operands"), " .. ") + ` end)("v", "w")`
		if got, want := ours(text), theirs(text); got != want {
			t.Fatalf("got %s, the machine answers %s\n%s", got, want, text)
		}
	})
}

// ours runs a text as a chunk of behaviours.
func ours(text string) string {
	h := newHost(Options{})
	defer h.close()
	empty, p := newProgram(diag.NewSource("empty", ""), nil, ""), newProgram(diag.NewSource("text", text), nil, "")
	if err := errors.Join(empty.compileMain(), p.compileMain()); err != nil {
		return err.Error()
	}
	m, err := newVM(context.Background(), empty, h, nil)
	if err != nil {
		return err.Error()
	}
	defer m.close()
	m.start(context.Background())
	m.L.Push(m.function(p.main.proto))
	return answers(m.L, m.L.PCall(0, 1, nil))
}

// theirs runs it on a machine as it is.
func theirs(text string) string {
	L := lua.NewState()
	defer L.Close()
	fn, err := L.Load(strings.NewReader(text), "text")
	if err != nil {
		return err.Error()
	}
	L.Push(fn)
	return answers(L, L.PCall(0, 1, nil))
}

func answers(L *lua.LState, err error) string {
	if err != nil {
		return fmt.Sprint("error: ", err.(*lua.ApiError).Object)
	}
	if lv := L.Get(-1); lv.Type() != lua.LTTable {
		return lv.String()
	}
	return "a table"
}

// FuzzCompile finds out whether any text makes the compiler panic.
func FuzzCompile(f *testing.F) {
	for _, text := range []string{
		"", "return 1 .. 2 .. x", "local a <const> = 1", "goto x ::x::", "for i = 1, 2 do local s = i .. '' end",
		"function a.b:c(...) return ... .. '' end", "x = {f(), [1] = 2, a = 'b' .. c}", "repeat local y until y .. 1", "return -1 .. not nil",
		"while a do break end", "if a then elseif b then else end", "local function f() return f() end",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		_, _ = compile(diag.NewSource("text", text))
	})
}
