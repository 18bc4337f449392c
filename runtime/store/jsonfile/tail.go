package jsonfile

import (
	"errors"
	"os"

	"github.com/tickflow/tickflow/runtime/record"
)

// tail is the end of a file of firings, where the next ones go.
type tail struct {
	file    *os.File
	size    int64 // of what has happened
	written int64 // of what has been written beyond, whole or not
	buffer  []byte
}

func openTail(folder string) (tail, error) {
	f, err := os.OpenFile(firingsFile(folder), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return tail{}, err
	}
	info, err := f.Stat()
	if err != nil {
		return tail{}, errors.Join(err, f.Close())
	}
	return tail{file: f, size: info.Size()}, nil
}

// write appends the firings of one tick; keep or undo have to follow. On an error nothing stays.
func (t *tail) write(firings []record.Firing) error {
	if err := t.undo(); err != nil { // what could not be undone before
		return err
	}
	t.buffer = t.buffer[:0]
	for i := range firings {
		t.buffer = append(firings[i].AppendJSON(t.buffer), '\n')
	}
	t.written = int64(len(t.buffer))
	if _, err := t.file.WriteAt(t.buffer, t.size); err != nil {
		return errors.Join(err, t.undo())
	}
	return nil
}

func (t *tail) keep() { t.size, t.written = t.size+t.written, 0 }

// undo takes back what has been written and not kept.
func (t *tail) undo() error {
	if t.written == 0 {
		return nil
	}
	err := t.file.Truncate(t.size)
	if err == nil {
		t.written = 0
	}
	return err
}

func (t *tail) close() error {
	if t.file == nil {
		return nil
	}
	err := t.file.Close()
	t.file = nil
	return err
}
