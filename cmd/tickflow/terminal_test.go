//go:build unix

package main

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
)

// terminal is the command at work on a terminal of 80 columns, and what has appeared there.
type terminal struct {
	t      *testing.T
	cmd    *exec.Cmd
	screen *os.File
	output chan string
	seen   string // what has not been looked at yet
	all    string
}

// onTerminal starts the command in a new folder that holds the files, with more environment.
func onTerminal(t *testing.T, files map[string]string, env []string, args ...string) *terminal {
	t.Helper()
	cmd := exec.Command("tickflow", args...)
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), "TERM=xterm", "NO_COLOR=", "GORACE=atexit_sleep_ms=0")
	cmd.Env = append(cmd.Env, env...)
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(cmd.Dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	screen, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 80})
	if err != nil {
		t.Fatal(err)
	}
	term := &terminal{t: t, cmd: cmd, screen: screen, output: make(chan string)}
	go term.read()
	t.Cleanup(func() {
		cmd.Process.Kill()
		for range term.output { // until the reader has ended
		}
		screen.Close()
	})
	return term
}

// read hands on what appears until the command has gone; then reading from the terminal fails.
func (term *terminal) read() {
	defer close(term.output)
	buffer := make([]byte, 4096)
	for {
		n, err := term.screen.Read(buffer)
		if n > 0 {
			term.output <- strings.ReplaceAll(string(buffer[:n]), "\r\n", "\n")
		}
		if err != nil {
			return
		}
	}
}

// patience is how long anything may take to appear.
const patience = 30 * time.Second

// expect waits for a text to appear.
func (term *terminal) expect(text string) {
	term.t.Helper()
	timeout := time.After(patience)
	for {
		if _, rest, ok := strings.Cut(term.seen, text); ok {
			term.seen = rest
			return
		}
		select {
		case more, ok := <-term.output:
			if !ok {
				term.t.Fatalf("%q did not appear before the end in:\n%s", text, term.all)
			}
			term.seen, term.all = term.seen+more, term.all+more
		case <-timeout:
			term.t.Fatalf("%q did not appear in:\n%s", text, term.all)
		}
	}
}

func (term *terminal) send(keys string) {
	term.t.Helper()
	if _, err := io.WriteString(term.screen, keys); err != nil {
		term.t.Fatal(err)
	}
}

// ends waits for the command to exit with that code, and answers everything that has appeared.
func (term *terminal) ends(code int) string {
	term.t.Helper()
	timeout := time.After(patience)
	for open := true; open; {
		var more string
		select {
		case more, open = <-term.output:
			term.all += more
		case <-timeout:
			term.t.Fatalf("the command does not end:\n%s", term.all)
		}
	}
	term.cmd.Wait()
	if got := term.cmd.ProcessState.ExitCode(); got != code {
		term.t.Fatalf("exits with %d, not %d:\n%s", got, code, term.all)
	}
	return term.all
}

const ctrlC = "\x03"

var splitter = map[string]string{
	"xor.tickflow": "[A]--|yes|-->B\nA--|no|-->C\nB-->M\nC-->M\n",
	"xor.lua": `local tickflow = require "tickflow"
tickflow.guard("yes", function(v) return true end)
tickflow.guard("no", function(v) return false end)
`,
}

func TestPromptAccepted(t *testing.T) {
	term := onTerminal(t, splitter, nil, "run", "xor.tickflow")
	term.expect("make `M` an OR-join for this run? [y/N] ")
	term.send("y\n")
	term.expect("idle after 3 ticks")
	term.ends(exitOK)
}

// TestPromptAsksWhatItTakes asks about joins that only come to light when others go on, and not about those that then need
// nothing; what else changes is told before.
func TestPromptAsksWhatItTakes(t *testing.T) {
	files := map[string]string{
		"xor.tickflow": "[A]--|yes|-->B\nA--|no|-->C\nB-->M\nC-->M\nA-->N\nM-->N\nN-->L\nL--|no|-->L\n",
		"xor.lua":      splitter["xor.lua"],
	}
	term := onTerminal(t, files, nil, "run", "xor.tickflow")
	term.expect("can then fire more than once")
	term.expect("make `M` an OR-join for this run? [y/N] ")
	term.send("y\n")
	term.expect("make `L` an OR-join for this run? [y/N] ")
	term.send("y\n")
	term.expect("idle after")
	if all := term.ends(exitOK); strings.Contains(all, "make `N`") {
		t.Errorf("asks about N too:\n%s", all)
	}
}

func TestPromptDeclined(t *testing.T) {
	for _, answer := range []string{"n\n", "\n", "what?\n", "\x04"} {
		term := onTerminal(t, splitter, nil, "run", "xor.tickflow")
		term.expect("[y/N] ")
		term.send(answer)
		term.expect("the run was not started, because a join can wait for ever")
		term.ends(exitFailed)
	}
}

func TestFlagsSpareThePrompt(t *testing.T) {
	for flag, code := range map[string]int{"--auto-promote": exitOK, "--no-promote": exitFailed, "--allow-deadlock": exitFailed} {
		if all := onTerminal(t, splitter, nil, "run", "xor.tickflow", flag).ends(code); strings.Contains(all, "[y/N]") {
			t.Errorf("%s: asks all the same:\n%s", flag, all)
		}
	}
}

func TestColours(t *testing.T) {
	files := map[string]string{"a.tickflow": "[A]-->B\nB.jion: OR\n"}
	all := onTerminal(t, files, nil, "check", "a.tickflow").ends(exitUsage)
	if want := "\x1b[1ma.tickflow:2:3: \x1b[0m\x1b[1;31merror:\x1b[0m"; !strings.Contains(all, want) {
		t.Errorf("no colours on a terminal: %q", all)
	}
	for _, env := range []string{"NO_COLOR=1", "TERM=dumb"} {
		all := onTerminal(t, files, []string{env}, "check", "a.tickflow").ends(exitUsage)
		if strings.Contains(all, "\x1b") || !strings.Contains(all, "error:") {
			t.Errorf("%s: %q", env, all)
		}
	}
}

var endless = map[string]string{
	"loop.tickflow": "[A]-->B\nB-->A\nA.join: OR\nA.body: one\nB.body: one\n",
	"loop.lua":      "require \"tickflow\".body(\"one\", function(v) return 1 end)\n",
}

func TestProgressAndInterrupt(t *testing.T) {
	term := onTerminal(t, endless, nil, "run", "loop.tickflow", "--max-ticks", "0", "-o", "run.json")
	term.expect("firings/s  fireable: ")
	term.send(ctrlC)
	term.expect("interrupted: the tick that is running may finish; interrupt again to give it up")
	term.expect("interrupted before tick ")
	term.expect("go on with `tickflow run loop.tickflow --from-snapshot run.json`")
	term.ends(exitInterrupted)
	audit := exec.Command("tickflow", "audit", "run.json", "--ticks", "0..1")
	audit.Dir = term.cmd.Dir
	if out, err := audit.CombinedOutput(); err != nil || strings.Count(string(out), "\n") != 3 {
		t.Errorf("the file of the interrupted run: %v\n%s", err, out)
	}
}

func TestSecondInterruptGivesTheTickUp(t *testing.T) {
	term := onTerminal(t, map[string]string{
		"a.tickflow": "[A]\nA.body: forever\n",
		"a.lua":      "local t = require \"tickflow\"\nt.body(\"forever\", function(v) t.log(\"begun\") while true do end end)\n",
	}, nil, "run", "a.tickflow")
	term.expect("begun")
	term.send(ctrlC)
	term.expect("interrupt again")
	term.send(ctrlC)
	term.expect("interrupted before tick 0")
	term.ends(exitInterrupted)
}

func TestTerminateWithoutTerminal(t *testing.T) {
	cmd := exec.Command("tickflow", "run", "loop.tickflow", "--max-ticks", "0", "--trace", "--json")
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0")
	for name, text := range endless {
		if err := os.WriteFile(filepath.Join(cmd.Dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var dump strings.Builder
	cmd.Stdout = &dump
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	trace := bufio.NewReader(stderr)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for line := ""; !strings.HasPrefix(line, "tick "); {
		if line, err = trace.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	rest, err := io.ReadAll(trace)
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); err != nil || code != exitInterrupted {
		t.Errorf("exits with %d, not %d: %v", code, exitInterrupted, err)
	}
	if strings.Contains(string(rest), "\x1b") || !strings.HasPrefix(dump.String(), `{"format":1,`) {
		t.Error("without a terminal, standard error holds escapes, or standard output no dump")
	}
}
