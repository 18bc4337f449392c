package main

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tickflow/tickflow/luabind"
	"github.com/tickflow/tickflow/runtime/check"
	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/diag/catalog"

	tickflow "github.com/tickflow/tickflow/runtime"
)

// TestCatalogExamples shows that every example in the documentation of codes has the finding it is about, and mended
// has it not, nor any error.
func TestCatalogExamples(t *testing.T) {
	for _, chapter := range catalog.Chapters() {
		for _, e := range chapter.Entries {
			t.Run(string(e.Code), func(t *testing.T) {
				found := findingsOf(t, e.Code, e.Example)
				if !found.Has(e.Severity) {
					t.Errorf("the example has no finding of severity %s: %v", e.Severity, found)
				}
				for _, d := range found {
					if d.Code != e.Code && d.Severity <= diag.Warning {
						t.Errorf("the example has a finding of another code: %v", d)
					}
				}
				for _, d := range findingsOf(t, e.Code, e.Mended) {
					if d.Code == e.Code || d.Severity <= diag.Warning {
						t.Errorf("the mended example has a finding: %v", d)
					}
				}
			})
		}
	}
}

// findingsOf answers what is found about an example of a code: before it runs, or by the run if it is to be run.
func findingsOf(t *testing.T, code diag.Code, e catalog.Example) diag.List {
	switch code {
	case diag.RemovedHistory, diag.LostFire, diag.FailedWithGuards, diag.GuardMode, diag.GuardAnswer:
		return warned(t, layOut(t, e), tickflow.Config{DropRecords: code == diag.LostFire})
	}
	return checked(t, filepath.Join(layOut(t, e), "example.tickflow"), optionsOf(e))
}

// optionsOf answers how an example wants to be checked.
func optionsOf(e catalog.Example) check.Options {
	o := check.Options{Hazards: true}
	switch e.Do {
	case "Check it with `--states 3`.":
		o.Proof.States = 3
	case "Check it with `--rule structural`.":
		o.Structural = true
	}
	return o
}

// layOut writes the files of an example, and those that it is not about, into a folder.
func layOut(t *testing.T, e catalog.Example) (folder string) {
	folder = t.TempDir()
	texts := map[string]string{
		"example.tickflow": "[A]-->B\n",
		"example.lua":      `for _, name in ipairs {} do require "tickflow".body(name, print) end`, // any name may be there
	}
	if e.Do == "There is no example.lua beside it." {
		delete(texts, "example.lua")
	}
	for _, f := range e.Files {
		texts[f.Name] = f.Text
	}
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// checked answers what the verb check finds.
func checked(t *testing.T, graph string, o check.Options) diag.List {
	c := &console{in: strings.NewReader(""), out: bufio.NewWriter(io.Discard), err: &lines{w: io.Discard}}
	k := &checking{c: c, seen: map[string]*behavioursFile{}, options: o}
	if err := k.graph(t.Context(), graph, ""); err != nil {
		t.Fatal(err)
	}
	k.unused()
	k.bareInputs()
	return k.found
}

// warned answers what a run warns of, one that goes on with another graph if there is one.
func warned(t *testing.T, folder string, cfg tickflow.Config) diag.List {
	var said warnings
	cfg.Logger = slog.New(&said)
	before, after := filepath.Join(folder, "before.tickflow"), filepath.Join(folder, "after.tickflow")
	if !exists(before) {
		runUntilIdle(t, runnerOf(t, filepath.Join(folder, "example.tickflow"), cfg))
		return said.found
	}
	runner := runnerOf(t, before, cfg)
	runUntilIdle(t, runner)
	if err := runner.Remap(t.Context(), programOf(t, after)); err != nil {
		t.Fatal(err)
	}
	return said.found
}

func runUntilIdle(t *testing.T, r *tickflow.Runner) {
	if _, err := r.Run(t.Context(), tickflow.RunOptions{MaxTicks: 100}); err != nil {
		t.Fatal(err)
	}
}

func runnerOf(t *testing.T, graph string, cfg tickflow.Config) *tickflow.Runner {
	r, err := tickflow.New(programOf(t, graph), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// programOf loads a graph with the behaviours beside it; without any, the guard `again` says yes twice.
func programOf(t *testing.T, graph string) *tickflow.Program {
	var behaviors tickflow.Behaviors
	if file := ownFile(graph); exists(file) {
		pool, err := luabind.Load(t.Context(), file, luabind.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(pool.Close)
		behaviors = pool
	} else {
		again := func(_ context.Context, v *tickflow.View) (bool, error) { return v.Tick() < 2, nil }
		behaviors = &tickflow.Funcs{Guards: map[string]tickflow.Guard{"again": again}}
	}
	p, err := tickflow.Load(graph, behaviors)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// warnings is a log that keeps what a run warns of as findings.
type warnings struct{ found diag.List }

func (w *warnings) Enabled(_ context.Context, level slog.Level) bool { return level == slog.LevelWarn }

func (w *warnings) Handle(_ context.Context, r slog.Record) error {
	d := diag.Diagnostic{Severity: diag.Warning, Msg: r.Message}
	r.Attrs(func(a slog.Attr) bool {
		if a.Key == "code" {
			d.Code = diag.Code(a.Value.String())
		}
		return true
	})
	w.found = append(w.found, d)
	return nil
}

func (w *warnings) WithAttrs([]slog.Attr) slog.Handler { return w }

func (w *warnings) WithGroup(string) slog.Handler { return w }
