//go:build unix

package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tickflow/tickflow/runtime/reload"

	tickflow "github.com/tickflow/tickflow/runtime"
)

// inProcess is `run --watch` without a process of its own.
type inProcess struct {
	t      testing.TB
	w      *watching
	dir    string
	said   chan string // the lines on standard error that are waited for
	output chan string // what bodies return, as often as somebody asks
	done   sync.WaitGroup
}

// told sends on the lines that say what has become of a save.
type told struct{ said chan string }

// Write takes whole lines, as all of this package do.
func (o told) Write(b []byte) (int, error) {
	for line := range strings.Lines(string(b)) {
		if strings.HasPrefix(line, "generation ") {
			o.said <- strings.TrimSuffix(line, "\n")
		}
	}
	return len(b), nil
}

// startWatching runs GRAPH of a new folder that holds the files.
func startWatching(t testing.TB, files map[string]string, debounce time.Duration, f *runFlags) *inProcess {
	t.Helper()
	p := &inProcess{t: t, dir: t.TempDir(), said: make(chan string, 1000), output: make(chan string)}
	for name, text := range files {
		p.write(name, text)
	}
	c := &console{in: strings.NewReader(""), out: bufio.NewWriter(io.Discard), err: &lines{w: told{p.said}}}
	f.watch, f.program.workers = true, 4
	f.program.sandbox.timeout = timeFlag(30 * time.Second)
	w, err := c.watch(filepath.Join(p.dir, "g.tickflow"), f)
	if err != nil {
		t.Fatal(err)
	}
	w.debounce = reload.Options{Debounce: debounce, Poll: time.Hour}
	w.d.runner.AddHooks(tickflow.Hooks{OnFire: func(f *tickflow.Firing) error {
		select {
		case p.output <- f.Output.String():
		default:
		}
		return nil
	}})
	p.w = w
	p.done.Go(func() { _ = w.run() })
	return p
}

// end interrupts the run and waits for it.
func (p *inProcess) end() {
	p.w.d.heed.came.Store(true)
	p.w.d.heed.halt()
	p.done.Wait()
	p.w.close()
}

func (p *inProcess) write(name, text string) {
	p.t.Helper()
	if err := os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o666); err != nil {
		p.t.Fatal(err)
	}
}

// hear waits for a line that holds the text.
func (p *inProcess) hear(text string) {
	p.t.Helper()
	timeout := time.After(patience)
	for {
		select {
		case line := <-p.said:
			if strings.Contains(line, text) {
				return
			}
		case <-timeout:
			p.t.Fatalf("%q is not told", text)
		}
	}
}

// runs waits until a body returns the version, which must be one of the two.
func (p *inProcess) runs(version, before string) {
	p.t.Helper()
	timeout := time.After(patience)
	for {
		select {
		case got := <-p.output:
			if got == version {
				return
			}
			if got != before {
				p.t.Fatalf("version %s runs, neither %s nor %s before it", got, version, before)
			}
		case <-timeout:
			p.t.Fatalf("version %s does not run", version)
		}
	}
}

const (
	stormGraph = "[A]-->B\nB-->A\nA.join: OR\nA.body: tell\nB.body: tell\n"
	stormLua   = "local tickflow = require \"tickflow\"\nlocal version = require(\"version\").version\n" +
		"tickflow.body(\"tell\", function(v) for i = 1, 20000 do end return version end)\n"
)

func stormVersion(n string) string { return "return { version = " + n + " }\n" }

// TestAStormOfSaves saves good, broken, half-written, renamed, linked and deleted files while a loop runs: the last good
// version is always the one that runs. TICKFLOW_SAVES says how many.
func TestAStormOfSaves(t *testing.T) {
	saves := 100
	if n, err := strconv.Atoi(os.Getenv("TICKFLOW_SAVES")); err == nil {
		saves = n
	}
	signal.Notify(make(chan os.Signal, 1), os.Interrupt) // what that starts stays
	before := runtime.NumGoroutine()
	p := startWatching(t, map[string]string{
		"g.tickflow": stormGraph, "g.lua": stormLua, "version.lua": stormVersion("0"),
	}, 5*time.Millisecond, &runFlags{})
	rng := rand.New(rand.NewPCG(1, 2))
	version, good, broken := "0", 0, false
	for i := range saves {
		if rng.IntN(2) == 0 {
			p.breakSomething(rng, i)
			if !broken { // otherwise it may be a file that is not looked at, as long as another one is broken
				p.hear("goes on without what was saved")
			}
			broken = true
			p.runs(version, version)
			continue
		}
		next := strconv.Itoa(i + 1)
		p.saveGood(rng, next)
		p.runs(next, version)
		version, broken = next, false
		good++
	}
	if n := runtime.NumGoroutine(); n > before+20 {
		t.Errorf("%d goroutines after %d saves, and there were %d", n, saves, before)
	}
	if got := p.w.running.Load().number; got < good+1 {
		t.Errorf("generation %d runs after %d good saves", got, good)
	}
	p.end()
	if n := len(p.w.before); n > 0 {
		t.Errorf("%d generations before are still open", n)
	}
	for deadline := time.Now().Add(patience); runtime.NumGoroutine() > before; runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines in the end, and there were %d", runtime.NumGoroutine(), before)
		}
	}
}

// breakSomething saves what cannot run, and never the same twice.
func (p *inProcess) breakSomething(rng *rand.Rand, i int) {
	good, nth := stormVersion("-1"), strconv.Itoa(i)
	broken := [...][2]string{
		{"version.lua", good[:rng.IntN(len(good)-2)] + " -- " + nth},
		{"g.lua", "error(\"" + nth + "\")"},
		{"g.lua", stormLua[:20+rng.IntN(len(stormLua)-30)] + " ( -- " + nth},
		{"g.tickflow", stormGraph + "B--|no" + nth + "|-->A\n"},
		{"g.tickflow", []string{"", "[A", "[A]-->B\nB--"}[rng.IntN(3)] + "# " + nth},
	}[rng.IntN(5)]
	if rng.IntN(2) == 0 {
		p.write(broken[0], broken[1])
	} else {
		p.rename(broken[0], broken[1])
	}
}

// rename saves a file as many editors do.
func (p *inProcess) rename(name, text string) {
	p.t.Helper()
	p.write(name+"~", text)
	if err := os.Rename(filepath.Join(p.dir, name+"~"), filepath.Join(p.dir, name)); err != nil {
		p.t.Fatal(err)
	}
}

// saveGood saves all files with a version, each in one of the editors' ways.
func (p *inProcess) saveGood(rng *rand.Rand, version string) {
	p.t.Helper()
	files := [][2]string{{"g.tickflow", stormGraph}, {"g.lua", stormLua}, {"version.lua", stormVersion(version)}}
	rng.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
	for _, f := range files {
		path := filepath.Join(p.dir, f[0])
		switch rng.IntN(4) {
		case 0:
			p.write(f[0], f[1])
		case 1:
			p.rename(f[0], f[1])
		case 2:
			if err := os.Remove(path); err != nil {
				p.t.Fatal(err)
			}
			p.write(f[0], f[1])
		case 3: // a link in the folder of the file
			target := f[0] + "." + version
			p.write(target, f[1])
			if err := errors.Join(os.Remove(path), os.Symlink(target, path)); err != nil {
				p.t.Fatal(err)
			}
		}
	}
}

// ring answers a graph of nodes in a ring that never rests; of every ten, two are an AND-join's producers. Each version has
// another last node.
func ring(nodes, version int) string {
	var text strings.Builder
	text.WriteString("[A]-->N0\nN0.join: OR\nA.body: tell\nN0.body: tell\n")
	last := 0
	for n := 1; n < nodes-2; {
		if n%10 == 5 && n+3 < nodes-2 {
			fmt.Fprintf(&text, "N%d-->N%d\nN%d-->N%d\nN%d-->N%d\nN%d-->N%d\n", last, n, last, n+1, n, n+2, n+1, n+2)
			fmt.Fprintf(&text, "N%d.body: tell\nN%d.body: tell\nN%d.body: tell\n", n, n+1, n+2)
			last, n = n+2, n+3
			continue
		}
		fmt.Fprintf(&text, "N%d-->N%d\nN%d.body: tell\n", last, n, n)
		last, n = n, n+1
	}
	fmt.Fprintf(&text, "N%d-->N0\nN0-->Last%d\n", last, version)
	return text.String()
}

// BenchmarkSaveToSwap is the time from a save to the swap, of a loop that runs, by the number of nodes. Its floor is the
// debounce, which the median and the least of the saves leave out.
func BenchmarkSaveToSwap(b *testing.B) {
	for _, nodes := range []int{10, 10_000} {
		b.Run(strconv.Itoa(nodes), func(b *testing.B) {
			p := startWatching(b, map[string]string{
				"g.tickflow": ring(nodes, 0), "g.lua": stormLua, "version.lua": stormVersion("0"),
			}, reload.DefaultDebounce, &runFlags{})
			var beyond []float64 // in milliseconds
			for b.Loop() {
				b.StopTimer()
				text := ring(nodes, len(beyond)+1)
				b.StartTimer()
				saved := time.Now()
				p.write("g.tickflow", text)
				p.hear("from tick")
				beyond = append(beyond, (time.Since(saved)-reload.DefaultDebounce).Seconds()*1000)
			}
			slices.Sort(beyond)
			b.ReportMetric(beyond[len(beyond)/2], "ms-beyond")
			b.ReportMetric(beyond[0], "ms-beyond-least")
			p.end()
		})
	}
}
