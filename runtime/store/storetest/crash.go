package storetest

import (
	"bufio"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"time"

	tickflow "github.com/tickflow/tickflow/runtime"
	"github.com/tickflow/tickflow/runtime/store"
	"github.com/tickflow/tickflow/runtime/value"
)

// crashes is how often Crash kills the process that writes.
const crashes = 50

// folderVariable names the folder in the environment of the process that is to be killed.
const folderVariable = "TICKFLOW_STORETEST_CRASH"

// Crash kills a process that writes to a session, at 50 moments, each time without any warning. What it leaves behind has to
// be a prefix of its run, from which the next process goes on. Meanwhile others read the session, and cannot write to it.
// The test that calls Crash must call nothing else: the process is the same test once more.
func Crash(t *testing.T, b Backend) {
	p := loopProgram(t)
	if folder := os.Getenv(folderVariable); folder != "" {
		writeUntilKilled(t, b, p, folder)
		return
	}
	folder := t.TempDir()
	for n := range crashes {
		if !t.Run("", func(t *testing.T) { crash(t, b, p, folder, n) }) {
			return
		}
	}
}

// loopProgram counts for ever: in every tick it fires one node, whose output is the number of the tick.
func loopProgram(t *testing.T) *tickflow.Program {
	p, err := tickflow.Compile("loop.tickflow", "[A]-->B\nB-->C\nC-->B\nB.join: OR\nB.body: next\nC.body: next\nA.body: next\n", &tickflow.Funcs{
		Bodies: map[string]tickflow.Body{"next": func(_ context.Context, v *tickflow.View) (tickflow.Value, error) {
			n, _ := v.State().Get("n")
			v.Set("n", value.OfNumber(number(n)+1))
			return value.OfInt(v.Tick()), nil
		}},
	})
	done(t, err)
	return p
}

// goOn opens the session and makes a runner of it that goes on with what is there.
func goOn(t *testing.T, b Backend, p *tickflow.Program, folder string) (*place, store.Session, *tickflow.Runner) {
	t.Helper()
	at := newPlace(t, b, folder)
	s := at.open(t, "run")
	r, err := tickflow.Resume(t.Context(), p, tickflow.Config{Store: s})
	if errors.Is(err, store.ErrNotFound) {
		r, err = tickflow.New(p, tickflow.Config{Store: s})
	}
	done(t, err)
	return at, s, r
}

// writeUntilKilled ticks, takes checkpoints and goes back to them, swaps the program for the same one, forgets what it has
// abandoned, and says when it has begun to.
func writeUntilKilled(t *testing.T, b Backend, p *tickflow.Program, folder string) {
	ctx := t.Context()
	_, s, r := goOn(t, b, p, folder)
	done(t, r.Checkpoint(ctx, "back"))
	for n := 0; ; n++ {
		_, err := r.Tick(ctx)
		done(t, err)
		switch {
		case n == 0:
			os.Stdout.WriteString("writing\n")
		case n%40 == 0:
			done(t, r.RollbackTo(ctx, "back"))
		case n%40 == 3:
			done(t, r.Remap(ctx, p))
		case n%40 == 7:
			done(t, tickflow.PruneSuperseded(ctx, s))
		case n%30 == 0:
			done(t, r.Checkpoint(ctx, "back"))
		}
	}
}

func crash(t *testing.T, b Backend, p *tickflow.Program, folder string, n int) {
	ctx := t.Context()
	child := exec.Command(os.Args[0], "-test.run=^"+rootOf(t)+"$")
	child.Env = append(os.Environ(), folderVariable+"="+folder)
	out, err := child.StdoutPipe()
	done(t, err)
	done(t, child.Start())
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "writing\n" {
		t.Fatalf("the process that was to write says %q, %v; it ended with %v", line, err, child.Wait())
	}
	// The moment is anywhere within a good many ticks.
	soon := time.After(time.Duration(rand.IntN(8_000)) * time.Microsecond)
	if n%10 == 0 {
		others(t, b, folder, child.Process.Pid)
	}
	<-soon
	done(t, child.Process.Kill())
	_ = child.Wait() // it was killed

	at, s, r := goOn(t, b, p, folder)
	defer at.close(t)
	defer s.Close()
	isPrefix(t, r)
	before := r.Now()
	_, err = r.Run(ctx, tickflow.RunOptions{MaxTicks: 3})
	done(t, err)
	if r.Now() != before+3 {
		t.Errorf("it stands at tick %d, want %d", r.Now(), before+3)
	}
	info, err := s.Info(ctx)
	done(t, err)
	for _, tick := range []int{0, rand.IntN(before + 1), info.Head.Tick} {
		state, err := tickflow.LoadSnapshot(ctx, s, store.Boundary{Timeline: info.Head.Timeline, Tick: tick})
		done(t, err)
		if state.Tick != tick {
			t.Errorf("the state before tick %d is of tick %d", tick, state.Tick)
		}
	}
}

func rootOf(t *testing.T) string {
	name := t.Name()
	for i := range name {
		if name[i] == '/' {
			return name[:i]
		}
	}
	return name
}

// others checks that the session of another process can be read but not written to.
func others(t *testing.T, b Backend, folder string, pid int) {
	t.Helper()
	at := newPlace(t, b, folder)
	defer at.close(t)
	var held *store.HeldError
	if _, err := at.store.Open(t.Context(), "run"); !errors.As(err, &held) || held.Holder.PID != pid {
		t.Errorf("opening it: got %v, want that process %d holds it", err, pid)
	}
	r, err := at.store.Read(t.Context(), "run")
	done(t, err)
	last := -1
	for range 3 {
		info, err := r.Info(t.Context())
		done(t, err)
		if info.Holder == nil || info.Holder.PID != pid {
			t.Errorf("it is said to be held by %v, want %d", info.Holder, pid)
		}
		state, err := tickflow.LoadSnapshot(t.Context(), r, info.Head)
		if now, again := r.Info(t.Context()); again == nil && now.Head.Timeline > info.Head.Timeline {
			continue // that head has been abandoned meanwhile, and perhaps pruned
		}
		done(t, err)
		if state.Timeline == 0 && state.Tick < last {
			t.Errorf("tick %d after %d", state.Tick, last)
		}
		last = state.Tick
	}
}

// isPrefix checks that the live path has fired what it has to, tick by tick, as far as it has come.
func isPrefix(t *testing.T, r *tickflow.Runner) {
	t.Helper()
	firings, err := r.Audit(t.Context(), tickflow.AuditOptions{})
	done(t, err)
	if len(firings) != r.Now() {
		t.Fatalf("%d firings in %d ticks", len(firings), r.Now())
	}
	for n, f := range firings {
		want := "A"
		if n > 0 {
			want = []string{"C", "B"}[n%2]
		}
		if f.Tick != n || f.Node != want || int(number(f.Output)) != n {
			t.Fatalf("firing %d is that of %s in tick %d with output %v", n, f.Node, f.Tick, f.Output)
		}
	}
}
