package reload

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/fsnotify/fsnotify"
)

// Options says how files are watched. The zero value works.
type Options struct {
	// Debounce is how long nothing must have happened to the files before they are looked at, so that a save of several
	// steps or files is one; DefaultDebounce when 0. While something keeps happening they are looked at all the same, every
	// ten times as long.
	Debounce time.Duration
	// Poll is how often files are looked at although nothing was heard of them, since not every system tells: network
	// drives and folders shared with a virtual machine do not. DefaultPoll when 0.
	Poll time.Duration
}

// What Options come to unless they say otherwise.
const (
	DefaultDebounce = 50 * time.Millisecond
	DefaultPoll     = 2 * time.Second
)

// patience is how many times the debounce files may be written on before they are looked at all the same.
const patience = 10

// Build makes something of files that have changed, and answers the stamps of all files that it has read, or has looked for
// in vain, whether anything came of them or not: these are watched from then on. It is called with the paths of those that
// changed, in the order of the stamps before, and never before an earlier call has come back.
type Build func(changed []string) []File

// Watch calls build whenever files have come to differ from their stamps, until the context ends; then it answers nil. A
// file whose bytes are the same after a save has not changed. It answers an error when the system has no means, or no more
// room, to watch files.
func Watch(ctx context.Context, o Options, files []File, build Build) error {
	notify, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("files cannot be watched: %w", err)
	}
	defer notify.Close()
	if o.Debounce <= 0 {
		o.Debounce = DefaultDebounce
	}
	if o.Poll <= 0 {
		o.Poll = DefaultPoll
	}
	w := &watch{Options: o, notify: notify, files: files, build: build}
	w.run(ctx)
	return nil
}

// watch is what one call of Watch keeps.
type watch struct {
	Options
	notify *fsnotify.Watcher
	files  []File
	names  names
	build  Build
}

func (w *watch) run(ctx context.Context) {
	w.arrange()
	rest := time.NewTimer(w.Debounce) // a file may have changed since its stamp was taken
	defer rest.Stop()
	poll := time.NewTicker(w.Poll)
	defer poll.Stop()
	var latest time.Time // when to look although something keeps happening; zero while nothing does
	for {
		select {
		case <-ctx.Done():
			return
		case event := <-w.notify.Events:
			if !w.names.has(event.Name) {
				continue
			}
		case <-w.notify.Errors: // events were lost: look
		case <-poll.C:
			if !latest.IsZero() || len(w.changed()) == 0 {
				continue
			}
			w.forget()
		case <-rest.C:
			latest = time.Time{}
			if !w.look() {
				continue
			}
		}
		now := time.Now()
		if latest.IsZero() {
			latest = now.Add(patience * w.Debounce)
		}
		rest.Reset(min(w.Debounce, latest.Sub(now)))
	}
}

// look calls build when files have changed, and answers whether they have changed again while it was at work.
func (w *watch) look() (again bool) {
	// The folders first: what happens once the files have been read must be noticed.
	w.arrange()
	changed := w.changed()
	if len(changed) == 0 {
		return false
	}
	w.files = w.build(changed)
	w.arrange()
	return len(w.changed()) > 0
}

// changed answers the files that differ from their stamps.
func (w *watch) changed() (paths []string) {
	for _, f := range w.files {
		if Stamp(f.Path) != f {
			paths = append(paths, f.Path)
		}
	}
	return paths
}

// arrange watches the folders that decide about the files, and no others. One that cannot be watched is left to polling.
func (w *watch) arrange() {
	for settled := false; !settled; {
		w.names = names{}
		for _, f := range w.files {
			if path, err := filepath.Abs(f.Path); err == nil { // else there is no working directory
				w.names.decide(path)
			}
		}
		watched := w.notify.WatchList()
		for _, folder := range watched {
			if w.names[folder] == nil {
				_ = w.notify.Remove(folder) // it fails when the folder is gone
			}
		}
		settled = true
		for folder := range w.names {
			if !slices.Contains(watched, folder) && w.notify.Add(folder) == nil {
				settled = false // a link may have changed before it was watched
			}
		}
	}
}

// forget watches nothing any more: a folder that has told nothing may be another one than that of its name by now.
func (w *watch) forget() {
	for _, folder := range w.notify.WatchList() {
		_ = w.notify.Remove(folder)
	}
}
