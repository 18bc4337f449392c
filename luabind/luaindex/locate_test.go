package luaindex_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tickflow/tickflow/luabind/luaindex"
)

func TestLocate(t *testing.T) {
	cases := map[string]struct {
		files    []string
		settings string
		declared string
		want     string
		err      string
	}{
		"none":                         {},
		"the same stem":                {files: []string{"flow.lua", "other.lua"}, want: "flow.lua"},
		"a folder of the same stem":    {files: []string{"flow.lua/x"}},
		"settings before the stem":     {files: []string{"flow.lua"}, settings: `{"behaviours": "lib/rules.lua"}`, want: "lib/rules.lua"},
		"settings without behaviours":  {files: []string{"flow.lua"}, settings: `{"other": 1}`, want: "flow.lua"},
		"the text before the settings": {settings: `{"behaviours": "rules.lua"}`, declared: "../shared/x.lua", want: "../shared/x.lua"},
		"the text before bad settings": {settings: `{`, declared: "x.lua", want: "x.lua"},
		"no JSON":                      {settings: `{`, err: "tickflow.json:1:1: this is no JSON: it should be an object such as"},
		"no object":                    {settings: `["rules.lua"]`, err: "tickflow.json: it should be an object such as"},
		"no string":                    {settings: `{"behaviours": ["a.lua"]}`, err: `tickflow.json: "behaviours" must be the path of a Lua file, not ["a.lua"]`},
		"an empty string":              {settings: `{"behaviours": ""}`, err: `must be the path of a Lua file, not ""`},
		"misspelt":                     {settings: `{"behaviors": "a.lua"}`, err: `tickflow.json: unknown key "behaviors" (did you mean "behaviours"?)`},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for _, file := range c.files {
				writeFile(t, filepath.Join(dir, file), "")
			}
			if c.settings != "" {
				writeFile(t, filepath.Join(dir, luaindex.SettingsFile), c.settings)
			}
			got, err := luaindex.Locate(filepath.Join(dir, "flow.tickflow"), c.declared)
			if c.err != "" {
				if err == nil || !strings.Contains(err.Error(), c.err) {
					t.Errorf("got %v, want %s", err, c.err)
				}
				return
			}
			want := ""
			if c.want != "" {
				want = filepath.Join(dir, filepath.FromSlash(c.want))
			}
			if err != nil || got != want {
				t.Errorf("got %q, %v, want %q", got, err, want)
			}
		})
	}
	abs := filepath.Join(t.TempDir(), "x.lua")
	if got, err := luaindex.Locate("flow.tickflow", abs); err != nil || got != abs {
		t.Errorf("got %q, %v, want %q", got, err, abs)
	}
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
