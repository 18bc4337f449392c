package reload

import (
	"crypto/sha256"
	"io"
	"os"
	"path/filepath"
)

// File is a file as it was at some moment.
type File struct {
	Path string // as the caller names it

	place string            // its path behind all links, "" when it could not be read
	sum   [sha256.Size]byte // of its bytes
}

// Stamp answers a file as it is now. One that is not there, or is no regular file, or cannot be read, is one without bytes:
// Watch notices when it comes.
//
// Take the stamp of a file before reading it. When the file changes in between, its stamp is out of date and Watch calls
// once more than it had to; the other way round, that change would be missed.
func Stamp(path string) File {
	f := File{Path: path}
	place, err := filepath.EvalSymlinks(path)
	if err != nil {
		return f
	}
	// Opening a pipe would wait for somebody who writes.
	if info, err := os.Stat(place); err != nil || !info.Mode().IsRegular() {
		return f
	}
	file, err := os.Open(place)
	if err != nil {
		return f
	}
	defer file.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return f
	}
	f.place = place
	hash.Sum(f.sum[:0])
	return f
}

// Stamps answers the stamps of several files.
func Stamps(paths ...string) []File {
	files := make([]File, len(paths))
	for i, path := range paths {
		files[i] = Stamp(path)
	}
	return files
}

// Missing reports whether the file could not be read.
func (f File) Missing() bool { return f.place == "" }
