package luabind_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/tickflow/tickflow/luabind"
)

func TestSourcesAreTheFileAndItsModules(t *testing.T) {
	folder := t.TempDir()
	texts := map[string]string{
		"main.lua": `require "b"; require "a"`, "a.lua": `return 1 -- a`, "b.lua": `return 2 -- b`, "c.lua": `return 3`,
	}
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	pool, err := luabind.Load(t.Context(), filepath.Join(folder, "main.lua"), luabind.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	var got []string
	for _, source := range pool.Sources() {
		got = append(got, source.Text)
	}
	if want := []string{texts["main.lua"], texts["a.lua"], texts["b.lua"]}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
