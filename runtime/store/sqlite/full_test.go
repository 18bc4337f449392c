//go:build linux && cgo

package sqlite_test

import (
	"errors"
	"math"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	tickflow "github.com/tickflow/tickflow/runtime"
	"github.com/tickflow/tickflow/runtime/store/sqlite"
)

// TestFullDisk lets files grow no more in the middle of a run: the tick is not kept, and once there is room again it is.
func TestFullDisk(t *testing.T) {
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
		limit(t, fileSize(t, path+"-wal")+uint64(1000*n))
		var failed error
		for failed == nil && r.Now() < 100*(n+1) {
			_, failed = r.Run(ctx, tickflow.RunOptions{MaxTicks: 1})
		}
		at := r.Now()
		_, again := r.Run(ctx, tickflow.RunOptions{MaxTicks: 1})
		limit(t, math.MaxUint64)
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

// limit sets how large files may become.
func limit(t *testing.T, size uint64) {
	t.Helper()
	signal.Ignore(syscall.SIGXFSZ)
	var l syscall.Rlimit
	done(t, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &l))
	l.Cur = min(size, l.Max)
	done(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &l))
}

// TestReadOnlyFolder opens a database where nothing may be written.
func TestReadOnlyFolder(t *testing.T) {
	path := written(t, 3)
	done(t, os.Chmod(filepath.Dir(filepath.Dir(path)), 0o755))
	done(t, os.Chmod(filepath.Dir(path), 0o555))
	done(t, os.Chmod(path, 0o444))
	defer os.Chmod(filepath.Dir(path), 0o755)
	asNobody(t, func() {
		if _, err := sqlite.Open(t.Context(), path); !errors.Is(err, os.ErrPermission) || !strings.Contains(err.Error(), path) {
			t.Errorf("got %v", err)
		}
		if _, err := sqlite.Open(t.Context(), path+".new"); !errors.Is(err, os.ErrPermission) {
			t.Errorf("a new one: got %v", err)
		}
	})
}

// asNobody runs f without root's right to write everywhere.
func asNobody(t *testing.T, f func()) {
	t.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	set := func(uid uintptr) { syscall.RawSyscall(syscall.SYS_SETFSUID, uid, 0, 0) }
	if os.Getuid() == 0 {
		set(65534)
		defer set(0)
	}
	f()
}
