// Package examples_test holds the examples to what their READMEs show.
package examples_test

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestReadmes runs the commands of every README and compares what they print with what the README says: those of an
// example in its folder, those of the project in a folder that holds a copy of the examples, since they write files.
// TICKFLOW_UPDATE=1 writes what they print into the README instead.
func TestReadmes(t *testing.T) {
	visitSources(t)
	path := "PATH=" + build(t) + string(os.PathListSeparator) + os.Getenv("PATH")
	folders := map[string]string{"../README.md": t.TempDir()}
	if err := os.CopyFS(filepath.Join(folders["../README.md"], "examples"), os.DirFS(".")); err != nil {
		t.Fatal(err)
	}
	for _, readme := range glob(t, "*/README.md") {
		folders[readme] = filepath.Dir(readme)
	}
	for readme, folder := range folders {
		t.Run(filepath.Dir(readme), func(t *testing.T) {
			text, err := os.ReadFile(readme)
			if err != nil {
				t.Fatal(err)
			}
			shell := &shell{t: t, dir: folder, env: append(os.Environ(), path)}
			got := transcript(string(text), shell.run)
			shell.expectSuccess()
			if shell.commands == 0 {
				t.Error("the README shows no command")
			}
			if os.Getenv("TICKFLOW_UPDATE") == "1" {
				if err := os.WriteFile(readme, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(strings.SplitAfter(string(text), "\n"), strings.SplitAfter(got, "\n")); diff != "" {
				t.Errorf("the README shows something else (-README +now):\n%s", diff)
			}
		})
	}
}

// transcript answers a README in which the lines behind every command are what running it prints. Commands stand behind
// "$ " in blocks of the language console.
func transcript(readme string, run func(command string) string) string {
	var b strings.Builder
	console := false
	for line := range strings.Lines(readme) {
		command, isCommand := strings.CutPrefix(line, "$ ")
		switch {
		case strings.HasPrefix(line, "```"):
			console = strings.TrimSpace(line) == "```console"
		case console && !isCommand:
			continue
		}
		b.WriteString(line)
		if console && isCommand {
			b.WriteString(run(strings.TrimSpace(command)))
		}
	}
	return b.String()
}

// shell runs the commands of one README, each in a shell of its own that knows how the one before ended.
type shell struct {
	t        *testing.T
	dir      string
	env      []string
	commands int
	last     string
	status   int
}

// run answers what a command prints, standard output and standard error together as on a terminal.
func (s *shell) run(command string) string {
	if command != "echo $?" {
		s.expectSuccess()
	}
	s.commands++
	cmd := exec.CommandContext(s.t.Context(), "sh", "-c", "(exit "+strconv.Itoa(s.status)+")\n"+command)
	cmd.Dir, cmd.Env = s.dir, s.env
	out, err := cmd.CombinedOutput()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		s.t.Fatal(err)
	}
	s.last, s.status = command, cmd.ProcessState.ExitCode()
	if n := len(out); n > 0 && out[n-1] != '\n' {
		out = append(out, '\n')
	}
	return string(out)
}

// expectSuccess demands that the last command has succeeded, or that the README asks how it ended.
func (s *shell) expectSuccess() {
	if s.status != 0 {
		s.t.Errorf("%s: exit code %d, and no `echo $?` behind it", s.last, s.status)
		s.status = 0
	}
}

// build answers a folder with the command tickflow in it.
func build(t *testing.T) string {
	dir := t.TempDir()
	out, err := exec.CommandContext(t.Context(), "go", "build", "-o", dir+string(filepath.Separator), "../cmd/tickflow").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir
}

// visitSources looks at every folder that the commands are made of. The go command takes the result of a test from its
// cache while nothing has changed that the test has looked at, and it cannot know what the test's commands look at.
func visitSources(t *testing.T) {
	for _, root := range []string{".", "../cmd/tickflow", "../luabind", "../runtime"} {
		err := filepath.WalkDir(root, func(_ string, _ fs.DirEntry, err error) error { return err })
		if err != nil {
			t.Fatal(err)
		}
	}
}

func glob(t *testing.T, pattern string) []string {
	files, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatalf("no file matches %s", pattern)
	}
	return files
}
