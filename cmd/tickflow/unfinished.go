package main

import (
	"os"
	"sync"
)

// unfinished are the names of the files that are being written beside those whose place they take.
var unfinished = struct {
	sync.Mutex
	names map[string]bool
}{names: map[string]bool{}}

func begun(name string) {
	unfinished.Lock()
	defer unfinished.Unlock()
	unfinished.names[name] = true
}

func finished(name string) {
	unfinished.Lock()
	defer unfinished.Unlock()
	delete(unfinished.names, name)
}

// removeUnfinished removes what is being written, and lets nobody begin or finish a file any more: the process must end.
func removeUnfinished() {
	unfinished.Lock()
	for name := range unfinished.names {
		os.Remove(name)
	}
}
