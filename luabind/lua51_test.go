package luabind_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tickflow/tickflow/runtime/engine"
)

// TestLua51 runs every file of testdata/lua51 and compares what it shows with what Lua 5.1.5 showed: what the sandbox has
// in place of the machine's own functions is what the manual says.
func TestLua51(t *testing.T) {
	files, err := filepath.Glob("testdata/lua51/*.lua")
	if err != nil || len(files) == 0 {
		t.Fatal("no files: ", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			code, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(strings.TrimSuffix(file, ".lua") + ".txt")
			if err != nil {
				t.Fatal(err)
			}
			p := load(t, `
				local function show(...)
					local t = {}
					for i = 1, select("#", ...) do
						local x = select(i, ...)
						x = type(x) == "table" and "table:" .. tostring(x[1]) or tostring(x)
						t[i] = x:gsub("^[%w./]+:%d+: ", ""):gsub("[%z\r]", function(c) return "\\" .. c:byte() end)
					end
					print(table.concat(t, "|"))
				end
				tickflow.body("b", function() `+string(code)+"\nend)")
			var lines strings.Builder
			log := func(_ int, _, line string) { lines.WriteString(line + "\n") }
			if _, err := fires(t, "[A]\nA.body: b", p, engine.Config{Log: log}, 1); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), lines.String()); diff != "" {
				t.Errorf("(-Lua 5.1 +here):\n%s", diff)
			}
		})
	}
}
