//go:build cgo

package sqlite_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/tickflow/tickflow/runtime/store"
	"github.com/tickflow/tickflow/runtime/store/sqlite"
	"github.com/tickflow/tickflow/runtime/store/storetest"
)

func backend() storetest.Backend {
	return storetest.Backend{Open: func(folder string) (store.Store, error) {
		return sqlite.Open(context.Background(), filepath.Join(folder, "runs.db"))
	}}
}

func TestStore(t *testing.T) { storetest.Run(t, backend()) }

func TestCrash(t *testing.T) { storetest.Crash(t, backend()) }
