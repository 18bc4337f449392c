package runtime_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	tickflow "github.com/tickflow/tickflow/runtime"
	"github.com/tickflow/tickflow/runtime/value"
)

func TestHooksObserveAndCannotDisturb(t *testing.T) {
	var seen []string
	note := func(format string, args ...any) error {
		seen = append(seen, fmt.Sprintf(format, args...))
		return nil
	}
	var log bytes.Buffer
	r := newRunner(t, "[A]-->B\n[C]-->B\n", nil, tickflow.Config{
		Logger: slog.New(slog.NewTextHandler(&log, nil)),
		Hooks: tickflow.Hooks{
			OnTickStart: func(tick int, fireable []string) error { return note("start %d %v", tick, fireable) },
			OnFire:      func(f *tickflow.Firing) error { return note("fire %s", f.Node) },
			OnTickEnd:   func(tick int, firings []tickflow.Firing) error { return note("end %d %d", tick, len(firings)) },
		},
	})
	r.AddHooks(tickflow.Hooks{
		OnFire:    func(f *tickflow.Firing) error { panic("hook of " + f.Node) },
		OnTickEnd: func(int, []tickflow.Firing) error { return errors.New("no space") },
	})
	mustRun(t, r, tickflow.RunOptions{})
	want := []string{"start 0 [A C]", "fire A", "fire C", "end 0 2", "start 1 [B]", "fire B", "end 1 1"}
	if diff := gocmp.Diff(want, seen); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if s := log.String(); !strings.Contains(s, "hook of C") || !strings.Contains(s, "no space") {
		t.Errorf("log: %s", s)
	}
}

func TestHookOfADiscardedTick(t *testing.T) {
	broken := &tickflow.Funcs{Bodies: map[string]tickflow.Body{"bad": func(context.Context, *tickflow.View) (tickflow.Value, error) {
		return tickflow.Value{}, errors.New("oh")
	}}}
	var seen error
	r := newRunner(t, "[A]\nA.body: bad\n", broken, tickflow.Config{Hooks: tickflow.Hooks{
		OnTickError: func(_ int, err error) error { seen = err; return nil },
		OnTickEnd:   func(int, []tickflow.Firing) error { t.Error("OnTickEnd of a discarded tick"); return nil },
	}})
	if _, err := r.Run(t.Context(), tickflow.RunOptions{}); err == nil || seen != err {
		t.Errorf("Run answers %v, the hook saw %v", err, seen)
	}
}

func TestAHookThatCancelsBeforeATick(t *testing.T) {
	var r *tickflow.Runner
	r = newRunner(t, "[A]-->B\n", nil, tickflow.Config{Hooks: tickflow.Hooks{
		OnTickStart: func(int, []string) error { r.Cancel("not now"); return nil },
		OnTickEnd:   func(tick int, _ []tickflow.Firing) error { t.Errorf("the end of tick %d", tick); return nil },
	}})
	if mustRun(t, r, tickflow.RunOptions{}) != tickflow.Finished || r.Status() != tickflow.Cancelled || r.Now() != 0 {
		t.Errorf("%v at tick %d", r.Status(), r.Now())
	}
}

func TestAHookTakesCheckpoints(t *testing.T) {
	ctx := t.Context()
	var r *tickflow.Runner
	r = newRunner(t, loop, loopFuncs(), tickflow.Config{Hooks: tickflow.Hooks{
		OnTickEnd: func(tick int, _ []tickflow.Firing) error { return r.Checkpoint(ctx, fmt.Sprint("after ", tick)) },
	}})
	mustRun(t, r, tickflow.RunOptions{})
	if err := r.RollbackTo(ctx, "after 3"); err != nil || r.Now() != 4 {
		t.Errorf("tick %d, %v", r.Now(), err)
	}
}

func TestHooksCannotChangeThePast(t *testing.T) {
	lie := func(f *tickflow.Firing) {
		f.Output, f.Status, f.Tick, f.Node = value.OfString("a lie"), tickflow.Firing{}.Status+1, 99, "X"
		for i := range f.Inputs {
			f.Inputs[i].Value = value.OfString("a lie")
		}
		for i := range f.Edges {
			f.Edges[i].Value, f.Edges[i].Consumer = !f.Edges[i].Value, "X"
		}
	}
	liar := tickflow.Hooks{
		OnTickStart: func(_ int, fireable []string) error { clear(fireable); return nil },
		OnFire:      func(f *tickflow.Firing) error { lie(f); return nil },
		OnTickEnd: func(_ int, firings []tickflow.Firing) error {
			for i := range firings {
				lie(&firings[i])
			}
			return nil
		},
	}
	var seen []string
	witness := tickflow.Hooks{
		OnTickStart: func(_ int, fireable []string) error { seen = append(seen, fireable...); return nil },
		OnFire:      func(f *tickflow.Firing) error { seen = append(seen, f.Node); return nil },
		OnTickEnd:   func(_ int, firings []tickflow.Firing) error { seen = append(seen, firings[0].Node); return nil },
	}
	honest := newRunner(t, loop, loopFuncs(), tickflow.Config{})
	r := newRunner(t, loop, loopFuncs(), tickflow.Config{Hooks: liar})
	r.AddHooks(witness)
	var audits []string
	for _, r := range []*tickflow.Runner{honest, r} {
		mustRun(t, r, tickflow.RunOptions{})
		audit, err := r.AuditJSON(t.Context(), tickflow.AuditOptions{})
		if err != nil {
			t.Fatal(err)
		}
		audits = append(audits, string(audit))
	}
	if diff := gocmp.Diff(audits[0], audits[1]); diff != "" {
		t.Errorf("the audit (-honest +lied to):\n%s", diff)
	}
	if strings.Join(seen[:6], " ") != "seed seed seed A A A" {
		t.Errorf("the hook after the liar sees %v", seen)
	}
}
