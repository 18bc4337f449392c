package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/tickflow/tickflow/luabind/luaindex"
)

// writeOut writes a result to the file that a flag names, "-" being standard output.
func (c *console) writeOut(path string, data []byte) error {
	if path == stdin {
		c.out.Write(data)
		return c.flush()
	}
	if err := writeFile(path, data); err != nil {
		return unwritable(path, err)
	}
	return nil
}

// flush writes what is meant for standard output. It fails again once it has failed.
func (c *console) flush() error {
	if err := c.out.Flush(); err != nil {
		return noStream("standard output", err)
	}
	return nil
}

// noStream is the error of a stream that cannot be written to.
func noStream(name string, err error) error {
	if p := (*fs.PathError)(nil); errors.As(err, &p) {
		err = p.Err
	}
	return usage("cannot write to "+name+": "+err.Error(), "")
}

// mayWrite answers why writeOut would fail, or that it would write over one of the files that the command reads. A name
// that is empty, or "-", is none.
func mayWrite(path string, reads ...string) error {
	if path == "" || path == stdin {
		return nil
	}
	if err := spares(path, reads...); err != nil {
		return err
	}
	if err := checkWritable(path); err != nil {
		return unwritable(path, err)
	}
	return nil
}

// spares demands that a result does not take the place of what people write: the files that the command reads, and
// all graphs, Lua files and settings, as nobody knows which of them behaviours require.
func spares(path string, reads ...string) error {
	if path == "" || path == stdin {
		return nil
	}
	target, old, err := destination(path)
	if err != nil || old == nil || !old.Mode().IsRegular() {
		return nil // there is nothing to spare
	}
	const hint = "results go to a file of their own, such as run.json"
	for _, read := range reads {
		if info, err := os.Stat(read); err == nil && os.SameFile(info, old) {
			return usage("cannot write "+path+": the command reads it", hint)
		}
	}
	if slices.Contains([]string{graphSuffix, ".lua"}, filepath.Ext(target)) || filepath.Base(target) == luaindex.SettingsFile {
		return usage("cannot write "+path+": it is there, and nothing that the command has made", hint)
	}
	return nil
}

func unwritable(path string, err error) error {
	msg, hint := whyNot(path, err)
	if errors.Is(err, fs.ErrNotExist) {
		msg, hint = noPlaceFor(path)
	}
	return usage("cannot write "+path+": "+msg, hint)
}

// noPlaceFor says why a file cannot be made where there is none yet.
func noPlaceFor(path string) (msg, hint string) {
	folder := filepath.Dir(path)
	if target, _, err := destination(path); err == nil {
		folder = filepath.Dir(target)
	}
	if info, err := os.Stat(folder); err == nil && info.IsDir() {
		return fmt.Sprintf("the folder %s takes no new files", folder), ""
	}
	return "there is no folder " + folder, "`mkdir -p " + inShell(folder) + "` makes it"
}
