package engine

import (
	"strconv"
	"strings"
)

// Status is where a run stands.
type Status uint8

// The statuses of a run.
const (
	Idle      Status = iota // never started, or nothing fireable and no True slot left
	Running                 // the last tick fired something
	Stuck                   // nothing is fireable, but a slot is True: some join waits for what cannot come
	Aborted                 // a firing returned a failure of type Infrastructure
	Cancelled               // Cancel was called
)

var statusNames = [...]string{"idle", "running", "failed", "aborted", "cancelled"}

// String answers "idle", "running", "failed" (for Stuck), "aborted" or "cancelled", and "status 9" for a 9 that is none.
func (s Status) String() string {
	if !s.known() {
		return "status " + strconv.Itoa(int(s))
	}
	return statusNames[s]
}

func (s Status) known() bool { return int(s) < len(statusNames) }

// Halted reports whether a run of this status ticks no more until it is reset, restored or remapped.
func (s Status) Halted() bool { return s == Stuck || s == Aborted || s == Cancelled }

func parseStatus(name string) (Status, bool) {
	for s, n := range statusNames {
		if n == name {
			return Status(s), true
		}
	}
	return 0, false
}

// Status answers where the run stands and, when it has halted, why.
func (r *Run) Status() (s Status, reason string) { return r.status, r.reason }

// Terminal reports whether the run has come to an end: halted, or idle with nothing pending.
func (r *Run) Terminal() bool {
	return r.status.Halted() || r.status == Idle && len(r.fireable) == 0
}

// Cancel halts the run before its next tick. A run that has already halted keeps its status.
func (r *Run) Cancel(reason string) {
	if !r.status.Halted() {
		r.status, r.reason = Cancelled, strings.ToValidUTF8(reason, "\ufffd")
	}
}

// Reset brings a run that is not running back to idle, so that it ticks again.
func (r *Run) Reset() {
	if r.status != Running {
		r.status, r.reason = Idle, ""
	}
}

// rest settles the status of a run that has nothing fireable.
func (r *Run) rest() {
	if r.marked == 0 {
		r.status, r.reason = Idle, ""
		return
	}
	var sentences []string
	for _, w := range r.Waiting() {
		sentences = append(sentences, w.String())
	}
	r.status, r.reason = Stuck, strings.Join(sentences, "; ")
}
