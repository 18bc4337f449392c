//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// save writes a file of the command on the terminal.
func (term *terminal) save(name, text string) {
	term.t.Helper()
	if err := os.WriteFile(filepath.Join(term.cmd.Dir, name), []byte(text), 0o666); err != nil {
		term.t.Fatal(err)
	}
}

// replace saves a file with a part of it exchanged.
func (term *terminal) replace(name, old, now string) {
	term.t.Helper()
	text, err := os.ReadFile(filepath.Join(term.cmd.Dir, name))
	if err != nil || !strings.Contains(string(text), old) {
		term.t.Fatalf("%s has no %q: %v", name, old, err)
	}
	term.save(name, strings.ReplaceAll(string(text), old, now))
}

// plain is a terminal without colours.
var plain = []string{"NO_COLOR=1"}

// countdown comes to rest after three rounds. The counting stands in a module.
var countdown = map[string]string{
	"down.tickflow": "[seed]-->A\nA-->B\nB--|left|-->A\nA.join: OR\nA.body: less\nseed.body: three\n",
	"down.lua": `local tickflow = require "tickflow"
local step = require "step"
tickflow.body("three", function(v) return 3 end)
tickflow.body("less", function(v)
  if v.B.exists then return step(v.B.value) end
  return v.seed.value
end)
tickflow.guard("left", function(v) return v.A.value > 0 end)
`,
	"step.lua": "return function(n) return n - 1 end\n",
}

func TestWatchWaitsForSavesAtRest(t *testing.T) {
	term := onTerminal(t, countdown, plain, "run", "down.tickflow", "--watch", "-o", "run.json")
	term.expect("idle after 9 ticks")
	term.expect("generation 1  tick 9  idle  waiting for a save; Ctrl-C ends")
	term.save("step.lua", "return function(n) return n - end\n")
	term.expect("step.lua:1:31: error:")
	term.expect("1 | return function(n) return n - end")
	term.expect("generation 1 goes on without what was saved: step.lua")
	term.expect("generation 1  faults in step.lua  tick 9  idle")
	term.save("step.lua", countdown["step.lua"])
	term.expect("the files are as generation 1 has them")
	term.replace("down.tickflow", "B--|left|-->A", "B--|left|-->A\nB-->C\n[D]-->C\nC.join: OR")
	term.expect("generation 2")
	term.expect("from tick 9 on: down.tickflow saved")
	term.expect("+ node C")
	term.expect("+ node D")
	term.expect("+ B-->C")
	term.expect("+ D-->C")
	term.expect("idle after 11 ticks")
	term.expect("generation 2  reloaded ")
	term.send(ctrlC)
	all := term.ends(exitInterrupted)
	if strings.Contains(all, "interrupted:") {
		t.Errorf("a tick is said to run:\n%s", all)
	}
	if _, err := os.Stat(filepath.Join(term.cmd.Dir, "run.json")); err != nil {
		t.Error(err)
	}
}

func TestWatchMendsAStuckRun(t *testing.T) {
	files := map[string]string{
		"a.tickflow": "[A]-->M\n[B]-->M\nB.body: shaky\n",
		"a.lua": `local tickflow = require "tickflow"
tickflow.body("shaky", function(v) return tickflow.failure("no answer") end)
`,
	}
	term := onTerminal(t, files, plain, "run", "a.tickflow", "--watch")
	term.expect("the run is stuck: ")
	term.expect("stuck  waiting for a save")
	term.save("a.tickflow", files["a.tickflow"]+"M.join: OR\n")
	term.expect("~ M.join: AND is now OR")
	term.expect("idle after 2 ticks")
	term.send(ctrlC)
	term.ends(exitInterrupted)
}

func TestWatchTriesAnErrorAgainWithWhatIsSaved(t *testing.T) {
	term := onTerminal(t, countdown, plain, "run", "down.tickflow", "--watch", "--pause-at", "4")
	term.expect("paused before tick 4")
	term.save("step.lua", "return function(n) return n - nil end\n")
	term.expect("~ behaviours step.lua")
	term.expect("step.lua:1:")
	term.expect("the run stands before tick 5")
	term.expect("the next save goes on from there")
	term.save("step.lua", countdown["step.lua"])
	term.expect("idle after 9 ticks")
	term.send(ctrlC)
	term.ends(exitInterrupted)
}

func TestWatchRefusesWhatCannotGoOnFromThere(t *testing.T) {
	term := onTerminal(t, countdown, plain, "run", "down.tickflow", "--watch")
	term.expect("waiting for a save")
	good := countdown["down.tickflow"]
	term.save("down.tickflow", good+"[B]-->A\n")
	term.expect("B cannot become a start: it has fired already")
	term.expect("--restart starts over with what is saved")
	term.expect("generation 1 goes on without what was saved: down.tickflow")
	term.save("down.tickflow", good+"[D]--|left|-->M\nD--|left|-->N\nN-->M\n[E]--|left|-->M\n")
	term.expect("can wait for ever")
	term.expect("from where the run stands, with ticks counted from there:")
	term.expect("generation 1 goes on")
	term.save("down.tickflow", good)
	term.send(ctrlC)
	term.ends(exitInterrupted)
}

func TestWatchStartsOver(t *testing.T) {
	term := onTerminal(t, countdown, plain, "run", "down.tickflow", "--watch", "--restart")
	term.expect("idle after 9 ticks")
	term.replace("down.lua", "return 3", "return 1")
	term.expect("starts over: down.lua saved")
	term.expect("idle after 5 ticks")
	term.save("down.tickflow", "[A]--|left|-->B\nA-->C\nB-->M\nC-->M\nA.body: three\n")
	term.expect("`M` can wait for ever")
	term.expect("generation 2 goes on")
	term.save("down.tickflow", countdown["down.tickflow"])
	term.replace("step.lua", "1", "0.5")
	term.expect("idle after 7 ticks")
	term.send(ctrlC)
	term.ends(exitInterrupted)
}

func TestWatchIsInterruptedInATick(t *testing.T) {
	term := onTerminal(t, endless, plain, "run", "loop.tickflow", "--watch", "--max-ticks", "0")
	term.expect("generation 1  tick ")
	term.replace("loop.lua", "return 1", "return 2")
	term.expect("~ behaviours loop.lua")
	term.expect("generation 2  reloaded ")
	term.expect("firings/s")
	term.send(ctrlC)
	term.expect("interrupted before tick ")
	term.expect("with -o FILE the run is kept")
	term.ends(exitInterrupted)
}

func TestWatchKeepsToAJoinThatAPersonHasMadeOr(t *testing.T) {
	term := onTerminal(t, splitter, plain, "run", "xor.tickflow", "--watch")
	term.expect("[y/N] ")
	term.send("y\n")
	term.expect("waiting for a save")
	term.replace("xor.tickflow", "C-->M", "C-->M\nM-->N")
	term.expect("`M` is made an OR-join for this run")
	term.expect("+ node N")
	term.send(ctrlC)
	term.ends(exitInterrupted)
}

func TestWatchKeepsSwapsInASession(t *testing.T) {
	session := []string{"--db", "runs.db", "--session", "monday"}
	term := onTerminal(t, countdown, plain, append([]string{"run", "down.tickflow", "--watch", "--pause-at", "4"}, session...)...)
	term.expect("paused before tick 4")
	term.expect("waiting for a save")
	term.replace("down.tickflow", "B--|left|-->A", "B--|left|-->A\nB-->C")
	term.expect("idle after 10 ticks")
	term.expect("generation 2")
	term.send(ctrlC)
	term.expect("go on with `tickflow resume")
	term.ends(exitInterrupted)
	audit := exec.Command("tickflow", append([]string{"audit", "--node", "C"}, session...)...)
	audit.Dir = term.cmd.Dir
	if out, err := audit.CombinedOutput(); err != nil || strings.Count(string(out), "\n") != 4 {
		t.Errorf("the firings of the new node: %v\n%s", err, out)
	}
}

func TestWatchTellsWhichTokensAreLost(t *testing.T) {
	term := onTerminal(t, countdown, plain, "run", "down.tickflow", "--watch", "--pause-at", "4")
	term.expect("paused before tick 4, with B fireable")
	term.expect("waiting for a save")
	term.save("down.tickflow", "[seed]-->A\nA.join: OR\nA.body: less\nseed.body: three\n")
	term.expect("- node B")
	term.expect("- B--|left|-->A")
	term.expect("- the token of A for B")
	term.expect("idle after 4 ticks")
	term.send(ctrlC)
	term.ends(exitInterrupted)
}
