package main

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"

	"github.com/tickflow/tickflow/runtime/diag"
)

// stdin is how the command line names standard input.
const stdin = "-"

// read reads a file that the command line names. Its error is a *diag.ErrorList, so that it prints, and goes to JSON,
// like any other finding.
func (c *console) read(path string) (*diag.Source, error) {
	text, err := c.readAll(path)
	if err != nil {
		return nil, diag.List{unreadable(path, err)}.Err()
	}
	return diag.NewSource(path, string(text)), nil
}

// readGraph is read for a file that should hold a graph. Lua and JSON in its place are one fault, not one for each line.
func (c *console) readGraph(path string) (*diag.Source, error) {
	src, err := c.read(path)
	if err != nil {
		return nil, err
	}
	d := diag.Diagnostic{Code: diag.NotAGraph, Severity: diag.Error, Source: src}
	switch {
	case looksLikeLua(src):
		d.Msg, d.Hint = "this is Lua, not a graph", "behaviours are named with -b, or found beside the graph"
		if graph := strings.TrimSuffix(path, filepath.Ext(path)) + graphSuffix; graph != path && isFile(graph) {
			d.Hint = "did you mean " + inShell(graph) + "?"
		}
	case json.Valid([]byte(src.Text)):
		d.Msg, d.Hint = "this is JSON, not a graph", "a run that was kept goes on with `tickflow run GRAPH --from-snapshot "+inShell(path)+"`"
	default:
		return src, nil
	}
	d.Span = src.Line(1)
	return nil, diag.List{d}.Err()
}

var requiresTickflow = regexp.MustCompile(`\brequire\s*\(?\s*["']tickflow["']`)

// looksLikeLua reports whether a text is a behaviours file: one by name, or one that requires the module.
func looksLikeLua(src *diag.Source) bool {
	if strings.HasSuffix(src.Name, ".lua") {
		return true
	}
	// The expression is slow, for graphs of many thousands of lines.
	return strings.Contains(src.Text, "require") && requiresTickflow.MatchString(src.Text)
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// isOther reports whether something is there that is no file, such as a pipe or a folder.
func isOther(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.Mode().IsRegular()
}

func (c *console) readAll(path string) ([]byte, error) {
	if path == stdin {
		if c.asks {
			io.WriteString(c.err, "reading from the terminal; Ctrl-D on a line of its own ends it\n")
		}
		return io.ReadAll(c.in)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, errIsFolder
	}
	return io.ReadAll(f)
}

// unreadable is the finding that a file cannot be read. Its Source has the name and no text.
func unreadable(path string, err error) diag.Diagnostic {
	d := diag.Diagnostic{Code: diag.UnreadableFile, Severity: diag.Error, Source: diag.NewSource(path, "")}
	if path == "" {
		d.Source, d.Msg, d.Hint = diag.NewSource("''", ""), "the name of a file is empty", "is a variable of the shell empty?"
		return d
	}
	d.Msg, d.Hint = whyNot(path, err)
	return d
}

// whyNot says why a path cannot be opened, and what to do.
func whyNot(path string, err error) (msg, hint string) {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		folder := filepath.Dir(path)
		if info, err := os.Stat(folder); err != nil || !info.IsDir() {
			return "there is no folder " + folder, "check the spelling; paths start at the folder you are in"
		}
		return "there is no such file", similarFile(path)
	case errors.Is(err, errIsFolder):
		return "it is a folder, not a file", fileWithin(path)
	case errors.Is(err, fs.ErrPermission):
		return "permission denied", "`ls -ld " + inShell(path) + "` shows who may"
	case errors.Is(err, syscall.ENOTDIR):
		return "a part of this path is a file, not a folder", "check the spelling"
	}
	if p := (*fs.PathError)(nil); errors.As(err, &p) {
		err = p.Err
	}
	return err.Error(), ""
}

// similarFile suggests a file whose name is near.
func similarFile(path string) string {
	var names []string
	entries, _ := os.ReadDir(filepath.Dir(path))
	for _, e := range entries {
		if e.IsDir() {
			continue
		}
		if e.Name() == filepath.Base(path)+graphSuffix {
			return "did you mean " + path + graphSuffix + "?"
		}
		names = append(names, e.Name())
	}
	if near := diag.Closest(filepath.Base(path), names); near != "" {
		return "did you mean " + filepath.Join(filepath.Dir(path), near) + "?"
	}
	return "check the spelling; paths start at the folder you are in"
}

// graphSuffix is how the names of graph files end, by custom.
const graphSuffix = ".tickflow"

// fileWithin suggests the graphs in a folder.
func fileWithin(folder string) string {
	graphs, _ := filepath.Glob(filepath.Join(folder, "*"+graphSuffix))
	switch len(graphs) {
	case 0:
		return "name a file in it"
	case 1:
		return "did you mean " + graphs[0] + "?"
	}
	return "name one of the graphs in it: " + strings.Join(graphs[:min(len(graphs), 3)], ", ")
}
