package luabind_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tickflow/tickflow/luabind"
)

func TestReadsIsToldOfAllFilesThatDecide(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(folder, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	write("v1/main.lua", `require "lib.a"; pcall(require, "later")`)
	write("v1/lib/a/init.lua", `return require "b"`)
	write("v1/b.lua", `return (`)
	link := filepath.Join(folder, "main.lua")
	if err := os.Symlink("v1/main.lua", link); err != nil {
		t.Fatal(err)
	}
	load := func() (files []string) {
		pool, err := luabind.Load(t.Context(), link, luabind.Options{Reads: func(path string) {
			name, err := filepath.Rel(folder, path)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, name)
		}})
		if err == nil {
			pool.Close()
		}
		return files
	}
	want := []string{"main.lua", "v1/lib/a.lua", "v1/lib/a/init.lua", "v1/b.lua"}
	if diff := cmp.Diff(want, load()); diff != "" {
		t.Errorf("a module that does not parse (-want +got):\n%s", diff)
	}
	write("v1/b.lua", `return 1`)
	if diff := cmp.Diff(append(want, "v1/later.lua", "v1/later/init.lua"), load()); diff != "" {
		t.Errorf("a module that is not there (-want +got):\n%s", diff)
	}
}
