package main

import "errors"

// The exit codes of every verb.
const (
	exitOK          = 0   // done: idle, paused, at the tick limit, or nothing found
	exitFailed      = 1   // the run failed or was refused; findings; differences
	exitUsage       = 2   // the input or the command line is wrong
	exitUndecided   = 3   // whether some join can wait for ever is not decided
	exitInterrupted = 130 // a signal ended it
)

// fault is an error made for people: what is wrong, and what to do about it.
type fault struct {
	code int // the exit code
	msg  string
	hint string // what to do, or ""
}

// Error answers what is wrong.
func (f *fault) Error() string { return f.msg }

// usage is a fault of the command line or of the files it names.
func usage(msg, hint string) error { return &fault{exitUsage, msg, hint} }

// said is the error of a command that has already printed what there is to say.
type said int

// Error answers nothing that anybody should see.
func (s said) Error() string { return "it has been said" }

// endWith answers the error that ends the process with the given code once everything has been printed.
func endWith(code int) error {
	if code == exitOK {
		return nil
	}
	return said(code)
}

// codeOf answers the exit code that goes with an error that is not printed any more.
func codeOf(err error) (code int, ok bool) {
	var s said
	if errors.As(err, &s) {
		return int(s), true
	}
	return 0, false
}
