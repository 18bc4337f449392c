package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/tickflow/tickflow/luabind"
	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/engine"
)

// explain prints an error for people and answers the exit code that goes with it.
func (c *console) explain(err error) int {
	if err == nil {
		return exitOK
	}
	if code, ok := codeOf(err); ok {
		return code
	}
	var (
		list  *diag.ErrorList
		tick  *engine.TickError
		lua   *luabind.Error
		f     *fault
		none  *unfound
		blank *withoutInput
	)
	r := c.report()
	switch {
	case errors.As(err, &list):
		r.findings(worst(list.Findings))
		if errors.As(err, &none) {
			r.tail("  ", "note", none.note)
		}
		return exitUsage
	case errors.As(err, &tick):
		for _, call := range tick.Calls {
			c.raised(call, errors.As(err, &blank))
		}
		return exitFailed
	case errors.As(err, &lua):
		c.lua(lua, "", "")
		return exitUsage
	case errors.As(err, &f):
		r.trouble(f.msg, f.hint)
		return f.code
	}
	r.trouble(err.Error(), "")
	return exitUsage
}

// worst leaves out what is no error: it can wait until the errors are gone.
func worst(list diag.List) diag.List {
	var kept diag.List
	for _, d := range list {
		if d.Severity == diag.Error {
			kept = append(kept, d)
		}
	}
	return kept
}

// raised prints the error of a body or guard, which has cost a tick.
func (c *console) raised(call *engine.CallError, noInput bool) {
	where := fmt.Sprintf("raised by the %s `%s` of node %s in tick %d, which is discarded", call.Kind, call.Name, call.Node, call.Tick)
	var lua *luabind.Error
	if errors.As(call.Err, &lua) {
		hint := ""
		if noInput && missesInput(lua) {
			hint = "`v.args` is null here: the run was started without --input"
		}
		c.lua(lua, where, hint)
		return
	}
	c.report().trouble(call.Err.Error(), where)
}

// withoutInput is an error of a run that has no input.
type withoutInput struct{ error }

// Unwrap answers the error itself.
func (e *withoutInput) Unwrap() error { return e.error }

var readsArgs = regexp.MustCompile(`\.args\b`)

// missesInput reports whether nil was taken for something on a line that reads the run's input.
func missesInput(e *luabind.Error) bool {
	if e.Source == nil || !strings.Contains(e.Msg, "nil") {
		return false
	}
	return readsArgs.MatchString(e.Source.Slice(e.Source.Line(e.Source.Position(e.Span.Start).Line)))
}

// lua prints a fault of a behaviours file with the line it is on and the calls that led there.
func (c *console) lua(e *luabind.Error, where, hint string) {
	r := c.report()
	if e.Hint != "" {
		hint = e.Hint
	}
	r.headline(place(e.Source, e.Span, ""), diag.Error, e.Msg, "")
	margin := "  "
	if e.Source != nil && e.Source.Text != "" {
		margin = r.snippet(e.Source, e.Span, 0, red)
	}
	if where != "" {
		r.tail(margin, "note", where)
	}
	if where != "" && e.Inputs != "" {
		r.tail(margin, "note", "it saw "+e.Inputs)
	}
	if strings.Contains(e.Traceback, "\n") { // a single call is the line just shown
		r.tail(margin, "calls", e.Traceback)
	}
	if hint != "" {
		r.tail(margin, "hint", hint)
	}
}

// snapshotFault explains why a run cannot go on from a file.
func snapshotFault(src *diag.Source, err error) error {
	const takes = "it takes a file that `tickflow run -o FILE` or `tickflow snapshot` has written, whole"

	var (
		broken *engine.SnapshotError
		other  *engine.GraphError
	)
	switch msg, ok := notJSON(src); {
	case ok:
		return usage(msg, takes)
	case errors.As(err, &broken):
		return usage(src.Name+": "+err.Error(), takes)
	case errors.As(err, &other):
		return usage(src.Name+": "+err.Error(), "go on with the graph it was taken of; if that ran with --auto-promote, so must this")
	}
	return err
}

// notJSON says where a text stops being JSON; ok is false for one that is.
func notJSON(src *diag.Source) (msg string, ok bool) {
	var any json.RawMessage
	var fault *json.SyntaxError
	if err := json.Unmarshal([]byte(src.Text), &any); !errors.As(err, &fault) {
		return "", false
	}
	p := src.Position(int(fault.Offset) - 1)
	at := fmt.Sprintf("%s:%d:%d: ", src.Name, p.Line, p.Column)
	switch {
	case strings.TrimSpace(src.Text) == "":
		return src.Name + " is empty", true
	case strings.HasPrefix(fault.Error(), "unexpected end"):
		return at + "not whole: it ends in the middle", true
	}
	return at + "not JSON: " + fault.Error(), true
}
