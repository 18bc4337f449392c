package runtime

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/tickflow/tickflow"

// arrows is the plan of the house: which package may import which others of ours. A package that is not in it, and an
// import that is not in it, fail the test. "*" stands for all.
var arrows = map[string][]string{
	"runtime/diag":            {},
	"runtime/diag/catalog":    {"runtime/diag"},
	"runtime/value":           {},
	"runtime/record":          {"runtime/value"},
	"runtime/syntax":          {"runtime/diag"},
	"runtime/graph":           {"runtime/diag", "runtime/syntax"},
	"runtime/check":           {"runtime/diag", "runtime/graph", "runtime/proof", "runtime/syntax"},
	"runtime/proof":           {"runtime/diag", "runtime/graph", "runtime/syntax"},
	"runtime/render":          {"runtime/graph", "runtime/syntax"},
	"runtime/view":            {"runtime/diag", "runtime/engine", "runtime/graph", "runtime/record", "runtime/render", "runtime/value"},
	"runtime/engine":          {"runtime/diag", "runtime/graph", "runtime/record", "runtime/syntax", "runtime/value"},
	"runtime/store":           {"runtime/record"},
	"runtime/store/filelock":  {"runtime/store"},
	"runtime/store/memory":    {"runtime/record", "runtime/store", "runtime/value"},
	"runtime/store/jsonfile":  {"runtime/record", "runtime/store", "runtime/store/filelock"},
	"runtime/store/sqlite":    {"runtime/record", "runtime/store", "runtime/store/filelock"},
	"runtime/store/storetest": {"runtime", "runtime/record", "runtime/store", "runtime/value"},
	"runtime": {
		"runtime/check", "runtime/diag", "runtime/engine", "runtime/graph", "runtime/proof", "runtime/record", "runtime/store",
		"runtime/store/memory", "runtime/syntax", "runtime/value",
	},
	"runtime/reload":   {},
	"luabind/luaindex": {"runtime/diag"},
	"luabind/pattern":  {},
	"luabind":          {"luabind/luaindex", "luabind/pattern", "runtime/diag", "runtime/engine", "runtime/graph", "runtime/value"},
	"cmd/tickflow":     {"*"},
}

// pure packages know no clock, no files and no network.
var pure = []string{"runtime/diag", "runtime/diag/catalog", "runtime/value", "runtime/record", "runtime/syntax", "runtime/graph", "runtime/check", "runtime/proof", "runtime/render", "runtime/engine", "runtime/view"}

// heavy dependencies live in one room each.
var heavy = map[string][]string{
	"github.com/yuin/gopher-lua":   {"luabind", "luabind/luaindex"},
	"github.com/spf13/cobra":       {"cmd/tickflow"},
	"github.com/mattn/go-sqlite3":  {"runtime/store/sqlite"},
	"github.com/fsnotify/fsnotify": {"runtime/reload"},
	"database/sql":                 {"runtime/store/sqlite"},
}

// impure reports whether a package of the standard library leads to a clock, files, processes or the network.
func impure(imp string) bool {
	root, _, _ := strings.Cut(imp, "/")
	return slices.Contains([]string{"os", "net", "time", "log", "syscall"}, root)
}

func TestArrows(t *testing.T) {
	seen := map[string]bool{}
	for _, file := range sources(t, "..") {
		pkg := path.Dir(file)
		if strings.HasPrefix(pkg, "examples") {
			continue // programs of users: they import what they like
		}
		seen[pkg] = true
		allowed, known := arrows[pkg]
		if !known {
			t.Errorf("package %s is not in the plan", pkg)
			continue
		}
		for _, imp := range imports(t, filepath.Join("..", file)) {
			own, isOurs := strings.CutPrefix(imp, module+"/")
			switch {
			case isOurs && !slices.Contains(allowed, own) && !slices.Contains(allowed, "*"):
				t.Errorf("%s imports %s: no such arrow in the plan", file, own)
			case slices.Contains(pure, pkg) && impure(imp):
				t.Errorf("%s imports %s: %s is pure", file, imp, pkg)
			}
			for dependency, rooms := range heavy {
				if strings.HasPrefix(imp, dependency) && !slices.Contains(rooms, pkg) {
					t.Errorf("%s imports %s, which belongs to %s", file, imp, strings.Join(rooms, ", "))
				}
			}
		}
	}
	for pkg := range arrows {
		if !seen[pkg] {
			t.Errorf("package %s of the plan does not exist", pkg)
		}
	}
}

// sources answers the Go files below dir that are not tests, slash-separated and relative to it.
func sources(t *testing.T, dir string) []string {
	var files []string
	err := fs.WalkDir(os.DirFS(dir), ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && p != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "node_modules") {
			return fs.SkipDir
		}
		if strings.HasSuffix(p, ".go") && !strings.HasSuffix(p, "_test.go") {
			files = append(files, p)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func imports(t *testing.T, file string) []string {
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, spec := range f.Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, p)
	}
	return paths
}
