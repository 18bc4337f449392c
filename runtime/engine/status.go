package engine

import (
	"fmt"
	"strings"

	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/record"
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

// String answers "idle", "running", "failed" (for Stuck), "aborted" or "cancelled".
func (s Status) String() string { return statusNames[s] }

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
		r.status, r.reason = Cancelled, reason
	}
}

// Reset brings a run that is not running back to idle, so that it ticks again.
func (r *Run) Reset() {
	if r.status != Running {
		r.status, r.reason = Idle, ""
	}
}

// Waiting is an AND-join that holds a token and waits for others.
type Waiting struct {
	Node   string
	Holds  []string // the producers whose token it holds
	Lacks  []string // the producers it waits for
	Failed []string // those of Lacks whose last firing failed
}

// Waiting answers the joins that hold a token and are not fireable, in node order. It looks at every node.
func (r *Run) Waiting() []Waiting {
	var waiting []Waiting
	for i := range r.cells {
		c := &r.cells[i]
		if c.full == 0 || c.or || c.full == c.slots {
			continue
		}
		w := Waiting{Node: c.name}
		for j, p := range r.net.Producers(graph.ID(i)) {
			producer := &r.cells[p]
			if r.slots[int(c.first)+j] {
				w.Holds = append(w.Holds, producer.name)
				continue
			}
			w.Lacks = append(w.Lacks, producer.name)
			if producer.count > 0 && producer.last.status != record.OK {
				w.Failed = append(w.Failed, producer.name)
			}
		}
		waiting = append(waiting, w)
	}
	return waiting
}

// String answers a sentence: "M holds a token from A and waits for D, whose last firing failed".
func (w Waiting) String() string {
	s := fmt.Sprintf("%s holds a token from %s and waits for %s", w.Node, strings.Join(w.Holds, ", "), strings.Join(w.Lacks, ", "))
	switch {
	case len(w.Failed) == 0:
		return s
	case len(w.Lacks) == 1:
		return s + ", whose last firing failed"
	}
	return s + " (the last firing of " + strings.Join(w.Failed, ", ") + " failed)"
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
