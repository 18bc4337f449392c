package luaindex

import (
	"os"
	"path/filepath"
	"strings"
)

// ModuleFiles answers where require looks for a module, in this order: slash-separated paths from the folder of the
// behaviours file, never out of it. It answers nil for what is no module name: letters, digits, _ and -, dots between folders.
func ModuleFiles(module string) []string {
	for _, part := range strings.Split(module, ".") {
		if part == "" || strings.ContainsFunc(part, func(r rune) bool {
			return r > 0x7f || !isLetter(byte(r)) && !isDigit(byte(r)) && r != '-'
		}) {
			return nil
		}
	}
	file := strings.ReplaceAll(module, ".", "/")
	return []string{file + ".lua", file + "/init.lua"}
}

// modulesIn answers the modules that lie in a folder, for suggestions.
func modulesIn(dir string) []string {
	entries, _ := os.ReadDir(dir) // without them there is nothing to suggest
	var modules []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), ".lua"); ok {
			modules = append(modules, name)
		} else if _, err := os.Stat(filepath.Join(dir, e.Name(), "init.lua")); err == nil {
			modules = append(modules, e.Name())
		}
	}
	return modules
}
