//go:build unix

package main

import (
	"bufio"
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// counting counts to 200, or to its input.
var counting = map[string]string{
	"count.tickflow": "[A]-->B\nB--|more|-->A\nA.join: OR\nA.body: next\n",
	"count.lua": `local tickflow = require "tickflow"
tickflow.body("next", function(v) v.state.n = (v.state.n or 0) + 1 return v.state.n end)
tickflow.guard("more", function(v) return v.A.value < (v.args or 200) end)`,
}

// inFolder answers a command line in a folder with the counting run.
func inFolder(t *testing.T, dir string, args ...string) *exec.Cmd {
	t.Helper()
	for name, text := range counting {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("tickflow", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0")
	return cmd
}

func output(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd.Args, err, &stderr)
	}
	return string(out)
}

// TestARunThatIsKilledGoesOn kills a run at random moments, as often as TICKFLOW_CRASHES says, until one of its successors
// comes to the end: every firing is there once, as in a run that nobody has killed.
func TestARunThatIsKilledGoesOn(t *testing.T) {
	crashes := 10
	if asked := os.Getenv("TICKFLOW_CRASHES"); asked != "" {
		n, err := strconv.Atoi(asked)
		if err != nil {
			t.Fatalf("TICKFLOW_CRASHES: %v", err)
		}
		crashes = n
	}
	for _, db := range []string{"runs.db", "runs/"} {
		t.Run(strings.Trim(db, "/"), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			output(t, inFolder(t, dir, "run", "count.tickflow", "--db", db, "--session", "straight"))
			want := output(t, inFolder(t, dir, "audit", "--db", db, "--session", "straight", "--json"))
			killed := 0
			for n := 0; killed < crashes; n++ {
				session := "s" + strconv.Itoa(n)
				verb := []string{"run", "count.tickflow"}
				for {
					done := killedAfter(t, inFolder(t, dir, append(verb, "--db", db, "--session", session)...), rand.N(60*time.Millisecond))
					if done {
						break
					}
					killed++
					if listed := output(t, inFolder(t, dir, "sessions", "--db", db)); strings.Contains(listed, session+" ") {
						verb = []string{"resume"}
					}
				}
				got := output(t, inFolder(t, dir, "audit", "--db", db, "--session", session, "--json"))
				if got != want {
					t.Fatalf("after %d kills in all, session %s has done\n%s\nwant\n%s", killed, session, got, want)
				}
			}
		})
	}
}

// killedAfter starts a command and kills it after a while; it reports whether the command had come to its end before.
func killedAfter(t *testing.T, cmd *exec.Cmd, while time.Duration) (done bool) {
	t.Helper()
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(while, func() { cmd.Process.Kill() })
	err := cmd.Wait()
	timer.Stop()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.Sys().(syscall.WaitStatus).Signaled() {
		return false
	}
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd.Args, err, &said)
	}
	return true
}

// TestASessionInUse reads a session while another process runs it, follows it, and is refused to write to it.
func TestASessionInUse(t *testing.T) {
	for _, db := range []string{"runs.db", "runs/"} {
		t.Run(strings.Trim(db, "/"), func(t *testing.T) {
			dir := t.TempDir()
			args := []string{"run", "count.tickflow", "--db", db, "--session", "s", "--max-ticks", "0", "--input", "1e9", "--trace"}
			writer := inFolder(t, dir, args...)
			trace, err := writer.StderrPipe()
			if err := errors.Join(err, writer.Start()); err != nil {
				t.Fatal(err)
			}
			defer writer.Wait()
			defer writer.Process.Kill()
			lines := bufio.NewScanner(trace)
			for lines.Scan() && !strings.HasPrefix(lines.Text(), "tick 20 ") {
			}
			go func() {
				for lines.Scan() { // so that the run goes on
				}
			}()
			of := []string{"--db", db, "--session", "s"}
			second := inFolder(t, dir, append([]string{"resume"}, of...)...)
			said, err := second.CombinedOutput()
			var exit *exec.ExitError
			want := "session s is in use by process " + strconv.Itoa(writer.Process.Pid) + " on "
			if !errors.As(err, &exit) || exit.ExitCode() != 1 || !strings.Contains(string(said), want) {
				t.Errorf("a second writer: %v\n%s", err, said)
			}
			if got := output(t, inFolder(t, dir, append([]string{"at", "5"}, of...)...)); !strings.Contains(got, "before tick 5: B fireable") {
				t.Errorf("at 5:\n%s", got)
			}
			if got := output(t, inFolder(t, dir, "sessions", "--db", db)); !strings.Contains(got, strconv.Itoa(writer.Process.Pid)) {
				t.Errorf("the list does not tell who runs it:\n%s", got)
			}
			follows(t, inFolder(t, dir, append([]string{"log", "-f"}, of...)...))
		})
	}
}

// follows reads what a session is doing until it has told of a tick that had not been run when it began, and ends it.
func follows(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	out, err := cmd.StdoutPipe()
	if err := errors.Join(err, cmd.Start()); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for next := 0; next < 2000; next++ {
		if want := "tick " + strconv.Itoa(next) + "  "; !lines.Scan() || !strings.HasPrefix(lines.Text(), want) {
			t.Errorf("got %q, want %q", lines.Text(), want)
			break
		}
	}
	go func() {
		for lines.Scan() { // what is told meanwhile
		}
	}()
	if err := errors.Join(cmd.Process.Signal(os.Interrupt), cmd.Wait()); err != nil {
		t.Errorf("it ends with %v", err)
	}
}
