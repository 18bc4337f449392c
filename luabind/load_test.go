package luabind_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/tickflow/tickflow/luabind"
	"github.com/tickflow/tickflow/runtime/engine"
)

func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

const modular = `local rules = require 'lib.rules'
local pack = require("pack")
require("tickflow").body("b", function(v) return {rules.name, pack, require("lib.rules") == rules} end)`

var modules = map[string]string{
	"lib/rules.lua": "local deep = require 'lib.deep'\nreturn {name = 'rules of ' .. deep.name}",
	"lib/deep.lua":  "return {name = ...}",
	"pack/init.lua": "loaded = true",
}

func TestModules(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, modules)
	write(t, dir, map[string]string{"main.lua": modular})
	p, err := luabind.Load(t.Context(), filepath.Join(dir, "main.lua"), luabind.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	got, err := fires(t, "[A]\nA.body: b", p, engine.Config{}, 1)
	if err != nil || got[0] != `A=["rules of lib.deep",true,true]` {
		t.Error(got, err)
	}
}

// A machine that is made long after the files were read runs what was read then.
func TestLaterMachinesNeedNoFiles(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, modules)
	write(t, dir, map[string]string{"main.lua": modular + "\nrequire('tickflow').body('bad', function(v) error('spoilt') end)"})
	p, err := luabind.Load(t.Context(), filepath.Join(dir, "main.lua"), luabind.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := fires(t, "[A]\nA.body: bad", p, engine.Config{}, 1); err == nil {
		t.Fatal("no error")
	}
	got, err := fires(t, "[A]\nA.body: b", p, engine.Config{}, 1)
	if err != nil || got[0] != `A=["rules of lib.deep",true,true]` {
		t.Error(got, err)
	}
}

// Links inside the folder are followed, those that lead out of it are not; a behaviours file that is a link counts as
// what it leads to.
func TestLinks(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"secret.lua":     "return 'secret'",
		"home/main.lua":  "local x = require 'inside'\nrequire('tickflow').body('b', function(v) return x end)",
		"home/out.lua":   "require 'leads.out'",
		"home/real.lua":  "return 'real'",
		"home/leads/.no": "",
	})
	for link, to := range map[string]string{
		"home/inside.lua": "real.lua", "home/leads/out.lua": "../../secret.lua", "linked.lua": "home/main.lua",
	} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	p, err := luabind.Load(t.Context(), filepath.Join(dir, "linked.lua"), luabind.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if got, err := fires(t, "[A]\nA.body: b", p, engine.Config{}, 1); err != nil || got[0] != `A="real"` {
		t.Error(got, err)
	}
	if _, err := luabind.Load(t.Context(), filepath.Join(dir, "home/out.lua"), luabind.Options{}); err == nil ||
		!strings.Contains(err.Error(), "escapes") {
		t.Error(err)
	}
}

func TestUnreadableFile(t *testing.T) {
	dir := t.TempDir()
	for _, file := range []string{"none.lua", "none/none.lua", "."} {
		_, err := luabind.Load(t.Context(), filepath.Join(dir, file), luabind.Options{})
		var fault *luabind.Error
		if !errors.As(err, &fault) || !strings.HasPrefix(err.Error(), "cannot read the behaviours: ") {
			t.Errorf("%s: %v", file, err)
		}
		if file != "." && !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", file, err)
		}
	}
	if _, err := luabind.LoadFS(t.Context(), fstest.MapFS{}, "none.lua", luabind.Options{}); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if _, err := luabind.LoadText(t.Context(), "x.lua", "require 'y'", luabind.Options{}); err == nil ||
		!strings.Contains(err.Error(), "there is no folder to look in") {
		t.Error(err)
	}
}

// A byte order mark and a first line for the shell are not Lua, and lines are counted with them.
func TestHeadOfFile(t *testing.T) {
	for _, head := range []string{"\ufeff", "#!/usr/bin/lua\n", "\ufeff#!/usr/bin/lua\n"} {
		p, err := luabind.LoadText(t.Context(), "x.lua", head+"require('tickflow').body('b', function(v) return 1 end)", luabind.Options{})
		if err != nil {
			t.Fatal(err)
		}
		p.Close()
	}
	if _, err := luabind.LoadText(t.Context(), "x.lua", "#!/usr/bin/lua\nlocal = 1", luabind.Options{}); err == nil ||
		err.Error() != "x.lua:2:7: unexpected `=`" {
		t.Error(err)
	}
}

func TestDigest(t *testing.T) {
	digest := func(files map[string]string) string {
		dir := fstest.MapFS{}
		for name, text := range files {
			dir[name] = &fstest.MapFile{Data: []byte(text)}
		}
		p, err := luabind.LoadFS(t.Context(), dir, "main.lua", luabind.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		return p.Digest()
	}
	same := digest(map[string]string{"main.lua": "require 'a'", "a.lua": "return 1"})
	if len(same) != 64 || same != digest(map[string]string{"main.lua": "require 'a'", "a.lua": "return 1", "unused.lua": "x"}) {
		t.Error("the digest depends on more than the texts that are used")
	}
	seen := map[string]bool{same: true}
	for _, files := range []map[string]string{
		{"main.lua": "require 'a'", "a.lua": "return 2"},
		{"main.lua": "require 'a' ", "a.lua": "return 1"},
		{"main.lua": "require 'a'return 1"[:11], "a.lua": "return 1\n"},
		{"main.lua": "require 'a' require 'b'", "a.lua": "", "b.lua": "return 1"},
		{"main.lua": "require 'a' require 'b'", "a.lua": "return 1", "b.lua": ""},
	} {
		d := digest(files)
		if seen[d] {
			t.Error("another text with the same digest:", files)
		}
		seen[d] = true
	}
}
