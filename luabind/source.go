package luabind

import (
	"errors"
	"io"
	"io/fs"
)

var errNotRegular = errors.New("not a regular file")

// readModule reads a file that require has found: a regular one, since others may block or never end.
func readModule(folder fs.FS, file string) (string, error) {
	info, err := fs.Stat(folder, file)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", &fs.PathError{Op: "read", Path: file, Err: errNotRegular}
	}
	return readText(folder, file)
}

// readText reads a Lua text. Of one that is longer than a text may be it reads only so much that this can be told.
func readText(folder fs.FS, file string) (string, error) {
	f, err := folder.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxSource+1))
	return string(text), err
}
