package store

import (
	"fmt"
	"time"
)

// Holder is who has a session open for writing.
type Holder struct {
	PID   int       `json:"pid"`
	Host  string    `json:"host"`
	Since time.Time `json:"since"`
}

// String answers "process 7 on host since 2026-01-02 15:04:05".
func (h Holder) String() string {
	if h.PID == 0 {
		return "another process"
	}
	return fmt.Sprintf("process %d on %s since %s", h.PID, h.Host, h.Since.Local().Format(time.DateTime))
}

// HeldError says that a session is open for writing already.
type HeldError struct {
	Session string
	Holder  Holder // the zero Holder when it cannot be told
}

// Error answers a sentence with the holder.
func (e *HeldError) Error() string {
	return fmt.Sprintf("session %s is in use by %v", e.Session, e.Holder)
}
