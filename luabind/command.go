package luabind

import (
	"context"
	"errors"
	"io"
	"os/exec"
	"runtime"
	"time"

	lua "github.com/yuin/gopher-lua"
)

// command is a command of the shell that runs. What it prints and is not read goes to the log.
type command struct {
	cmd  *exec.Cmd
	pipe io.Closer // the end of io.popen's pipe that is ours, or nil
	kill context.CancelFunc
	log  *logLines
}

// shell prepares a command that is killed, with all that it has started, when the context ends.
func (m *vm) shell(ctx context.Context, line string) *command {
	ctx, kill := context.WithCancel(ctx)
	name, flag := "/bin/sh", "-c"
	if runtime.GOOS == "windows" {
		name, flag = "cmd", "/c"
	}
	c := &command{cmd: exec.CommandContext(ctx, name, flag, line), kill: kill, log: &logLines{m: m}}
	c.cmd.WaitDelay = time.Second
	c.cmd.Stdout, c.cmd.Stderr = c.log, c.log
	ownGroup(c.cmd)
	return c
}

// wait waits for the end of the command, and ends what it has left running. Of a pipe it closes our end first: a command
// that writes on and on would never learn otherwise that nobody reads.
func (c *command) wait() error {
	if c.pipe != nil {
		c.pipe.Close()
	}
	err := c.cmd.Wait()
	endGroup(c.cmd)
	c.kill()
	c.log.flush()
	if errors.Is(err, exec.ErrWaitDelay) { // what it has left running had its streams open
		return nil
	}
	return err
}

// finish waits for a command as long as the call may take.
func (m *vm) finish(c *command) (err error) {
	m.wait(func(ctx context.Context) {
		defer context.AfterFunc(ctx, c.kill)()
		err = c.wait()
	})
	return err
}

// blocking runs what may have to wait for a pipe's command.
func (m *vm) blocking(f *file, wait func()) {
	if f.cmd == nil {
		wait()
		return
	}
	m.wait(func(ctx context.Context) {
		defer context.AfterFunc(ctx, f.cmd.kill)()
		wait()
	})
}

// popen is io.popen: a file to read what a command prints from, or to write what it reads to.
func (m *vm) popen(L *lua.LState) int {
	m.needCall(L, "io.popen")
	line, mode := L.CheckString(1), L.OptString(2, "r")
	if mode != "r" && mode != "w" {
		L.ArgError(2, "the mode of a pipe is r or w")
	}
	f := &file{name: line, cmd: m.shell(m.ctx.Context, line)}
	err := f.connect(mode)
	if err == nil {
		err = f.cmd.cmd.Start()
	}
	if err != nil {
		f.cmd.kill()
		return failed(L, err)
	}
	L.Push(m.opened(f))
	return 1
}

// connect makes the pipe between a file and its command.
func (f *file) connect(mode string) error {
	if mode == "w" {
		in, err := f.cmd.cmd.StdinPipe()
		f.w, f.cmd.pipe = in, in
		return err
	}
	f.cmd.cmd.Stdout = nil
	out, err := f.cmd.cmd.StdoutPipe()
	f.r, f.cmd.pipe = newReader(out), out
	return err
}

// execute is os.execute: it answers the exit code of a command, and without one, that there is a shell.
func (m *vm) execute(L *lua.LState) int {
	m.needCall(L, "os.execute")
	if L.GetTop() == 0 {
		L.Push(lua.LNumber(1))
		return 1
	}
	c := m.shell(m.ctx.Context, L.CheckString(1))
	code := 127 // of a command that has not begun, as shells have it
	if c.cmd.Start() == nil {
		_ = m.finish(c) // the exit code tells as much
		code = c.cmd.ProcessState.ExitCode()
	}
	c.kill()
	m.check(L)
	L.Push(lua.LNumber(code))
	return 1
}
