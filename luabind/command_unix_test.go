//go:build unix

package luabind_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/tickflow/tickflow/luabind"
	"github.com/tickflow/tickflow/runtime/engine"
)

// What a command has left running ends with it, and does not change what it answers.
func TestLeftRunning(t *testing.T) {
	cases := map[string]struct{ body, output string }{
		"execute":            {"return os.execute('exec 9>' .. v.args .. '; sleep 77 & exit 0')", "0"},
		"execute failing":    {"return os.execute('exec 9>' .. v.args .. '; sleep 77 & exit 3')", "3"},
		"streams of its own": {"return os.execute('exec 9>' .. v.args .. '; sleep 77 >/dev/null 2>&1 & exit 0')", "0"},
		"read from":          {"return io.popen('exec 9>' .. v.args .. '; sleep 77 &'):close()", "true"},
		"written to":         {"return io.popen('exec 9>' .. v.args .. '; sleep 77 &', 'w'):close()", "true"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pipe := filepath.Join(t.TempDir(), "pipe")
			if err := syscall.Mkfifo(pipe, 0o600); err != nil {
				t.Fatal(err)
			}
			held, err := os.OpenFile(pipe, os.O_RDONLY|syscall.O_NONBLOCK, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer held.Close()
			p := allowed(t, "tickflow.body('b', function(v) "+c.body+"\nend)", luabind.Permissions{IO: true, OS: true})
			if output, _, err := outcome(t, p, `"`+pipe+`"`); output != c.output || err != "" {
				t.Errorf("got %q, %q, want %q", output, err, c.output)
			}
			if err := held.SetReadDeadline(time.Now().Add(10 * time.Second)); err != nil {
				t.Fatal(err)
			}
			if _, err := io.ReadAll(held); err != nil { // it ends with the last process that has it open
				t.Errorf("something runs on: %v", err)
			}
		})
	}
}

// A command that never stops writing ends when its pipe is closed.
func TestCloseBeforeTheEnd(t *testing.T) {
	p := allowed(t, "tickflow.body('b', function(v) local p = io.popen('yes') local line = p:read() p:close() return line end)",
		luabind.Permissions{IO: true})
	if output, _, err := outcome(t, p, "null"); output != `"y"` || err != "" {
		t.Errorf("got %q, %q", output, err)
	}
}

// children is a context that counts the contexts made of it that are not cancelled.
type children struct {
	context.Context
	alive atomic.Int32
}

func (c *children) Done() <-chan struct{} { return make(chan struct{}) }

func (c *children) AfterFunc(func()) (stop func() bool) {
	c.alive.Add(1)
	return func() bool { c.alive.Add(-1); return true }
}

// Whatever becomes of commands, nothing of them stays with the run's context.
func TestCommandsLeaveTheContext(t *testing.T) {
	for name, body := range map[string]string{
		"mode":    "pcall(io.popen, 'true', 'rw')",
		"nothing": "pcall(io.popen)",
		"started": "io.popen('true'):close() os.execute('true')",
		"open":    "io.popen('sleep 77')",
	} {
		t.Run(name, func(t *testing.T) {
			p := allowed(t, "tickflow.body('b', function(v) "+body+" return 1 end)", luabind.Permissions{IO: true, OS: true})
			ctx := &children{Context: context.Background()}
			if _, err := start(t, "[A]\nA.body: b", p, engine.Config{}).Tick(ctx, nil); err != nil {
				t.Fatal(err)
			}
			if n := ctx.alive.Load(); n != 0 {
				t.Errorf("%d contexts are left", n)
			}
		})
	}
}
