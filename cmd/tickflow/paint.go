package main

import "github.com/tickflow/tickflow/runtime/diag"

// paint colours text for a terminal, or leaves it alone.
type paint bool

// The colours in use, as parameters of the terminal's "select graphic rendition".
const (
	bold   = "1"
	faint  = "2"
	red    = "1;31"
	green  = "1;32"
	yellow = "1;33"
	blue   = "1;34"
	cyan   = "1;36"
)

func (p paint) in(colour, s string) string {
	if !p || s == "" {
		return s
	}
	return "\x1b[" + colour + "m" + s + "\x1b[0m"
}

// severity answers the colour of findings that bad.
func severity(s diag.Severity) string {
	switch s {
	case diag.Error:
		return red
	case diag.Warning:
		return yellow
	}
	return cyan
}
