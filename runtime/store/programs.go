package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"github.com/tickflow/tickflow/runtime/record"
)

// Program is a graph with its behaviours that went on with the run from a boundary.
type Program struct {
	Boundary
	At        int64  // when it began to
	Graph     string // the digest of the graph, as in snapshots
	Behaviors string // the digest of the behaviours
	Files     []File // the texts: the graph's first, then those of the behaviours, if they have any
}

// File names a text.
type File struct {
	Name   string // as messages call it
	Digest string // of the text, as PutText answers it
}

// Programs reads which programs ran.
type Programs interface {
	// Programs answers them in the order in which they went on with the run.
	Programs(ctx context.Context) ([]Program, error)
	// Text answers the text with that digest, or ErrNotFound.
	Text(ctx context.Context, digest string) (string, error)
}

// Digest answers what a text goes by: its SHA-256, in hexadecimal.
func Digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// ProgramAt answers the program that ran, or will run, the tick of a path; ok is false when none had begun.
func ProgramAt(programs []Program, path record.Path, tick int) (p Program, ok bool) {
	for _, q := range programs {
		if q.Tick <= tick && path.At(q.Tick) == q.Timeline {
			p, ok = q, true
		}
	}
	return p, ok
}
