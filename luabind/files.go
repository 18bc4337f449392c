package luabind

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"slices"

	lua "github.com/yuin/gopher-lua"
)

// files are what io knows in one machine. Every file ends with the call that opened it.
type files struct {
	mt      *lua.LTable // metatable of files
	open    []*file
	in, out *file // what io.read and io.write use, or nil

	stdout, stderr *file // their lines go to the log
}

// file is an open file, a pipe to or from a command, or a stream whose lines go to the log.
type file struct {
	name   string
	f      *os.File
	r      *bufio.Reader
	w      io.Writer
	cmd    *command  // of a pipe
	lines  *logLines // of a stream
	closed bool
}

// closeFiles ends the files of the call.
func (m *vm) closeFiles() {
	if m.files.mt == nil {
		return
	}
	for _, f := range m.files.open {
		f.abandon()
	}
	m.files.open, m.files.in, m.files.out = nil, nil, nil
	m.files.stdout.lines.flush()
	m.files.stderr.lines.flush()
}

// abandon closes a file without a look at what comes of it; a command that runs is killed.
func (f *file) abandon() {
	if f.closed {
		return
	}
	f.closed = true
	if f.cmd != nil {
		f.cmd.kill()
		_ = f.cmd.wait() // it says that the command was killed
	} else {
		_ = f.f.Close() // what was written has been written already
	}
}

// opened makes a file end with the call, and answers what stands for it in Lua.
func (m *vm) opened(f *file) lua.LValue {
	m.files.open = append(m.files.open, f)
	return m.handle(f)
}

func newReader(r io.Reader) *bufio.Reader { return bufio.NewReader(r) }

// openFile opens a regular file. Others may block or never end.
func openFile(name, mode string) (*file, error) {
	flags, ok := map[string]int{
		"r": os.O_RDONLY, "w": os.O_WRONLY | os.O_CREATE | os.O_TRUNC, "a": os.O_WRONLY | os.O_CREATE | os.O_APPEND,
		"r+": os.O_RDWR, "w+": os.O_RDWR | os.O_CREATE | os.O_TRUNC, "a+": os.O_RDWR | os.O_CREATE | os.O_APPEND,
	}[mode]
	if !ok {
		return nil, fmt.Errorf("invalid mode %q: it is r, w or a, with + and b behind", mode)
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a regular file", name)
	}
	f, err := os.OpenFile(name, flags, 0o666)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, reasonOf(err))
	}
	return &file{name: name, f: f, r: newReader(f), w: f}, nil
}

// reasonOf leaves out what was done to which file.
func reasonOf(err error) error {
	if e, ok := err.(*os.PathError); ok {
		return e.Err
	}
	return err
}

// closeFile closes a file in order. A pipe's command is waited for.
func (m *vm) closeFile(f *file) error {
	if f.lines != nil {
		f.lines.flush()
		return nil
	}
	f.closed = true
	m.files.open = slices.DeleteFunc(m.files.open, func(other *file) bool { return other == f })
	if f.cmd != nil {
		return m.finish(f.cmd)
	}
	return reasonOf(f.f.Close())
}

// writeFile writes text behind what has been read.
func (m *vm) writeFile(f *file, text string) (err error) {
	if f.f != nil && f.r.Buffered() > 0 {
		if _, err := f.seek(0, io.SeekCurrent); err != nil {
			return err
		}
	}
	if f.w == nil {
		return os.ErrInvalid
	}
	m.blocking(f, func() { _, err = io.WriteString(f.w, text) })
	return reasonOf(err)
}

// seek moves to another place. What has been read ahead is read again.
func (f *file) seek(offset int64, whence int) (int64, error) {
	if f.f == nil {
		return 0, os.ErrInvalid
	}
	if whence == io.SeekCurrent {
		offset -= int64(f.r.Buffered())
	}
	at, err := f.f.Seek(offset, whence)
	f.r.Reset(f.f)
	return at, reasonOf(err)
}
