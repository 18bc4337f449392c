package runtime

import (
	"errors"
	"strings"
)

// ErrTicking says that a Runner was told to tick, or to go elsewhere, in the middle of a tick: by one of its own bodies,
// guards or hooks, or by a second goroutine. Nothing has changed. Do it when Tick has come back.
var ErrTicking = errors.New("the runner is in the middle of a tick")

// Cancel halts the run at the next tick boundary: a tick that is being run ends first, and no further one begins. A run
// that has halted, or finds itself halted at that boundary, keeps its status. It may be called at any time from any
// goroutine, from bodies and hooks too; of several reasons the first counts. Status tells of it at once.
func (r *Runner) Cancel(reason string) {
	reason = strings.ToValidUTF8(reason, "\ufffd")
	r.cancel.CompareAndSwap(nil, &reason)
}

// seize makes the caller the only one who may change the run, at a tick boundary, until release.
func (r *Runner) seize() error {
	if !r.busy.CompareAndSwap(false, true) {
		return ErrTicking
	}
	r.obey()
	return nil
}

// release ends what seize began.
func (r *Runner) release() {
	r.obey()
	r.busy.Store(false)
}

// obey follows a request to cancel the run.
func (r *Runner) obey() {
	if r.cancel.Load() != nil {
		r.run.Cancel(*r.cancel.Swap(nil))
	}
}
