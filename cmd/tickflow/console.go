package main

import (
	"bufio"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"
)

// console is the three streams of the process and what is known about them.
type console struct {
	in  io.Reader
	out *bufio.Writer
	err *lines

	asks     bool  // there is a person to answer a question
	live     bool  // standard error is a terminal, on which a line can be redrawn
	paintOut paint // colours for standard output
	paintErr paint // colours for standard error
	outWidth int   // columns of the terminal that standard output is, or 0
	errWidth int   // columns of the terminal that standard error is, or 0

	grace time.Duration // how long a tick may still take after a signal that nobody waits behind
}

func newConsole(in, out, err *os.File) *console {
	c := &console{in: in, out: bufio.NewWriter(out), err: &lines{w: err}, grace: gracePeriod}
	colours := os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	c.outWidth, c.errWidth = columnsOfTerminal(out), columnsOfTerminal(err)
	c.live = c.errWidth > 0 && os.Getenv("TERM") != "dumb"
	c.paintOut, c.paintErr = paint(colours && c.outWidth > 0), paint(colours && c.errWidth > 0)
	c.asks = c.errWidth > 0 && term.IsTerminal(int(in.Fd()))
	return c
}

// columnsOfTerminal answers how wide a terminal is, and 0 for what is none.
func columnsOfTerminal(f *os.File) int {
	fd := int(f.Fd())
	if !term.IsTerminal(fd) {
		return 0
	}
	if width, _, err := term.GetSize(fd); err == nil && width > 0 {
		return width
	}
	return 80
}

// report prints findings and troubles to standard error.
func (c *console) report() reporter { return reporter{w: c.err, paint: c.paintErr} }

// reportOut is a reporter on standard output.
func (c *console) reportOut() reporter { return reporter{w: c.out, paint: c.paintOut} }

// lines is standard error: text of any goroutine, above at most one status line that is redrawn in place.
type lines struct {
	mu     sync.Mutex
	w      io.Writer
	status string
}

// Write writes text, which should end a line, so that the status line stays below it.
func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.status == "" {
		return l.w.Write(b)
	}
	if _, err := io.WriteString(l.w, eraseLine+string(b)+l.status); err != nil {
		return 0, err
	}
	return len(b), nil
}

const eraseLine = "\r\x1b[K"

// show puts a line in place of the status line; "" takes it away.
func (l *lines) show(status string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.status != status {
		l.status = status
		io.WriteString(l.w, eraseLine+status)
	}
}
