//go:build unix && !solaris && !aix

package filelock

import (
	"errors"
	"os"
	"syscall"
)

func take(path string) (*os.File, error) {
	for {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
		if err != nil {
			return nil, err
		}
		if err := flock(f, syscall.LOCK_EX); err != nil {
			f.Close()
			return nil, err
		}
		if isAt(f, path) {
			return f, nil
		}
		f.Close() // its holder removed it in between
	}
}

func flock(f *os.File, how int) error {
	for {
		err := syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB)
		switch {
		case err == nil:
			return nil
		case errors.Is(err, syscall.EINTR):
		case errors.Is(err, syscall.EWOULDBLOCK):
			return errHeld
		default:
			return &os.PathError{Op: "lock", Path: f.Name(), Err: err}
		}
	}
}

func isAt(f *os.File, path string) bool {
	there, err := os.Stat(path)
	if err != nil {
		return false
	}
	here, err := f.Stat()
	return err == nil && os.SameFile(here, there)
}

// drop removes the file before it gives it free: nobody then takes a file that is about to go.
func drop(f *os.File) error {
	var err error
	if isAt(f, f.Name()) {
		err = os.Remove(f.Name())
	}
	return errors.Join(err, f.Close())
}

func held(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	return errors.Is(flock(f, syscall.LOCK_SH), errHeld)
}
