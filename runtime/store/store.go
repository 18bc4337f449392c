// Package store declares what keeps the past of runs: sessions, each of one run, with firings, snapshots, timelines,
// checkpoints, and the programs that ran.
//
// It holds contracts and what every store shares; the packages below it fulfil them:
//
//	memory    in the process, what is old in a temporary file; gone with the process
//	jsonfile  a folder per session, for reading by people
//	sqlite    a database file, for many ticks and many sessions
//
// # A session
//
// A Store keeps Sessions by name. Open makes a session that is not there, empty until Begin; only from then on it is listed
// and can be read. An open Session has one writer, whoever opened it: a second Open, in whatever process, answers a
// *HeldError with the holder, until the first closes it or its process ends in any way. Readers see what has been written
// and wait for nobody.
//
// # What is written when
//
// A tick boundary is a (timeline, tick): the state before that tick. What a session holds of it:
//
//   - Begin, AddTimeline and Swap write a Base: the whole state at a boundary, and the program that goes on from there.
//   - AppendTick writes the firings of one tick, and a snapshot of the boundary after it only when enough has been written
//     since the last one (Pace), so that its cost is that of the firings, whatever the size of the graph. jsonfile writes
//     that snapshot with every tick.
//
// So the state at any boundary is the nearest snapshot at or before it on its timeline, brought forward by the recorded
// firings; no body runs again. Snapshots are bytes to a store: the engine alone reads and writes them.
//
// Every method that writes does all of it or nothing. After an error the same call may be made again. A tick is written
// before the run goes on from it, so a process that ends at any moment leaves a prefix of what happened.
//
// # Why texts are kept per session
//
// Texts go by the SHA-256 of what they say, within one session: a run that goes on for a week keeps each of its texts once,
// and a session can be copied, deleted and forked with no thought for any other.
//
// All methods are safe for concurrent use. Times are milliseconds since 1970; stores have no clock, their callers tell it.
package store

import (
	"context"
	"errors"
	"fmt"
)

// What stores answer, tested with errors.Is.
var (
	// ErrNotFound says that there is nothing under the name asked for.
	ErrNotFound = errors.New("not found")
	// ErrUsed says that a session holds a run already, so that no other can begin in it.
	ErrUsed = errors.New("the session already holds a run")
	// ErrClosed says that a session or store was closed before.
	ErrClosed = errors.New("closed")
)

// Store keeps sessions by name, see CheckName.
type Store interface {
	// Open answers a session for writing; it is empty when there was none. It answers a *HeldError when somebody has it open.
	// It must be closed.
	Open(ctx context.Context, name string) (Session, error)
	// Read answers a session for reading, or ErrNotFound. What the session's writer does afterwards is seen.
	Read(ctx context.Context, name string) (Reader, error)
	// List answers what there is to know of all sessions, in name order.
	List(ctx context.Context) ([]Info, error)
	// Delete deletes a session and everything of it. It answers a *HeldError when somebody has it open, and ErrNotFound.
	Delete(ctx context.Context, name string) error
	// Close releases what the store holds. Sessions must be closed before.
	Close() error
}

// Reader reads what a session keeps of its run.
type Reader interface {
	// Info tells what the session is; ErrNotFound when no run has begun in it.
	Info(ctx context.Context) (Info, error)
	// Size answers how many bytes firings, snapshots, checkpoints and texts take, about. It may have to look at all of them.
	Size(ctx context.Context) (int64, error)
	History
	Snapshots
	Programs
}

// Session is a Reader that writes too. As long as no run has begun in it, it takes texts only: what else would write
// answers ErrNotFound.
type Session interface {
	Reader
	Recorder
	// PutCheckpoint keeps a checkpoint, in place of an older one with the same label.
	PutCheckpoint(ctx context.Context, c Checkpoint) error
	// PutText keeps a text and answers its digest, also before a run has begun.
	PutText(ctx context.Context, text string) (digest string, err error)
	// Prune forgets the firings and snapshots of the spans and keeps the given snapshots in their place: what is to be loaded
	// from the end of a span on needs one. Timelines, checkpoints, programs and texts stay.
	Prune(ctx context.Context, spans []Span, bases []Snapshot) error
	// Close gives the session free for others to open. A second call does nothing.
	Close() error
}

// Info tells what a session is.
type Info struct {
	Name      string
	ID        string    // tells its run from all others
	Created   int64     // when the run began
	Head      Boundary  // where the run stands: its youngest timeline, and the tick it would run next
	Timelines int       // how many there are
	Programs  []Program // which went on from where, in the order in which they did
	Holder    *Holder   // who has it open, or nil; a Session answers nil
}

// Boundary is a point between two ticks: the state before Tick on a timeline.
type Boundary struct{ Timeline, Tick int }

// String answers "tick 7", with the timeline in front when it is not the first.
func (b Boundary) String() string {
	if b.Timeline == 0 {
		return fmt.Sprintf("tick %d", b.Tick)
	}
	return fmt.Sprintf("timeline %d, tick %d", b.Timeline, b.Tick)
}

// Span is a stretch of one timeline: the ticks, or the boundaries before them, from From on and before Until; -1 for all
// that follow.
type Span struct{ Timeline, From, Until int }

// Has reports whether the boundary, or its tick, lies in the span.
func (s Span) Has(b Boundary) bool {
	return s.Timeline == b.Timeline && s.From <= b.Tick && (s.Until < 0 || b.Tick < s.Until)
}

// CorruptError says that what a store has kept cannot be read any more.
type CorruptError struct {
	Path string // the file
	Msg  string // what is wrong with it
	Hint string // what can be done, or ""
	Err  error  // the cause, or nil
}

// Error answers all of it in one line.
func (e *CorruptError) Error() string {
	s := e.Path + ": " + e.Msg
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	if e.Hint != "" {
		s += " (" + e.Hint + ")"
	}
	return s
}

// Unwrap answers the cause.
func (e *CorruptError) Unwrap() error { return e.Err }
