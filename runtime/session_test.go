package runtime_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/tickflow/tickflow/luabind"
	tickflow "github.com/tickflow/tickflow/runtime"
	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"
	"github.com/tickflow/tickflow/runtime/store/jsonfile"
	"github.com/tickflow/tickflow/runtime/store/memory"
	"github.com/tickflow/tickflow/runtime/value"
)

func openSession(t *testing.T, s store.Store, name string) store.Session {
	t.Helper()
	session, err := s.Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return session
}

func TestResumeGoesOnWhereTheRunStood(t *testing.T) {
	ctx := t.Context()
	all := &memory.Store{}
	session := openSession(t, all, "run")
	r := newRunner(t, loop, loopFuncs(), tickflow.Config{Store: session, ID: "my run", Seed: 7})
	mustRun(t, r, tickflow.RunOptions{MaxTicks: 3})
	if _, err := tickflow.New(r.Program(), tickflow.Config{Store: session}); !errors.Is(err, tickflow.ErrStoreUsed) {
		t.Errorf("a new run in its store: got %v", err)
	}
	if err := session.Close(); err != nil {
		t.Fatal(err)
	}
	session = openSession(t, all, "run")
	again, err := tickflow.Resume(ctx, r.Program(), tickflow.Config{Store: session})
	if err != nil {
		t.Fatal(err)
	}
	if again.Now() != 3 || again.Seed() != 7 {
		t.Errorf("it stands at tick %d with seed %d", again.Now(), again.Seed())
	}
	mustRun(t, again, tickflow.RunOptions{})
	if got := story(t, again, tickflow.AuditOptions{Superseded: true}); got != straightStory {
		t.Errorf("got %s, want %s", got, straightStory)
	}
	// The first runner does not know that somebody else has gone on.
	var order *store.OrderError
	if _, err := r.Tick(ctx); !errors.As(err, &order) || r.Now() != 3 {
		t.Errorf("the first runner at tick %d: got %v", r.Now(), err)
	}
	if err := r.Remap(ctx, r.Program()); !errors.As(err, &order) {
		t.Errorf("another program for the first runner: got %v", err)
	}
}

func TestResumeRefuses(t *testing.T) {
	ctx := t.Context()
	p := compile(t, loop, loopFuncs())
	if _, err := tickflow.Resume(ctx, p, tickflow.Config{}); err == nil {
		t.Error("there is nothing to resume without a store")
	}
	session := memory.New()
	if _, err := tickflow.Resume(ctx, p, tickflow.Config{Store: session}); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("an empty store: got %v", err)
	}
	newRunner(t, loop, loopFuncs(), tickflow.Config{Store: session})
	var graphErr *engine.GraphError
	if _, err := tickflow.Resume(ctx, compile(t, "[A]\n", nil), tickflow.Config{Store: session}); !errors.As(err, &graphErr) {
		t.Errorf("another graph: got %v", err)
	}
	none := memory.Null()
	newRunner(t, loop, loopFuncs(), tickflow.Config{Store: none})
	if _, err := tickflow.Resume(ctx, p, tickflow.Config{Store: none}); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a store that keeps nothing: got %v", err)
	}
}

func TestResumeWithOtherArgsBeginsATimeline(t *testing.T) {
	session := memory.New()
	echo := &tickflow.Funcs{Bodies: map[string]tickflow.Body{
		"args": func(_ context.Context, v *tickflow.View) (tickflow.Value, error) { return v.Args(), nil },
	}}
	p := compile(t, "[A]-->B\nB-->C\nA.body: args\nB.body: args\nC.body: args\n", echo)
	r, err := tickflow.New(p, tickflow.Config{Store: session, Args: "first"})
	if err != nil {
		t.Fatal(err)
	}
	mustRun(t, r, tickflow.RunOptions{MaxTicks: 1})
	r, err = tickflow.Resume(t.Context(), p, tickflow.Config{Store: session, Args: "second"})
	if err != nil {
		t.Fatal(err)
	}
	mustRun(t, r, tickflow.RunOptions{})
	if got := story(t, r, tickflow.AuditOptions{}); got != `0 A "first", t1:1 B "second", t1:2 C "second"` {
		t.Errorf("got %s", got)
	}
	s, err := tickflow.LoadSnapshot(t.Context(), session, store.Boundary{Timeline: 1, Tick: 2})
	if err != nil || !value.Equal(s.Args, value.OfString("second")) {
		t.Errorf("tick 2: %v, %v", s.Args, err)
	}
	s, err = tickflow.LoadSnapshot(t.Context(), session, store.Boundary{Timeline: 1, Tick: 0})
	if err != nil || !value.Equal(s.Args, value.OfString("first")) {
		t.Errorf("tick 0: %v, %v", s.Args, err)
	}
}

// TestPastTicksHaveTheirPrograms swaps graph and behaviours, and asks for the program of each tick.
func TestPastTicksHaveTheirPrograms(t *testing.T) {
	ctx := t.Context()
	session := memory.New()
	pool, err := luabind.LoadText(ctx, "b.lua", `require("tickflow").body("one", function(v) return 1 end)`, luabind.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	funcs := &tickflow.Funcs{}
	const first, second = "[A]-->B\nB-->C\nC-->D\n", "[A]-->B\nB-->C\nC-->D\nD-->E\nE.body: one\n"
	r := newRunner(t, first, funcs, tickflow.Config{Store: session})
	mustRun(t, r, tickflow.RunOptions{MaxTicks: 1})
	if err := r.Checkpoint(ctx, "one"); err != nil {
		t.Fatal(err)
	}
	if err := r.Remap(ctx, compile(t, second, tickflow.Layer(funcs, pool))); err != nil {
		t.Fatal(err)
	}
	mustRun(t, r, tickflow.RunOptions{MaxTicks: 1})
	if err := r.SetBehaviors(pool); err != nil {
		t.Fatal(err)
	}
	mustRun(t, r, tickflow.RunOptions{MaxTicks: 1})
	if err := r.RollbackTo(ctx, "one"); err != nil {
		t.Fatal(err)
	}
	mustRun(t, r, tickflow.RunOptions{MaxTicks: 1})
	tests := []struct {
		at        store.Boundary
		texts     []string
		behaviors string
	}{
		{store.Boundary{}, []string{first}, funcs.Digest()},
		{store.Boundary{Tick: 1}, []string{second, pool.Sources()[0].Text}, funcs.Digest() + "+" + pool.Digest()},
		{store.Boundary{Tick: 2}, []string{second, pool.Sources()[0].Text}, pool.Digest()},
		{store.Boundary{Timeline: 1}, []string{first}, funcs.Digest()},
		{store.Boundary{Timeline: 1, Tick: 1}, []string{first}, funcs.Digest()},
		{store.Boundary{Timeline: 1, Tick: 2}, []string{first}, funcs.Digest()},
	}
	for _, tt := range tests {
		p, err := tickflow.ProgramAt(ctx, session, tt.at)
		if err != nil {
			t.Fatal(err)
		}
		var texts []string
		for _, f := range p.Files {
			text, err := session.Text(ctx, f.Digest)
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, text)
		}
		if diff := gocmp.Diff(tt.texts, texts); diff != "" || p.Behaviors != tt.behaviors {
			t.Errorf("%v: behaviours %s, texts (-want +got):\n%s", tt.at, p.Behaviors, diff)
		}
	}
	if _, err := tickflow.ProgramAt(ctx, session, store.Boundary{Timeline: 9}); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a timeline that is not there: got %v", err)
	}
}

// swapless is a store that cannot keep swaps.
type swapless struct{ *memory.Session }

func (swapless) Swap(context.Context, store.Base) error { return errFull }

func (swapless) AddTimeline(context.Context, record.Timeline, store.Base) error { return errFull }

func TestWhatTheStoreDoesNotKeepHasNotHappened(t *testing.T) {
	ctx := t.Context()
	session := swapless{memory.New()}
	funcs := loopFuncs()
	r := newRunner(t, loop, funcs, tickflow.Config{Store: session})
	before := r.Snapshot()
	mustRun(t, r, tickflow.RunOptions{MaxTicks: 2})
	p := r.Program()
	for name, err := range map[string]error{
		"Remap": r.Remap(ctx, compile(t, loop+"B-->C\n", funcs)), "SetBehaviors": r.SetBehaviors(loopFuncs()), "Restore": r.Restore(ctx, before),
	} {
		if !errors.Is(err, errFull) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if r.Program() != p || r.Now() != 2 {
		t.Errorf("it stands at tick %d", r.Now())
	}
	mustRun(t, r, tickflow.RunOptions{})
	if got := story(t, r, tickflow.AuditOptions{}); got != straightStory {
		t.Errorf("got %s", got)
	}
}

func TestAPromotedProgramIsKeptAsSuch(t *testing.T) {
	const text = "[S]--|g|-->A\nS--|h|-->B\nA-->M\nB-->M # the end"
	yes := func(context.Context, *tickflow.View) (bool, error) { return true, nil }
	p := compile(t, text, &tickflow.Funcs{Guards: map[string]tickflow.Guard{"g": yes, "h": yes}})
	p, err := p.Promote(tickflow.Suggestion{Node: "M"})
	if err != nil {
		t.Fatal(err)
	}
	again := compile(t, p.Sources()[0].Text, p.Behaviors())
	if again.Graph().Digest() != p.Graph().Digest() {
		t.Errorf("its text is that of another graph: %q", p.Sources()[0].Text)
	}
}

// TestAForkSharesNothing goes on with a fork and its origin, in stores of different kinds.
func TestAForkSharesNothing(t *testing.T) {
	ctx := t.Context()
	origin := memory.New()
	r := newRunner(t, loop, loopFuncs(), tickflow.Config{Store: origin, ID: "origin"})
	mustRun(t, r, tickflow.RunOptions{MaxTicks: 4})
	folder, err := jsonfile.Open(t.TempDir(), jsonfile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	to := openSession(t, folder, "fork")
	defer to.Close()
	if err := tickflow.Fork(ctx, origin, store.Boundary{Tick: 9}, to); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("at a tick that is still to come: got %v", err)
	}
	if err := tickflow.Fork(ctx, origin, store.Boundary{Tick: 2}, to); err != nil {
		t.Fatal(err)
	}
	if err := tickflow.Fork(ctx, origin, store.Boundary{Tick: 2}, to); !errors.Is(err, store.ErrUsed) {
		t.Errorf("twice: got %v", err)
	}
	if err := origin.Close(); err != nil {
		t.Fatal(err)
	}
	fork, err := tickflow.Resume(ctx, r.Program(), tickflow.Config{Store: to})
	if err != nil {
		t.Fatal(err)
	}
	mustRun(t, fork, tickflow.RunOptions{})
	if got := story(t, fork, tickflow.AuditOptions{Superseded: true}); got != straightStory {
		t.Errorf("got %s, want %s", got, straightStory)
	}
	info, err := to.Info(ctx)
	if err != nil || info.ID == "origin" || info.ID == "" {
		t.Errorf("got %+v, %v", info, err)
	}
}

func TestPrunedTicksSayWhyTheyCannotBeLoaded(t *testing.T) {
	ctx := t.Context()
	session := memory.New()
	r := newRunner(t, loop, loopFuncs(), tickflow.Config{Store: session})
	mustRun(t, r, tickflow.RunOptions{})
	if err := tickflow.PruneBefore(ctx, session, store.Boundary{Tick: 5}); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		tick int
		want string
	}{
		{4, "nothing is kept of tick 4: ticks 5 to 7 are kept"},
		{-1, "there is no tick -1: not found"},
		{99, "nothing is kept of tick 99: ticks 5 to 7 are kept"},
	}
	for _, tt := range tests {
		_, err := tickflow.LoadSnapshot(ctx, session, store.Boundary{Tick: tt.tick})
		if !errors.Is(err, store.ErrNotFound) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("tick %d: got %v, want %s", tt.tick, err, tt.want)
		}
	}
	firings, err := r.Audit(ctx, tickflow.AuditOptions{})
	if err != nil || slices.ContainsFunc(firings, func(f tickflow.Firing) bool { return f.Tick < 5 }) {
		t.Errorf("firings before tick 5 are left: %v, %v", firings, err)
	}
}
