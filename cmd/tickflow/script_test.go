//go:build unix

package main

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"tickflow":    main,
		"write-trace": writeTrace,
		// As a user who may read only what all may, whoever runs the tests.
		"tickflow-as-nobody": func() {
			if os.Geteuid() == 0 {
				if err := syscall.Setuid(65534); err != nil {
					panic(err)
				}
			}
			main()
		},
		// Where files can be made, but nothing can be written into them.
		"tickflow-on-full-disk": func() {
			signal.Ignore(syscall.SIGXFSZ)
			if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{}); err != nil {
				panic(err)
			}
			main()
		},
	})
}

// TestScript runs every verb and flag.
func TestScript(t *testing.T) { runScripts(t, "testdata/script") }

// TestMistakes shows what people are told when they get something wrong.
func TestMistakes(t *testing.T) { runScripts(t, "testdata/mistakes") }

func runScripts(t *testing.T, dir string) {
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
		UpdateScripts:       os.Getenv("TICKFLOW_UPDATE") != "",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("GORACE", "atexit_sleep_ms=0")
			examples, err := filepath.Abs("../../examples")
			env.Setenv("EXAMPLES", examples)
			return err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
	})
}

// exits is the script command "exits CODE PROGRAM ARGS...": it runs the program and demands that exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM ARGS...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("%s exits with %d, not %d", args[1], got, want)
	}
}
