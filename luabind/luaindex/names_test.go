package luaindex_test

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tickflow/tickflow/luabind/luaindex"
	"github.com/tickflow/tickflow/runtime/check"
)

var _ check.Names = (*luaindex.Names)(nil)

// reader reads from a map of slash-separated paths.
func reader(files map[string]string) func(string) (string, error) {
	return func(file string) (string, error) {
		text, ok := files[filepath.ToSlash(file)]
		if !ok {
			return "", &fs.PathError{Op: "open", Path: file, Err: fs.ErrNotExist}
		}
		if text == "unreadable" {
			return "", errors.New("unreadable")
		}
		return text, nil
	}
}

func TestNamesOfSeveralFiles(t *testing.T) {
	n, err := luaindex.Load("dir/main.lua", reader(map[string]string{
		"dir/main.lua":       `require "lib.rules" require "pack" require "lib.rules" tickflow.body("a", function() end) tickflow.guard("g", function() end)`,
		"dir/lib/rules.lua":  `require "pack" tickflow.body("b", function() end)`,
		"dir/pack/init.lua":  `require "lib.rules" tickflow.body("c", function() end) tickflow.body("a", function() end)`,
		"dir/lib/unused.lua": `tickflow.body("d", function() end)`,
	}))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a", "b", "c"}, n.Bodies()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"g"}, n.Guards()); diff != "" {
		t.Error(diff)
	}
	if !n.HasBody("c") || n.HasBody("g") || n.HasBody("d") || !n.HasGuard("g") || n.HasGuard("a") || n.Dynamic() {
		t.Error("names are not what is registered")
	}
	if p, ok := n.Find(luaindex.Body, "a"); !ok || filepath.ToSlash(p.File.Source.Name) != "dir/main.lua" {
		t.Error("a is found in", p.File)
	}
	if got := len(n.Files()); got != 3 {
		t.Error(got, "files")
	}
}

func TestFindingsOfSeveralFiles(t *testing.T) {
	cases := map[string]struct {
		files   map[string]string
		dynamic bool
		want    []string
	}{
		"clean": {map[string]string{"main.lua": `tickflow.body("a", function() end)`}, false, nil},
		"registered in two files": {
			map[string]string{
				"main.lua":  "require 'rules'\ntickflow.body('a', function() end)",
				"rules.lua": "tickflow.body('a', function() end)",
			},
			false,
			[]string{"rules.lua:1:16: error: body `a` is registered twice, first at main.lua:2 [duplicate-behaviour] (rename or remove one of them)"},
		},
		"no Lua": {
			map[string]string{"main.lua": "require 'rules'", "rules.lua": "local = 1"},
			false,
			[]string{"rules.lua:1:7: error: unexpected `=` [lua-syntax]"},
		},
		"a module that is not there": {
			map[string]string{"main.lua": "local ok, rules = pcall(require, 'x')\nrequire 'lib.rules'"},
			true,
			[]string{"main.lua:2:10: error: module `lib.rules` not found: neither lib/rules.lua nor lib/rules/init.lua exists beside the behaviours file [missing-module]"},
		},
		"a module above": {
			map[string]string{"main.lua": "require '../rules'", "../rules.lua": ""},
			true,
			[]string{"main.lua:1:10: error: module `../rules` not found: it is no module name [missing-module]"},
		},
		"a module that cannot be read": {
			map[string]string{"main.lua": "require 'rules'", "rules.lua": "unreadable"},
			true,
			[]string{"main.lua:1:10: error: module `rules` not found: unreadable [missing-module]"},
		},
		"dynamic": {map[string]string{"main.lua": "require 'rules'", "rules.lua": "tickflow.body(name, f)"}, true, nil},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			n, err := luaindex.Load("main.lua", reader(c.files))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, d := range n.Findings() {
				got = append(got, d.String())
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
			if n.Dynamic() != c.dynamic {
				t.Error("dynamic:", n.Dynamic())
			}
		})
	}
	if _, err := luaindex.Load("none.lua", reader(nil)); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

func TestModuleFiles(t *testing.T) {
	if got := luaindex.ModuleFiles("a-1.b_2"); !slices.Equal(got, []string{"a-1/b_2.lua", "a-1/b_2/init.lua"}) {
		t.Error(got)
	}
	for _, bad := range []string{"", ".", "..", "a..b", ".a", "a.", "a/b", `a\b`, "/a", "../a", "a b", "é", "a\x00"} {
		if got := luaindex.ModuleFiles(bad); got != nil {
			t.Errorf("%q: %v", bad, got)
		}
	}
}
