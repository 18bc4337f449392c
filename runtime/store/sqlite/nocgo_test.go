//go:build !cgo

package sqlite_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/tickflow/tickflow/runtime/store/sqlite"
)

func TestWithoutCgoItSaysSo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "runs.db")
	if _, err := sqlite.Open(t.Context(), path); !errors.Is(err, sqlite.ErrNoCgo) {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("it has left a file: %v", err)
	}
}
