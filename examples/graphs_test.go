package examples_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tickflow/tickflow/luabind"
	"github.com/tickflow/tickflow/luabind/luaindex"
	"github.com/tickflow/tickflow/runtime/check"
	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/syntax"

	tickflow "github.com/tickflow/tickflow/runtime"
)

// deadlocks are the joins that an example leaves to the checker on purpose.
var deadlocks = map[string]string{"xor_merge/xor_merge.tickflow": "merge"}

// TestGraphs demands that every graph is laid out as the formatter would, and that the checker warns of nothing in it.
func TestGraphs(t *testing.T) {
	for _, path := range glob(t, "*/*.tickflow") {
		t.Run(filepath.ToSlash(path), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			src := diag.NewSource(path, string(text))
			file, _ := syntax.Parse(src)
			if diff := cmp.Diff(string(text), syntax.Format(file)); diff != "" {
				t.Errorf("not as the formatter writes it (-file +formatted):\n%s", diff)
			}
			program, err := tickflow.Compile(src.Name, src.Text, behaviours(t, file))
			if err != nil {
				t.Fatal(err)
			}
			for _, finding := range program.Findings() {
				if finding.Severity <= diag.Warning && !check.IsDeadlock(finding) {
					t.Error(finding)
				}
			}
			var joins []string
			for _, d := range program.Deadlocks() {
				joins = append(joins, d.Node)
			}
			if got, want := strings.Join(joins, " "), deadlocks[filepath.ToSlash(path)]; got != want {
				t.Errorf("joins that can wait for ever: got %q, want %q", got, want)
			}
		})
	}
}

func behaviours(t *testing.T, file *syntax.File) *luabind.Pool {
	declared, _ := file.Behaviours()
	path, err := luaindex.Locate(file.Source.Name, declared.Text)
	if err != nil {
		t.Fatal(err)
	}
	pool, err := luabind.Load(t.Context(), path, luabind.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

// TestIndex demands that the README of the examples leads to each of them.
func TestIndex(t *testing.T) {
	index, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, readme := range glob(t, "*/README.md") {
		folder := filepath.Dir(readme)
		if !strings.Contains(string(index), "["+folder+"]("+folder+")") {
			t.Errorf("README.md does not mention %s", folder)
		}
	}
}
