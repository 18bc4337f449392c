package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"

	"github.com/tickflow/tickflow/luabind"
	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/value"

	tickflow "github.com/tickflow/tickflow/runtime"
)

// outcome is how a run ended, for programs.
type outcome struct {
	status tickflow.Status
	reason string      // why it goes no further, or ""
	error  *raisedJSON // what was raised, or nil
	// waiting has the joins that a stuck run waits at.
	waiting []waitingJSON
}

// raisedJSON is an error that a body or guard raised. Its place is null when it is not known.
type raisedJSON struct {
	File    *string `json:"file"`
	Line    *int    `json:"line"`
	Column  *int    `json:"column"`
	Message string  `json:"message"`
	Node    string  `json:"node"`
	Tick    int     `json:"tick"`
}

// waitingJSON is a join that waits. Its tick is null when it is not known.
type waitingJSON struct {
	Node    string   `json:"node"`
	Since   *int     `json:"since"`
	Holds   []string `json:"holds"`
	Lacks   []string `json:"lacks"`
	Reasons []string `json:"reasons"`
}

// outcome answers how the run ended. The run itself is as it was before a tick that has been discarded; what is printed
// says that it failed.
func (d *drive) outcome() outcome {
	o := outcome{status: d.runner.Status(), reason: d.runner.Reason()}
	if o.status == tickflow.Stuck {
		o.reason = "stuck: " + o.reason
		for _, w := range d.runner.Waiting() {
			o.waiting = append(o.waiting, waitingOf(w))
		}
	}
	switch {
	case d.err == nil:
	case d.gaveUp():
		o.reason = "interrupted"
	default:
		o.status, o.reason = tickflow.Stuck, d.err.Error()
		var tick *engine.TickError
		if errors.As(d.err, &tick) {
			o.error = raisedOf(tick.Calls[0])
			o.reason = "an error was raised: " + o.reason
		}
	}
	return o
}

func waitingOf(w tickflow.Waiting) waitingJSON {
	out := waitingJSON{Node: w.Node, Holds: w.Holds, Lacks: w.Lacks, Reasons: w.Reasons}
	if w.Since >= 0 {
		out.Since = &w.Since
	}
	return out
}

func raisedOf(call *engine.CallError) *raisedJSON {
	r := &raisedJSON{Message: call.Err.Error(), Node: call.Node, Tick: call.Tick}
	var lua *luabind.Error
	if !errors.As(call.Err, &lua) {
		return r
	}
	r.Message = lua.Msg
	if lua.Source != nil {
		p := lua.Source.Position(lua.Span.Start)
		r.File, r.Line, r.Column = &lua.Source.Name, &p.Line, &p.Column
	}
	return r
}

// appendTo appends the members "reason", "error" and "waiting" to an object, before its last brace.
func (o *outcome) appendTo(b []byte) []byte {
	b = value.AppendString(append(b[:len(b)-1], `,"reason":`...), o.reason)
	b = appendMarshalled(append(b, `,"error":`...), o.error)
	b = append(b, `,"waiting":`...)
	if o.waiting == nil {
		return append(b, `[]}`...)
	}
	return append(appendMarshalled(b, o.waiting), '}')
}

// appendMarshalled appends what is made of strings and numbers only, which always have a JSON form.
func appendMarshalled(b []byte, v any) []byte {
	var encoded bytes.Buffer
	encoder := json.NewEncoder(&encoded)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(v)
	return append(b, bytes.TrimSuffix(encoded.Bytes(), []byte("\n"))...)
}

// dump answers everything about the run and how it ended, ready to print.
func (d *drive) dump() ([]byte, error) {
	dump, err := d.runner.Dump(context.Background())
	if err != nil {
		return nil, err
	}
	o := d.outcome()
	dump.Snapshot.Status = o.status
	b := o.appendTo(dump.AppendJSON(nil))
	b = appendMarshalled(append(b[:len(b)-1], `,"graph":`...), d.runner.Program().Graph().Written())
	return append(b, "}\n"...), nil
}
