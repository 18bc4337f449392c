//go:build linux && cgo

package sqlite_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tickflow "github.com/tickflow/tickflow/runtime"
	"github.com/tickflow/tickflow/runtime/store/sqlite"
	"github.com/tickflow/tickflow/runtime/store/storetest"
)

// TestFullDisk lets files grow no more in the middle of a run: the tick is not kept, and once there is room again it is.
func TestFullDisk(t *testing.T) {
	if !storetest.Apart(t) {
		return
	}
	ctx := t.Context()
	path := filepath.Join(t.TempDir(), "runs.db")
	db, err := sqlite.Open(ctx, path)
	done(t, err)
	defer db.Close()
	s, err := db.Open(ctx, "run")
	done(t, err)
	defer s.Close()
	r, err := tickflow.New(loop(t), tickflow.Config{Store: s})
	done(t, err)
	for n := range 20 {
		storetest.LimitFiles(t, fileSize(t, path+"-wal")+uint64(1000*n))
		var failed error
		for failed == nil && r.Now() < 100*(n+1) {
			_, failed = r.Run(ctx, tickflow.RunOptions{MaxTicks: 1})
		}
		at := r.Now()
		_, again := r.Run(ctx, tickflow.RunOptions{MaxTicks: 1})
		storetest.LimitFiles(t, storetest.NoLimit)
		if failed == nil || again == nil || r.Now() != at {
			t.Fatalf("%d: got %v, then %v, at tick %d and then %d", n, failed, again, at, r.Now())
		}
		if !strings.Contains(failed.Error(), path) {
			t.Errorf("it does not say where: %v", failed)
		}
		_, err = r.Run(ctx, tickflow.RunOptions{MaxTicks: 2})
		done(t, err)
		firings, err := r.Audit(ctx, tickflow.AuditOptions{})
		done(t, err)
		if len(firings) != at+2 {
			t.Fatalf("%d firings, want %d", len(firings), at+2)
		}
	}
}

func fileSize(t *testing.T, path string) uint64 {
	info, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		return 0
	}
	done(t, err)
	return uint64(info.Size())
}

// TestReadOnlyFolder opens a database where nothing may be written.
func TestReadOnlyFolder(t *testing.T) {
	path := written(t, 3)
	done(t, os.Chmod(filepath.Dir(filepath.Dir(path)), 0o755))
	done(t, os.Chmod(filepath.Dir(path), 0o555))
	done(t, os.Chmod(path, 0o444))
	defer os.Chmod(filepath.Dir(path), 0o755)
	storetest.AsNobody(func() {
		if _, err := sqlite.Open(t.Context(), path); !errors.Is(err, os.ErrPermission) || !strings.Contains(err.Error(), path) {
			t.Errorf("got %v", err)
		}
		if _, err := sqlite.Open(t.Context(), path+".new"); !errors.Is(err, os.ErrPermission) {
			t.Errorf("a new one: got %v", err)
		}
	})
}
