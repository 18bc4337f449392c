package main

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/tickflow/tickflow/runtime/view"
)

// pageName answers the file that a page goes to unless another one is named.
func pageName(of string) string {
	if of == stdin {
		return stdin
	}
	base := filepath.Base(of)
	return strings.TrimSuffix(base, filepath.Ext(base)) + ".html"
}

// showPage says where the page is, and opens it if that is wanted.
func (c *console) showPage(path string, open bool) error {
	if path == stdin {
		return nil
	}
	if !open {
		fmt.Fprintf(c.err, "wrote %s; open it in a browser\n", visible(path))
		return nil
	}
	fmt.Fprintf(c.err, "wrote %s\n", visible(path))
	full, err := filepath.Abs(path)
	if err == nil {
		name, args := opener(full)
		err = exec.Command(name, args...).Start()
	}
	if err != nil {
		return usage("cannot open "+path+": "+err.Error(), "open it in a browser yourself")
	}
	return nil
}

// opener answers the command by which the system opens a file with the program that is meant for it.
func opener(path string) (name string, args []string) {
	switch runtime.GOOS {
	case "darwin":
		return "open", []string{path}
	case "windows":
		return "rundll32", []string{"url.dll,FileProtocolHandler", path}
	}
	return "xdg-open", []string{path}
}

// writePage writes a page that shows the run.
func (d *drive) writePage() error {
	dump, err := d.runner.Dump(context.Background())
	if err != nil {
		return err
	}
	o := d.outcome()
	g := d.runner.Program().Graph()
	name := strings.TrimSuffix(filepath.Base(g.Source.Name), graphSuffix)
	doc, err := view.New(seenRun(name, g, dump, d.runner.Reason(), o.error != nil)...)
	if err != nil {
		return err
	}
	return d.c.writeOut(d.page, doc.Page())
}
