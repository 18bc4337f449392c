//go:build linux

package jsonfile_test

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	tickflow "github.com/tickflow/tickflow/runtime"
	"github.com/tickflow/tickflow/runtime/store/jsonfile"
	"github.com/tickflow/tickflow/runtime/store/storetest"
)

// TestFullDisk lets files grow no more in the middle of a run: the tick is not kept, and once there is room again it is.
func TestFullDisk(t *testing.T) {
	if !storetest.Apart(t) {
		return
	}
	ctx := t.Context()
	folder := t.TempDir()
	all, err := jsonfile.Open(folder, jsonfile.Options{})
	done(t, err)
	s, err := all.Open(ctx, "run")
	done(t, err)
	defer s.Close()
	r, err := tickflow.New(loop(t), tickflow.Config{Store: s})
	done(t, err)
	path := filepath.Join(folder, "run", "firings.jsonl")
	for n, size := range []uint64{100, 300, 0, 5, 1000, 1001, 1002, 1100, 1200, 10_000} {
		var at syscall.Stat_t
		done(t, syscall.Stat(path, &at))
		if size >= 1000 {
			size += uint64(at.Size) - 1000 // in the firings; below that, in the states
		}
		storetest.LimitFiles(t, size)
		var failed error
		for failed == nil && r.Now() < 1000*(n+1) {
			_, failed = r.Run(ctx, tickflow.RunOptions{MaxTicks: 1})
		}
		now := r.Now()
		_, again := r.Run(ctx, tickflow.RunOptions{MaxTicks: 1})
		label := r.Checkpoint(ctx, "x")
		storetest.LimitFiles(t, storetest.NoLimit)
		if failed == nil || again == nil || r.Now() != now {
			t.Fatalf("%d: got %v, then %v, at tick %d and then %d", n, failed, again, now, r.Now())
		}
		if size < 300 && label == nil {
			t.Error("a checkpoint has room where there is none")
		}
		_, err = r.Run(ctx, tickflow.RunOptions{MaxTicks: 2})
		done(t, err)
		firings, err := r.Audit(ctx, tickflow.AuditOptions{})
		done(t, err)
		if last := firings[len(firings)-1]; last.Tick != now+1 {
			t.Fatalf("the last firing is of tick %d, want %d", last.Tick, now+1)
		}
		seen := map[[2]any]bool{}
		for _, f := range firings {
			if seen[[2]any{f.Tick, f.Node}] {
				t.Fatalf("%s fired twice in tick %d", f.Node, f.Tick)
			}
			seen[[2]any{f.Tick, f.Node}] = true
		}
	}
	if left, err := filepath.Glob(filepath.Join(folder, "run", "*.tmp")); err != nil || left != nil {
		t.Errorf("left over: %v, %v", left, err)
	}
}

// TestReadOnlyFolder writes where nothing may be written, and reads there.
func TestReadOnlyFolder(t *testing.T) {
	folder := written(t, 5)
	open := func(mode os.FileMode) {
		done(t, os.Chmod(filepath.Join(folder, "run"), mode))
		done(t, os.Chmod(folder, mode))
	}
	done(t, os.Chmod(filepath.Dir(folder), 0o755))
	open(0o555)
	defer open(0o755)
	storetest.AsNobody(func() {
		all, err := jsonfile.Open(folder, jsonfile.Options{})
		done(t, err)
		for _, name := range []string{"run", "new"} {
			if _, err := all.Open(t.Context(), name); !errors.Is(err, os.ErrPermission) {
				t.Errorf("opening %s: got %v", name, err)
			}
		}
		if err := all.Delete(t.Context(), "run"); !errors.Is(err, os.ErrPermission) {
			t.Errorf("deleting: got %v", err)
		}
		r, err := all.Read(t.Context(), "run")
		done(t, err)
		info, err := r.Info(t.Context())
		if err != nil || info.Head.Tick != 5 {
			t.Errorf("reading: got %+v, %v", info, err)
		}
	})
}
