package reload_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/tickflow/tickflow/runtime/reload"
)

// patience is how long anything may take to be noticed.
const patience = 30 * time.Second

// heardOnly leaves no change to polling.
var heardOnly = reload.Options{Debounce: 10 * time.Millisecond, Poll: time.Hour}

// generation is what a build has found.
type generation struct {
	changed []string
	texts   map[string]string // by path; files that are not there have none
}

// watching is a Watch at work.
type watching struct {
	t      *testing.T
	paths  []string
	builds chan generation
}

func start(t *testing.T, o reload.Options, paths ...string) *watching {
	t.Helper()
	w := &watching{t: t, paths: paths, builds: make(chan generation)}
	ctx, end := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	files := reload.Stamps(paths...)
	go func() {
		ended <- reload.Watch(ctx, o, files, func(changed []string) []reload.File {
			files := reload.Stamps(paths...)
			g := generation{changed, map[string]string{}}
			for _, path := range paths {
				if text, err := os.ReadFile(path); err == nil {
					g.texts[path] = string(text)
				}
			}
			select {
			case w.builds <- g:
			case <-ctx.Done():
			}
			return files
		})
	}()
	t.Cleanup(func() {
		end()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return w
}

// expect waits for a build that finds the texts, and answers what had changed in all builds till then. The texts are in
// the order of the paths; "-" is a file that is not there.
func (w *watching) expect(texts ...string) (changed []string) {
	w.t.Helper()
	timeout := time.After(patience)
	for {
		select {
		case g := <-w.builds:
			changed = append(changed, g.changed...)
			fits := true
			for i, path := range w.paths {
				text, ok := g.texts[path]
				fits = fits && (ok && text == texts[i] || !ok && texts[i] == "-")
			}
			if fits {
				slices.Sort(changed)
				return slices.Compact(changed)
			}
		case <-timeout:
			w.t.Fatalf("not noticed: %q", texts)
		}
	}
}

// must fails the test for any error.
func must(t *testing.T, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

func write(path, text string) error { return os.WriteFile(path, []byte(text), 0o666) }

func TestEveryWayOfSaving(t *testing.T) {
	for name, save := range map[string]func(path, text string) error{
		"in place": write,
		"renamed over": func(path, text string) error {
			return errors.Join(write(path+"~", text), os.Rename(path+"~", path))
		},
		"renamed away, then made": func(path, text string) error {
			return errors.Join(os.Rename(path, path+"~"), write(path, text), os.Remove(path+"~"))
		},
		"deleted and made": func(path, text string) error {
			return errors.Join(os.Remove(path), write(path, text))
		},
		"appended in two steps": func(path, text string) error {
			f, err := os.OpenFile(path, os.O_WRONLY|os.O_TRUNC, 0)
			if err != nil {
				return err
			}
			_, first := f.WriteString(text[:1])
			_, second := f.WriteString(text[1:])
			return errors.Join(first, second, f.Sync(), f.Close())
		},
		"a link put in its place": func(path, text string) error {
			target := path + "." + text
			return errors.Join(write(target, text), os.Remove(path), os.Symlink(target, path))
		},
		"its folder made anew": func(path, text string) error {
			folder := filepath.Dir(path)
			return errors.Join(os.RemoveAll(folder), os.Mkdir(folder, 0o777), write(path, text))
		},
		"its folder exchanged": func(path, text string) error {
			folder := filepath.Dir(path)
			fresh := folder + ".fresh"
			must := errors.Join(os.Mkdir(fresh, 0o777), write(filepath.Join(fresh, filepath.Base(path)), text))
			return errors.Join(must, os.Rename(folder, folder+"."+text), os.Rename(fresh, folder))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "folder", "counter.lua")
			must(t, os.Mkdir(filepath.Dir(path), 0o777), write(path, "zero"))
			w := start(t, heardOnly, path)
			for _, text := range []string{"first", "second", "third"} {
				must(t, save(path, text))
				if changed := w.expect(text); len(changed) != 1 {
					t.Errorf("changed are %q", changed)
				}
			}
		})
	}
}

func TestLinksOnTheWay(t *testing.T) {
	dir := t.TempDir()
	for _, v := range []string{"v1", "v2", "v3"} {
		must(t, os.Mkdir(filepath.Join(dir, v), 0o777), write(filepath.Join(dir, v, "a.lua"), v))
	}
	link := func(to, from string) error {
		fresh := filepath.Join(dir, "fresh")
		return errors.Join(os.Symlink(to, fresh), os.Rename(fresh, filepath.Join(dir, from)))
	}
	// As container hosts lay out files that are exchanged as one: a.lua -> current/a.lua -> ..data -> v1.
	must(t, link("v1", "..data"), link("..data", "current"), link("current/a.lua", "a.lua"))
	path := filepath.Join(dir, "a.lua")
	w := start(t, heardOnly, path)
	must(t, link("v2", "..data"))
	w.expect("v2")
	must(t, write(filepath.Join(dir, "v2", "a.lua"), "v2 again"))
	w.expect("v2 again")
	must(t, link(filepath.Join(dir, "v3"), "current"))
	w.expect("v3")
	must(t, link("nowhere", "current"))
	w.expect("-")
	must(t, os.Mkdir(filepath.Join(dir, "nowhere"), 0o777), write(filepath.Join(dir, "nowhere", "a.lua"), "there"))
	w.expect("there")
	must(t, link("../"+filepath.Base(dir)+"/v1/a.lua", "a.lua"))
	w.expect("v1")
	must(t, link("a.lua", "a.lua"))
	w.expect("-")
}

func TestManyFilesAtOnceAreOneChange(t *testing.T) {
	dir := t.TempDir()
	var paths []string
	for i := range 50 {
		paths = append(paths, filepath.Join(dir, fmt.Sprintf("%02d.lua", i)))
		must(t, write(paths[i], "old"))
	}
	w := start(t, reload.Options{Debounce: time.Second, Poll: time.Hour}, paths...)
	for _, path := range paths {
		must(t, write(path, "new"))
	}
	select {
	case g := <-w.builds:
		if !slices.Equal(g.changed, paths) {
			t.Errorf("of %d files, %d have changed", len(paths), len(g.changed))
		}
	case <-time.After(patience):
		t.Fatal("not noticed")
	}
}

func TestTheSameBytesDoNothing(t *testing.T) {
	dir := t.TempDir()
	same, other := filepath.Join(dir, "same"), filepath.Join(dir, "other")
	must(t, write(same, "a"), write(other, "b"))
	w := start(t, reload.Options{Debounce: 300 * time.Millisecond, Poll: time.Hour}, same, other)
	must(t, write(same, "x"), write(same, "a"), os.Chtimes(same, time.Time{}, time.Now()), os.Chmod(same, 0o600))
	must(t, write(same+"~", "a"), os.Rename(same+"~", same))
	must(t, write(other, "c"))
	if changed := w.expect("a", "c"); len(changed) != 1 {
		t.Errorf("changed are %q", changed)
	}
}

func TestAFileThatComesLater(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "lib", "deep", "util.lua")
	w := start(t, heardOnly, path)
	must(t, os.MkdirAll(filepath.Dir(path), 0o777), write(path, "here"))
	w.expect("here")
	must(t, os.RemoveAll(filepath.Join(dir, "lib")))
	w.expect("-")
	must(t, os.MkdirAll(filepath.Dir(path), 0o777), write(path, "again"))
	w.expect("again")
}

func TestWhatHappensDuringABuildIsNotMissed(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	must(t, write(path, "0"))
	w := start(t, heardOnly, path)
	must(t, write(path, "1"))
	for i := range 20 {
		text := fmt.Sprint(i + 2)
		g := <-w.builds // its build has come back, or is about to
		must(t, write(path, text))
		if g.texts[path] != text {
			w.expect(text)
		}
		must(t, write(path, "next "+text))
	}
}

func TestAChangeBeforeWatchBegins(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	must(t, write(path, "read"))
	files := reload.Stamps(path)
	must(t, write(path, "saved since"))
	ctx, end := context.WithTimeout(context.Background(), patience)
	defer end()
	err := reload.Watch(ctx, heardOnly, files, func(changed []string) []reload.File {
		end()
		return reload.Stamps(changed...)
	})
	if err != nil || !errors.Is(ctx.Err(), context.Canceled) {
		t.Errorf("not noticed: %v, %v", err, ctx.Err())
	}
}

// A folder far above is exchanged, of which no system tells whoever watches the folder of the file.
func TestPollingFindsWhatIsNotTold(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a", "b", "c", "file")
	must(t, os.MkdirAll(filepath.Dir(path), 0o777), write(path, "old"))
	w := start(t, reload.Options{Debounce: time.Millisecond, Poll: 5 * time.Millisecond}, path)
	must(t, os.Rename(filepath.Join(dir, "a"), filepath.Join(dir, "away")))
	w.expect("-")
	must(t, os.MkdirAll(filepath.Dir(path), 0o777), write(path, "new"))
	w.expect("new")
	must(t, write(path, "newer"))
	w.expect("newer")
}

func TestAFileThatIsWrittenOnAndOnIsLookedAtAllTheSame(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	must(t, write(path, ""))
	w := start(t, reload.Options{Debounce: 20 * time.Millisecond, Poll: time.Hour}, path)
	timeout := time.After(patience)
	for i := 0; ; i++ {
		must(t, write(path, fmt.Sprint(i)))
		select {
		case <-w.builds:
			return
		case <-timeout:
			t.Fatal("not looked at")
		default:
			runtime.Gosched()
		}
	}
}

func TestAPipeIsNoFile(t *testing.T) {
	if f := reload.Stamp(os.DevNull); !f.Missing() {
		t.Error("a device has a stamp")
	}
	if f := reload.Stamp(t.TempDir()); !f.Missing() {
		t.Error("a folder has a stamp")
	}
}

func TestNoGoroutineIsLeft(t *testing.T) {
	before := runtime.NumGoroutine()
	path := filepath.Join(t.TempDir(), "a")
	must(t, write(path, ""))
	for range 20 {
		ctx, end := context.WithCancel(context.Background())
		end()
		must(t, reload.Watch(ctx, heardOnly, reload.Stamps(path), nil))
	}
	for deadline := time.Now().Add(patience); runtime.NumGoroutine() > before; runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines, and there were %d", runtime.NumGoroutine(), before)
		}
	}
}
