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
// existing file keeps its permissions and, where that is allowed, its owner, a link keeps pointing where it does, and what is no regular file (a pipe, a
// device) is written to as it is.
func writeFile(path string, data []byte) error {
	target, old, err := destination(path)
	if err != nil {
		return err
	}
	if old != nil && !old.Mode().IsRegular() {
		return os.WriteFile(target, data, old.Mode().Perm())
	}
	return replace(target, data, old, os.Rename)
}

// createFile writes a file that does not exist yet, whole or not at all. It fails with fs.ErrExist when there is one.
func createFile(path string, data []byte) error {
	return replace(path, data, nil, func(from, to string) error {
		if _, err := os.Lstat(to); err == nil {
			return &fs.PathError{Op: "create", Path: to, Err: fs.ErrExist}
		}
		if err := os.Link(from, to); err == nil || errors.Is(err, fs.ErrExist) {
			return errors.Join(err, os.Remove(from))
		}
		return os.Rename(from, to) // there are file systems without links
	})
}

// replace fills a new file beside the target and has it take the target's place.
func replace(target string, data []byte, old fs.FileInfo, move func(from, to string) error) error {
	f, err := createBeside(target)
	if err != nil {
		return err
	}
	defer finished(f.Name())
	err = fill(f, data, old)
	if err = errors.Join(err, f.Close()); err == nil {
		err = move(f.Name(), target)
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
	defer finished(f.Name())
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// destination follows links and answers what is there, nil when nothing is.
func destination(path string) (target string, old fs.FileInfo, err error) {
	target, err = filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		return linked(path), nil, nil
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

// linked answers what a link leads to that leads to nothing.
func linked(path string) string {
	for {
		to, err := os.Readlink(path)
		if err != nil {
			return path
		}
		if !filepath.IsAbs(to) {
			// Not filepath.Join: a folder that is a link itself changes what ".." behind it means.
			to = filepath.Dir(path) + string(filepath.Separator) + to
		}
		path = to
	}
}

var errIsFolder = errors.New("it is a folder")

func createBeside(target string) (*os.File, error) {
	for {
		name := fmt.Sprintf("%s.%08x.tmp", target, rand.Uint32())
		begun(name)
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err == nil {
			return f, nil
		}
		finished(name)
		if !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
	}
}

func fill(f *os.File, data []byte, old fs.FileInfo) error {
	if _, err := f.Write(data); err != nil {
		return err
	}
	if old != nil {
		keepOwner(f, old)
		if err := f.Chmod(old.Mode().Perm()); err != nil {
			return err
		}
	}
	return f.Sync()
}
