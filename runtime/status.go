package runtime

// standing answers where the run stands and why, as if a request to cancel had been followed already.
func (r *Runner) standing() (Status, string) {
	s, reason := r.run.Status()
	if asked := r.cancel.Load(); asked != nil && !s.Halted() {
		return Cancelled, *asked
	}
	return s, reason
}

// Status answers where the run stands.
func (r *Runner) Status() Status {
	s, _ := r.standing()
	return s
}

// Reason answers why the run has halted, in words, or "".
func (r *Runner) Reason() string {
	_, reason := r.standing()
	return reason
}

// HaltedError says that a run has halted before its end.
type HaltedError struct {
	Status Status // Stuck, Aborted or Cancelled
	Reason string // in words; "" for a run cancelled without one
}

// Error answers status and reason.
func (e *HaltedError) Error() string {
	if e.Reason == "" {
		return "run " + e.Status.String()
	}
	return "run " + e.Status.String() + ": " + e.Reason
}

// Err answers a *HaltedError when the run is stuck, aborted or cancelled, and nil otherwise.
func (r *Runner) Err() error {
	s, reason := r.standing()
	if !s.Halted() {
		return nil
	}
	return &HaltedError{s, reason}
}

// Waiting answers the joins that hold a token and are not fireable, in node order.
func (r *Runner) Waiting() []Waiting { return r.run.Waiting() }

// IsIdle reports whether the run is idle: never started, or nothing fireable and no token left.
func (r *Runner) IsIdle() bool { return r.Status() == Idle }

// IsTerminal reports whether the run has come to an end: halted, or idle with nothing pending.
func (r *Runner) IsTerminal() bool { return r.Status().Halted() || r.run.Terminal() }

// pending reports whether the next tick fires something.
func (r *Runner) pending() bool { return r.run.Pending() && !r.Status().Halted() }

// Reset brings a run that is not running back to idle, so that it ticks again. It answers ErrTicking during a tick; then
// nothing changes.
func (r *Runner) Reset() error {
	if err := r.seize(); err != nil {
		return err
	}
	defer r.release()
	r.run.Reset()
	return nil
}
