package proof

import (
	"encoding/json"
	"errors"
	"fmt"
)

// TraceFileError says where a text is not a file of traces, or where its traces do not fit its graph.
type TraceFileError struct {
	Path  string // "traces[2].ticks[0].fire", counted from 0, or "" for the whole
	Msg   string
	Unfit bool  // the traces are well written, but do not fit the graph
	Err   error // the findings in the graph's text, as a *diag.ErrorList, or nil
}

// Error answers path and message.
func (e *TraceFileError) Error() string {
	text := "not a trace: "
	if e.Unfit {
		text = "it does not fit its graph: "
	}
	if e.Path != "" {
		text += e.Path + ": "
	}
	text += e.Msg
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap answers the findings.
func (e *TraceFileError) Unwrap() error { return e.Err }

// unfit is the error of what is well written, but about another graph.
func unfit(path, format string, args ...any) *TraceFileError {
	e := fault(path, format, args...)
	e.Unfit = true
	return e
}

func fault(path, format string, args ...any) *TraceFileError {
	return &TraceFileError{Path: path, Msg: fmt.Sprintf(format, args...)}
}

// decode reads JSON, with errors for people.
func decode(data []byte, into any) error {
	err := json.Unmarshal(data, into)
	var (
		kind   *json.UnmarshalTypeError
		syntax *json.SyntaxError
	)
	switch {
	case err == nil:
		return nil
	case errors.As(err, &kind):
		return fault(kind.Field, "a JSON %s is not what belongs there", kind.Value)
	case len(data) == 0:
		return fault("", "it is empty")
	case errors.As(err, &syntax) && syntax.Offset >= int64(len(data)):
		return fault("", "its JSON ends in the middle of something, after %d bytes", len(data))
	case errors.As(err, &syntax):
		return fault("", "it is no JSON: %v at byte %d", err, syntax.Offset)
	}
	return fault("", "%v", err)
}
