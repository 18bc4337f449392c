package main

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

//go:embed starter
var starter embed.FS

// stubFolder is where init puts what only an editor reads, apart from the modules of the behaviours.
const stubFolder = ".luals"

const luaSettings = `{
  "runtime.version": "Lua 5.1",
  "workspace.library": ["` + stubFolder + `"],
  "workspace.checkThirdParty": false
}
`

func newInit(c *console) *cobra.Command {
	return &cobra.Command{
		Use:   "init [DIR|NAME]",
		Short: "Write a small graph and its behaviours to begin with",
		Long: `Writes a graph, its behaviours in Lua, and what a Lua language server needs to know of tickflow, into a folder, which is
made when it is not there; without a name into the folder you are in. The files are called like the folder. A name that ends
in .tickflow is that of the graph. Files that exist are left as they are.

Exit codes: 0, or 2 when a file cannot be written.`,
		Example: `  tickflow init hello
  tickflow init flows/orders.tickflow`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usage("`tickflow init` takes one name", "it is the folder to make: `tickflow init hello`")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = []string{"."}
			}
			if args[0] == "" {
				return usage("the name is empty", "leave it out for the folder you are in: `tickflow init`")
			}
			return c.init(args[0])
		},
	}
}

func (c *console) init(name string) error {
	folder, stem, err := newNames(name)
	if err != nil {
		return err
	}
	graph := filepath.Join(folder, stem+graphSuffix)
	for _, f := range []struct{ path, text string }{
		{graph, starterText("starter.tickflow", stem)},
		{filepath.Join(folder, stem+".lua"), starterText("starter.lua", stem)},
		{filepath.Join(folder, ".luarc.json"), luaSettings},
		{filepath.Join(folder, stubFolder, "tickflow.lua"), luaStub()},
	} {
		if err := c.create(f.path, f.text); err != nil {
			return err
		}
	}
	fmt.Fprintf(c.out, "\nnext:\n  tickflow run %s\n  tickflow check %s\n", inShell(graph), inShell(graph))
	return nil
}

// newNames answers the folder to write to, and what the files in it are called without their suffixes.
func newNames(name string) (folder, stem string, err error) {
	if base, ok := strings.CutSuffix(name, graphSuffix); ok && filepath.Base(name) != graphSuffix {
		return filepath.Dir(name), filepath.Base(base), nil
	}
	full, err := filepath.Abs(name)
	if err != nil {
		return "", "", usage(err.Error(), "")
	}
	stem = filepath.Base(full)
	if stem == string(filepath.Separator) {
		return "", "", usage("files cannot be called like the root folder", "give them a name: `tickflow init NAME.tickflow`")
	}
	return name, stem, nil
}

func starterText(file, stem string) string {
	text, err := starter.ReadFile("starter/" + file)
	if err != nil {
		panic(err) // it is part of the program
	}
	return strings.ReplaceAll(string(text), "NAME", stem)
}

// create writes a file that does not exist yet, and says so.
func (c *console) create(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return unwritable(filepath.Dir(path), err)
	}
	err := createFile(path, []byte(text))
	if errors.Is(err, fs.ErrExist) {
		fmt.Fprintf(c.out, "kept %s, which was there\n", visible(path))
		return nil
	}
	if err != nil {
		return unwritable(path, err)
	}
	fmt.Fprintf(c.out, "wrote %s\n", visible(path))
	return nil
}
