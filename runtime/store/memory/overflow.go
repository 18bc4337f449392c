package memory

import (
	"errors"
	"fmt"
	"os"
)

// most is how many firings stay in memory unless a Store says otherwise; of those beyond, a quarter as many are moved to
// the file at once. Of snapshots, so many bytes for each of the firings stay.
const (
	most      = 10_000
	bytesEach = 100
)

// overflow is the temporary file for what memory is too dear for. It is made when it is first written to.
type overflow struct {
	most   int
	buffer []byte // for the next block
	file   *os.File
	size   int64 // what is beyond is left over from a write that failed
}

// extent is a stretch of the file, readable as long as the file is open.
type extent struct {
	file *os.File
	at   int64
	size int
}

// write appends to the file. After an error it may be tried again.
func (o *overflow) write(data []byte) (extent, error) {
	if o.file == nil {
		f, err := os.CreateTemp("", "tickflow-*")
		if err != nil {
			return extent{}, fmt.Errorf("no room for older firings: %w", err)
		}
		// Some systems refuse to remove a file that is open; there it goes when the session is closed.
		_ = os.Remove(f.Name())
		o.file = f
	}
	if _, err := o.file.WriteAt(data, o.size); err != nil {
		return extent{}, fmt.Errorf("no room for older firings: %w", err)
	}
	e := extent{o.file, o.size, len(data)}
	o.size += int64(len(data))
	return e, nil
}

func (o *overflow) close() error {
	if o.file == nil {
		return nil
	}
	err := o.file.Close()
	if removed := os.Remove(o.file.Name()); !errors.Is(removed, os.ErrNotExist) {
		err = errors.Join(err, removed)
	}
	o.file = nil
	return err
}

func (e extent) read() ([]byte, error) {
	data := make([]byte, e.size)
	if _, err := e.file.ReadAt(data, e.at); err != nil {
		return nil, fmt.Errorf("reading older firings: %w", err)
	}
	return data, nil
}
