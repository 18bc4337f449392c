//go:build !unix || solaris || aix

package filelock

import (
	"errors"
	"io/fs"
	"os"
)

// take relies on a file that is open being impossible to remove, and on its being closed with the process.
func take(path string) (*os.File, error) {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, errHeld
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return nil, errHeld
	}
	return f, err
}

func drop(f *os.File) error {
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

func held(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
