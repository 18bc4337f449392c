// Package filelock keeps a file in the hands of one process, and says in whose.
//
// The operating system holds the lock, so that it is gone with the process, however that ends. The file says who the holder
// is, for people; a file that is left over says nothing. Locks hold between the opens of one process, too.
package filelock

import (
	"encoding/json"
	"errors"
	"os"
	"time"

	"github.com/tickflow/tickflow/runtime/store"
)

// errHeld is what the system's own locks answer, in one form.
var errHeld = errors.New("held")

// How often a lock that is held is tried again, and after which time: one who only asks for the holder has it for a moment.
const (
	tries = 5
	pause = 2 * time.Millisecond
)

// Lock is a file in the hands of this process.
type Lock struct{ file *os.File }

// Acquire makes the file at path, unless it is there, and takes it. When somebody holds it, it answers a *store.HeldError
// with the given name of the session; it does not wait.
func Acquire(path, session string) (*Lock, error) {
	for try := 1; ; try++ {
		f, err := take(path)
		if err == nil {
			return sign(f)
		}
		if !errors.Is(err, errHeld) {
			return nil, err
		}
		if try == tries {
			return nil, &store.HeldError{Session: session, Holder: read(path)}
		}
		time.Sleep(pause)
	}
}

// sign writes down who holds the file.
func sign(f *os.File) (*Lock, error) {
	holder := store.Holder{PID: os.Getpid(), Since: time.Now()}
	holder.Host, _ = os.Hostname()
	text, err := json.Marshal(holder)
	if err == nil {
		err = f.Truncate(0)
	}
	if err == nil {
		_, err = f.WriteAt(append(text, '\n'), 0)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return &Lock{f}, nil
}

// Release gives the file free and removes it.
func (l *Lock) Release() error { return drop(l.file) }

// Holder answers who holds the file at path, or nil.
func Holder(path string) *store.Holder {
	if !held(path) {
		return nil
	}
	h := read(path)
	return &h
}

// read answers what the file says of its holder: nothing for a moment, when it has just been taken.
func read(path string) (h store.Holder) {
	text, err := os.ReadFile(path)
	if err != nil || json.Unmarshal(text, &h) != nil {
		return store.Holder{}
	}
	return h
}
