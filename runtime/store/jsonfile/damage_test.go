package jsonfile_test

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tickflow "github.com/tickflow/tickflow/runtime"
	"github.com/tickflow/tickflow/runtime/store"
	"github.com/tickflow/tickflow/runtime/store/jsonfile"
)

func done(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func loop(t testing.TB) *tickflow.Program {
	t.Helper()
	p, err := tickflow.Compile("loop.tickflow", "[A]-->B\nB-->A\nA-->C\n", nil)
	done(t, err)
	return p
}

// written answers a folder with a session "run" of some ticks in it, and a timeline that was begun at tick 3.
func written(t *testing.T, ticks int) string {
	t.Helper()
	folder := t.TempDir()
	all, err := jsonfile.Open(folder, jsonfile.Options{})
	done(t, err)
	s, err := all.Open(t.Context(), "run")
	done(t, err)
	r, err := tickflow.New(loop(t), tickflow.Config{Store: s})
	done(t, err)
	_, err = r.Run(t.Context(), tickflow.RunOptions{MaxTicks: 3})
	done(t, err)
	done(t, r.Checkpoint(t.Context(), "three"))
	_, err = r.Run(t.Context(), tickflow.RunOptions{MaxTicks: 2})
	done(t, err)
	done(t, r.RollbackTo(t.Context(), "three"))
	_, err = r.Run(t.Context(), tickflow.RunOptions{MaxTicks: ticks - 3})
	done(t, err)
	done(t, s.Close())
	return folder
}

// use resumes the run, reads all of it, and goes on. It answers what was warned of.
func use(t *testing.T, folder string) (now int, warnings string, err error) {
	var log bytes.Buffer
	ctx := t.Context()
	all, err := jsonfile.Open(folder, jsonfile.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))})
	done(t, err)
	_, listed := all.List(ctx)
	s, err := all.Open(ctx, "run")
	if err != nil {
		return 0, log.String(), errors.Join(err, listed)
	}
	defer s.Close()
	r, err := tickflow.Resume(ctx, loop(t), tickflow.Config{Store: s})
	if err != nil {
		return 0, log.String(), err
	}
	now = r.Now()
	_, audited := r.Audit(ctx, tickflow.AuditOptions{Superseded: true})
	_, err = r.Checkpoints(ctx)
	_, ran := r.Run(ctx, tickflow.RunOptions{MaxTicks: 3})
	return now, log.String(), errors.Join(listed, audited, err, ran)
}

func TestTornEnds(t *testing.T) {
	const last = "run/timeline_1/firings.jsonl"
	tests := map[string]struct {
		damage func(text string) string
		lost   string // what the warning says, or "" for none
	}{
		"whole":                     {func(s string) string { return s }, ""},
		"in the last line":          {func(s string) string { return s[:len(s)-20] }, "torn=true"},
		"at the end of the last":    {func(s string) string { return s[:len(s)-1] }, "torn=true"},
		"a tick that has not ended": {func(s string) string { return s + `{"timeline":1,"tick":9,"node":"A"}` + "\n" }, "torn=false"},
		"half of such a tick":       {func(s string) string { return s + `{"timeline":1,"ti` }, "torn=true"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			folder := written(t, 9)
			path := filepath.Join(folder, last)
			text, err := os.ReadFile(path)
			done(t, err)
			done(t, os.WriteFile(path, []byte(tt.damage(string(text))), 0o644))
			now, warnings, err := use(t, folder)
			if now != 9 || err != nil {
				t.Errorf("it goes on at tick %d: %v", now, err)
			}
			if tt.lost == "" && warnings != "" || !strings.Contains(warnings, tt.lost) {
				t.Errorf("warned of %q, want %q", warnings, tt.lost)
			}
			if now, warnings, err := use(t, folder); now != 12 || warnings != "" || err != nil {
				t.Errorf("the next time: tick %d, %q, %v", now, warnings, err)
			}
		})
	}
}

func TestDamagedFiles(t *testing.T) {
	tests := []struct{ file, old, new, want string }{
		{"run/timeline_1/tick_9.json", "", "", "tick_9.json: it is not whole (without this file the run goes on from the tick before)"},
		{"run/timeline_1/tick_9.json", "}", "", "it is not whole"},
		{"run/timeline_1/tick_9.json", `"tick":9`, `"tick":-9`, "tick: -9"},
		{"run/timeline_1/tick_9.json", `"graph_digest":"`, `"graph_digest":"0`, "the text of graph"},
		{"run/session.json", "", "", "session.json: it cannot be read"},
		{"run/session.json", `"format": 1`, `"format": 7`, "session.json: it has format 7, this version reads 1"},
		{"run/session.json", `"timelines": [`, `"timelines": [], "x": [`, "session.json: it has no timelines or no programs"},
		{"run/checkpoints.json", `[`, `{`, "checkpoints.json: it cannot be read"},
		{"run/firings.jsonl", `"node":"B"`, `"node":7`, "firings.jsonl: line 2 cannot be read: firing: node: should be a string"},
		{"run/firings.jsonl", `{"timeline":0,"tick":1`, `#`, "firings.jsonl: line 2 cannot be read"},
	}
	for _, tt := range tests {
		folder := written(t, 9)
		path := filepath.Join(folder, tt.file)
		text, err := os.ReadFile(path)
		done(t, err)
		damaged := strings.Replace(string(text), tt.old, tt.new, 1)
		if tt.old == "" {
			damaged = ""
		}
		done(t, os.WriteFile(path, []byte(damaged), 0o644))
		if _, _, err := use(t, folder); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s with %q for %q: got %v, want %q", tt.file, tt.new, tt.old, err, tt.want)
		}
	}
}

func TestAChangedText(t *testing.T) {
	folder := written(t, 5)
	texts, err := filepath.Glob(filepath.Join(folder, "run", "texts", "*.txt"))
	done(t, err)
	if len(texts) != 1 {
		t.Fatalf("texts: %v", texts)
	}
	done(t, os.WriteFile(texts[0], []byte("[X]\n"), 0o644))
	if _, _, err := use(t, folder); !errors.As(err, new(*store.CorruptError)) || !strings.Contains(err.Error(), "its text has been changed") {
		t.Errorf("got %v", err)
	}
}

// TestALostStateIsTheTickBefore takes away the last state, as the hint of a damaged one says.
func TestALostStateIsTheTickBefore(t *testing.T) {
	folder := written(t, 9)
	done(t, os.Remove(filepath.Join(folder, "run", "timeline_1", "tick_9.json")))
	now, warnings, err := use(t, folder)
	if now != 8 || err != nil || !strings.Contains(warnings, "dropped firings") {
		t.Errorf("tick %d, %q, %v", now, warnings, err)
	}
}

func TestTheFolderIsAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	done(t, os.WriteFile(path, nil, 0o644))
	for _, at := range []string{path, filepath.Join(path, "below")} {
		if _, err := jsonfile.Open(at, jsonfile.Options{}); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("got %v", err)
		}
	}
}
