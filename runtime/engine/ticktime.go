package engine

import (
	"sync"

	"github.com/tickflow/tickflow/runtime/value"
)

// tickTime is the one time of a tick, asked for at most once however often the tick is tried.
type tickTime struct {
	mu    sync.Mutex
	known bool
	ms    int64 // 0 while nobody has asked
}

func (r *Run) now() int64 {
	r.time.mu.Lock()
	defer r.time.mu.Unlock()
	if !r.time.known {
		if r.clock != nil {
			// When it panics, the next one to ask asks again. A record holds no more than 2^53.
			r.time.ms = min(max(r.clock(r.tick), -value.MaxInt), value.MaxInt)
		}
		r.time.known = true
	}
	return r.time.ms
}

// settle makes ready for the next tick.
func (t *tickTime) settle() { t.known, t.ms = false, 0 }
