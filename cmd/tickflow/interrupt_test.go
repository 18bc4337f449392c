//go:build unix

package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestASignalThatNobodyWaitsBehindEndsALoopingTick(t *testing.T) {
	for _, tt := range []struct {
		signal syscall.Signal
		live   bool // at a terminal
	}{{syscall.SIGTERM, false}, {syscall.SIGTERM, true}, {syscall.SIGINT, false}, {syscall.SIGHUP, true}} {
		c := &console{err: &lines{w: io.Discard}, live: tt.live, grace: time.Millisecond}
		i := c.heed()
		if err := syscall.Kill(os.Getpid(), tt.signal); err != nil {
			t.Fatal(err)
		}
		<-i.boundary
		<-i.ctx.Done() // what a body that loops comes to
		i.end()
		if !i.came.Load() {
			t.Errorf("%v, at a terminal %t: nothing came", tt.signal, tt.live)
		}
	}
}

func TestCtrlCAtATerminalWaitsForTheTick(t *testing.T) {
	c := &console{err: &lines{w: io.Discard}, live: true}
	if c.announce(os.Interrupt) != nil {
		t.Error("the tick is given up although a person waits for it")
	}
}

// interrupted answers the command after a first Ctrl-C, while it writes its run to a pipe, which takes as long as nobody
// reads from there. What it says after the signal comes when it has ended.
func interrupted(t *testing.T) (cmd *exec.Cmd, pipe *os.File, said <-chan string) {
	t.Helper()
	cmd = exec.Command("tickflow", "run", "loop.tickflow", "--max-ticks", "0", "--trace", "-o", "pipe")
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0")
	stderr, err := cmd.StderrPipe()
	for name, text := range endless {
		err = errors.Join(err, os.WriteFile(filepath.Join(cmd.Dir, name), []byte(text), 0o666))
	}
	if err := errors.Join(err, syscall.Mkfifo(filepath.Join(cmd.Dir, "pipe"), 0o600), cmd.Start()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	trace := bufio.NewReader(stderr)
	for line := ""; !strings.HasPrefix(line, "tick 2000 "); { // more than a pipe holds
		if line, err = trace.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
	}
	rest := make(chan string, 1)
	go func() {
		text, _ := io.ReadAll(trace)
		rest <- string(text)
	}()
	cmd.Process.Signal(os.Interrupt)
	if pipe, err = os.Open(filepath.Join(cmd.Dir, "pipe")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pipe.Close() })
	return cmd, pipe, rest
}

func TestASecondCtrlCDoesNotLoseTheRun(t *testing.T) {
	cmd, pipe, said := interrupted(t)
	cmd.Process.Signal(os.Interrupt)
	dump, err := io.ReadAll(pipe)
	if err != nil || !json.Valid(dump) {
		t.Errorf("the run has %d bytes and is not whole: %v", len(dump), err)
	}
	if text := <-said; !strings.Contains(text, "\ninterrupted before tick ") {
		t.Errorf("how it ended is not said:\n%s", text)
	}
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != exitInterrupted {
		t.Errorf("exits with %d, not %d", code, exitInterrupted)
	}
}

func TestAThirdCtrlCQuits(t *testing.T) {
	cmd, _, said := interrupted(t)
	again := time.NewTicker(time.Millisecond) // signals at the same time count once
	defer again.Stop()
	for gone := false; !gone; {
		select {
		case <-again.C:
			cmd.Process.Signal(os.Interrupt)
		case <-said:
			gone = true
		}
	}
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != exitInterrupted {
		t.Errorf("exits with %d, not %d", code, exitInterrupted)
	}
}

func TestQuittingRemovesUnfinishedFiles(t *testing.T) {
	f, err := createBeside(filepath.Join(t.TempDir(), "run.json"))
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	removeUnfinished()
	unfinished.Unlock() // this process goes on
	finished(f.Name())
	if _, err := os.Lstat(f.Name()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%s is left: %v", f.Name(), err)
	}
}
