package luaindex

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/tickflow/tickflow/runtime/diag"
)

// SettingsFile is the name of the file that says which behaviours the graphs of its folder use.
const SettingsFile = "tickflow.json"

// Locate answers the Lua file that belongs to a graph: declared, which the graph's own text names relative to its folder
// ("" for a text that names none); else what "behaviours" in the folder's tickflow.json names; else the file of the same
// stem with .lua, if there is one; else "". Only the last is looked for on disk. An error is about tickflow.json.
func Locate(graphPath, declared string) (string, error) {
	dir := filepath.Dir(graphPath)
	if declared == "" {
		var err error
		if declared, err = fromSettings(filepath.Join(dir, SettingsFile)); err != nil {
			return "", err
		}
	}
	if declared != "" {
		if filepath.IsAbs(declared) {
			return declared, nil
		}
		return filepath.Join(dir, filepath.FromSlash(declared)), nil
	}
	stem := strings.TrimSuffix(graphPath, filepath.Ext(graphPath)) + ".lua"
	if info, err := os.Stat(stem); err != nil || !info.Mode().IsRegular() || stem == graphPath {
		return "", nil
	}
	return stem, nil
}

// notSettings says in which line a file stops being an object of settings.
func notSettings(file, text string, err error) error {
	const want = `it should be an object such as {"behaviours": "rules.lua"}`
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return fmt.Errorf("%s: %s", file, want)
	}
	if strings.TrimSpace(text) == "" {
		return fmt.Errorf("%s is empty: %s", file, want)
	}
	p := diag.NewSource(file, text).Position(int(syntax.Offset) - 1)
	return fmt.Errorf("%s:%d:%d: this is no JSON: %s", file, p.Line, p.Column, want)
}

// fromSettings answers what tickflow.json names, or "" when there is no such file or it names none.
func fromSettings(file string) (string, error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	var settings map[string]json.RawMessage
	if err := json.Unmarshal(text, &settings); err != nil {
		return "", notSettings(file, string(text), err)
	}
	const key = "behaviours"
	raw, ok := settings[key]
	if !ok {
		for other := range settings {
			if diag.Closest(other, []string{key}) != "" {
				return "", fmt.Errorf("%s: unknown key %q (did you mean %q?)", file, other, key)
			}
		}
		return "", nil
	}
	var behaviours string
	if err := json.Unmarshal(raw, &behaviours); err != nil || behaviours == "" {
		return "", fmt.Errorf("%s: %q must be the path of a Lua file, not %s", file, key, raw)
	}
	return behaviours, nil
}
