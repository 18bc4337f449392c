//go:build cgo

package sqlite_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tickflow "github.com/tickflow/tickflow/runtime"
	"github.com/tickflow/tickflow/runtime/store"
	"github.com/tickflow/tickflow/runtime/store/sqlite"
)

// written answers the path of a database with some ticks of a run in it.
func written(t *testing.T, ticks int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "runs.db")
	db, err := sqlite.Open(t.Context(), path)
	done(t, err)
	s, err := db.Open(t.Context(), "run")
	done(t, err)
	r, err := tickflow.New(loop(t), tickflow.Config{Store: s})
	done(t, err)
	_, err = r.Run(t.Context(), tickflow.RunOptions{MaxTicks: ticks})
	done(t, err)
	done(t, s.Close())
	done(t, db.Close())
	return path
}

func loop(t testing.TB) *tickflow.Program {
	t.Helper()
	p, err := tickflow.Compile("loop.tickflow", "[A]-->B\nB-->A\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func done(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestWhatIsNoDatabase(t *testing.T) {
	folder := t.TempDir()
	text := filepath.Join(folder, "text")
	done(t, os.WriteFile(text, []byte(strings.Repeat("no database ", 100)), 0o644))
	tests := map[string]struct {
		path string
		is   func(error) bool
	}{
		"a text":            {text, func(err error) bool { return errors.As(err, new(*store.CorruptError)) }},
		"a folder":          {folder, func(err error) bool { return errors.As(err, new(*os.PathError)) }},
		"no folder":         {filepath.Join(folder, "none", "x.db"), func(err error) bool { return errors.Is(err, os.ErrNotExist) }},
		"a folder below it": {filepath.Join(text, "x.db"), func(err error) bool { return errors.As(err, new(*os.PathError)) }},
	}
	for name, tt := range tests {
		if db, err := sqlite.Open(t.Context(), tt.path); err == nil || !tt.is(err) || !strings.Contains(err.Error(), tt.path) {
			t.Errorf("%s: got %v, %v", name, db, err)
		}
	}
}

// TestDamagedDatabase overwrites parts of a database: each operation then answers what it should or an error.
func TestDamagedDatabase(t *testing.T) {
	whole, err := os.ReadFile(written(t, 3000))
	done(t, err)
	random := rand.New(rand.NewPCG(1, 2))
	told := 0
	for n := range 60 {
		path := filepath.Join(t.TempDir(), "runs.db")
		damaged := append([]byte(nil), whole...)
		if n%3 == 0 {
			damaged = damaged[:random.IntN(len(damaged))]
		}
		for range 1 + n {
			if len(damaged) > 0 {
				at := random.IntN(len(damaged))
				for i := at; i < min(at+500, len(damaged)); i++ {
					damaged[i] = byte(random.Uint32())
				}
			}
		}
		done(t, os.WriteFile(path, damaged, 0o644))
		if err := use(t, path); err != nil {
			told++
		}
	}
	if told < 40 {
		t.Errorf("only %d of 60 damages were told", told)
	}
}

func use(t *testing.T, path string) error {
	ctx := t.Context()
	db, err := sqlite.Open(ctx, path)
	if err != nil {
		return err
	}
	defer db.Close()
	_, listed := db.List(ctx)
	s, err := db.Open(ctx, "run")
	if err != nil {
		return err
	}
	defer s.Close()
	r, err := tickflow.Resume(ctx, loop(t), tickflow.Config{Store: s})
	if err != nil {
		return errors.Join(err, listed)
	}
	_, audited := r.Audit(ctx, tickflow.AuditOptions{})
	_, ran := r.Run(ctx, tickflow.RunOptions{MaxTicks: 3})
	return errors.Join(listed, audited, ran)
}

func TestANewerVersionIsLeftAlone(t *testing.T) {
	path := written(t, 1)
	pragma(t, path, "user_version = 99")
	var version *sqlite.VersionError
	if _, err := sqlite.Open(t.Context(), path); !errors.As(err, &version) || version.Version != 99 {
		t.Errorf("got %v", err)
	}
	pragma(t, path, "application_id = 7")
	if _, err := sqlite.Open(t.Context(), path); err == nil || !strings.Contains(err.Error(), "another program") {
		t.Errorf("another program's: got %v", err)
	}
}

func TestErrorsSayWhichDatabase(t *testing.T) {
	path := written(t, 1)
	db, err := sqlite.Open(t.Context(), path)
	done(t, err)
	done(t, db.Close())
	if _, err := db.List(t.Context()); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("got %v", err)
	}
	if _, err := db.Open(t.Context(), "new"); err == nil {
		t.Error("a closed store opens sessions")
	}
	if files, err := filepath.Glob(path + "*.lock"); err != nil || files != nil {
		t.Errorf("left over: %v", fmt.Sprint(files, err))
	}
}

func TestPathsOfAnyKind(t *testing.T) {
	for _, name := range []string{"a b.db", "a?b=c.db", "50%25#x.db", "ü:;&.db", "file:x.db"} {
		path := filepath.Join(t.TempDir(), name)
		db, err := sqlite.Open(t.Context(), path)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		done(t, db.Close())
		if info, err := os.Stat(path); err != nil || info.Size() == 0 {
			t.Errorf("%s: the database is elsewhere: %v", name, err)
		}
	}
}
