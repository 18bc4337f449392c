package main

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// writeFile writes a file so that nobody ever sees half of it: into a new file beside it that then takes its name. An
// existing file keeps its permissions, a link keeps pointing where it does, and what is no regular file (a pipe, a
// device) is written to as it is.
func writeFile(path string, data []byte) error {
	target, old, err := destination(path)
	if err != nil {
		return err
	}
	if old != nil && !old.Mode().IsRegular() {
		return os.WriteFile(target, data, old.Mode().Perm())
	}
	f, err := createBeside(target)
	if err != nil {
		return err
	}
	err = fill(f, data, old)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), target)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// checkWritable answers why writeFile would fail, before anything is done whose result could not be kept.
func checkWritable(path string) error {
	target, old, err := destination(path)
	if err != nil || old != nil && !old.Mode().IsRegular() {
		return err
	}
	f, err := createBeside(target)
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// destination follows links and answers what is there, nil when nothing is.
func destination(path string) (target string, old fs.FileInfo, err error) {
	target, err = filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		return path, nil, nil
	}
	if err != nil {
		return "", nil, err
	}
	old, err = os.Stat(target)
	if err == nil && old.IsDir() {
		err = &fs.PathError{Op: "write", Path: path, Err: errIsFolder}
	}
	return target, old, err
}

var errIsFolder = errors.New("it is a folder")

func createBeside(target string) (*os.File, error) {
	for {
		name := fmt.Sprintf("%s.%08x.tmp", target, rand.Uint32())
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

func fill(f *os.File, data []byte, old fs.FileInfo) error {
	if _, err := f.Write(data); err != nil {
		return err
	}
	if old != nil {
		if err := f.Chmod(old.Mode().Perm()); err != nil {
			return err
		}
	}
	return f.Sync()
}

// writeOut writes a result to the file that a flag names, "-" being standard output.
func (c *console) writeOut(path string, data []byte) error {
	if path == stdin {
		_, err := c.out.Write(data)
		return err
	}
	if err := writeFile(path, data); err != nil {
		return unwritable(path, err)
	}
	return nil
}

// mayWrite answers why writeOut would fail.
func mayWrite(path string) error {
	if path == "" || path == stdin {
		return nil
	}
	if err := checkWritable(path); err != nil {
		return unwritable(path, err)
	}
	return nil
}

func unwritable(path string, err error) error {
	msg, hint := whyNot(path, err)
	if errors.Is(err, fs.ErrNotExist) {
		hint = "`mkdir -p " + inShell(filepath.Dir(path)) + "` makes it"
	}
	return usage("cannot write "+path+": "+msg, hint)
}
