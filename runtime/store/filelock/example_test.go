package filelock_test

import (
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/tickflow/tickflow/runtime/store"
	"github.com/tickflow/tickflow/runtime/store/filelock"
)

// Whoever comes second is told who came first.
func Example() {
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "lock")
	lock, err := filelock.Acquire(path, "monday")
	if err != nil {
		log.Fatal(err)
	}
	defer lock.Release()
	_, err = filelock.Acquire(path, "monday")
	var held *store.HeldError
	fmt.Println(errors.As(err, &held) && held.Holder.PID == os.Getpid())
	// Output:
	// true
}
