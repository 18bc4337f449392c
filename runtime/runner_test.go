package runtime_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	tickflow "github.com/tickflow/tickflow/runtime"
	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store/memory"
	"github.com/tickflow/tickflow/runtime/value"
)

// loop counts in A until B has seen three, and keeps count in A's state too.
const loop = "[seed]-->A\nA-->B\nB--|below3|-->A\nA.join: OR\nA.body: incr\nB.body: echo\n"

func loopFuncs() *tickflow.Funcs {
	return &tickflow.Funcs{
		Bodies: map[string]tickflow.Body{
			"incr": func(_ context.Context, v *tickflow.View) (tickflow.Value, error) {
				n := number(v.State(), "n") + 1
				v.Set("n", value.OfNumber(n))
				return value.OfNumber(n), nil
			},
			"echo": func(_ context.Context, v *tickflow.View) (tickflow.Value, error) { return v.Value("A"), nil },
		},
		Guards: map[string]tickflow.Guard{
			"below3": func(_ context.Context, v *tickflow.View) (bool, error) {
				f, _ := v.Output().Number()
				return f < 3, nil
			},
		},
	}
}

func number(v tickflow.Value, key string) float64 {
	m, _ := v.Get(key)
	f, _ := m.Number()
	return f
}

func newRunner(t *testing.T, text string, b tickflow.Behaviors, cfg tickflow.Config) *tickflow.Runner {
	t.Helper()
	r, err := tickflow.New(compile(t, text, b), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func mustRun(t *testing.T, r *tickflow.Runner, o tickflow.RunOptions) tickflow.Stop {
	t.Helper()
	stop, err := r.Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return stop
}

// story is what fired, as "tick node output", with the timeline in front when it is not the first.
func story(t *testing.T, r *tickflow.Runner, o tickflow.AuditOptions) string {
	t.Helper()
	firings, err := r.Audit(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	var s []string
	for _, f := range firings {
		line := fmt.Sprintf("%d %s %s", f.Tick, f.Node, f.Output)
		if f.Timeline > 0 {
			line = fmt.Sprintf("t%d:", f.Timeline) + line
		}
		s = append(s, line)
	}
	return strings.Join(s, ", ")
}

const straightStory = "0 seed null, 1 A 1, 2 B 1, 3 A 2, 4 B 2, 5 A 3, 6 B 3"

func TestRunStops(t *testing.T) {
	r := newRunner(t, loop, loopFuncs(), tickflow.Config{})
	pauses := tickflow.RunOptions{PauseAt: []int{2, 5}}
	steps := []struct {
		options tickflow.RunOptions
		stop    tickflow.Stop
		now     int
	}{
		{pauses, tickflow.Paused, 2},
		{pauses, tickflow.Paused, 5},
		{tickflow.RunOptions{MaxTicks: 1}, tickflow.Limit, 6},
		{pauses, tickflow.Finished, 7},
		{pauses, tickflow.Finished, 7},
	}
	for i, s := range steps {
		if stop := mustRun(t, r, s.options); stop != s.stop || r.Now() != s.now {
			t.Errorf("step %d: %v at tick %d, want %v at %d", i, stop, r.Now(), s.stop, s.now)
		}
	}
	if got := story(t, r, tickflow.AuditOptions{}); got != straightStory {
		t.Errorf("got %s", got)
	}
	if !r.IsIdle() || !r.IsTerminal() {
		t.Errorf("status %v", r.Status())
	}
	interrupt := make(chan struct{})
	close(interrupt)
	r = newRunner(t, loop, loopFuncs(), tickflow.Config{})
	if stop := mustRun(t, r, tickflow.RunOptions{Interrupt: interrupt}); stop != tickflow.Interrupted || r.Now() != 0 {
		t.Errorf("%v at tick %d, want interrupted at 0", stop, r.Now())
	}
}

func TestCheckpointsAndTimelines(t *testing.T) {
	r := newRunner(t, loop, loopFuncs(), tickflow.Config{})
	ctx := t.Context()
	mustRun(t, r, tickflow.RunOptions{PauseAt: []int{3}})
	if err := r.Checkpoint(ctx, "after one"); err != nil {
		t.Fatal(err)
	}
	mustRun(t, r, tickflow.RunOptions{PauseAt: []int{5}})
	if err := r.Checkpoint(ctx, "after two"); err != nil {
		t.Fatal(err)
	}
	mustRun(t, r, tickflow.RunOptions{})

	if err := r.RollbackTo(ctx, "after one"); err != nil {
		t.Fatal(err)
	}
	if got := story(t, r, tickflow.AuditOptions{}); got != "0 seed null, 1 A 1, 2 B 1" {
		t.Errorf("right after the rollback: %s", got)
	}
	mustRun(t, r, tickflow.RunOptions{MaxTicks: 1})
	if got := story(t, r, tickflow.AuditOptions{}); got != "0 seed null, 1 A 1, 2 B 1, t1:3 A 2" {
		t.Errorf("after one more tick: %s", got)
	}
	if got := story(t, r, tickflow.AuditOptions{Superseded: true}); got != straightStory+", t1:3 A 2" {
		t.Errorf("with what was superseded: %s", got)
	}
	// The checkpoint lies on the timeline that was abandoned; rolling back to it revives that one.
	if err := r.RollbackTo(ctx, "after two"); err != nil {
		t.Fatal(err)
	}
	mustRun(t, r, tickflow.RunOptions{})
	if got := story(t, r, tickflow.AuditOptions{}); got != "0 seed null, 1 A 1, 2 B 1, 3 A 2, 4 B 2, t2:5 A 3, t2:6 B 3" {
		t.Errorf("on the revived timeline: %s", got)
	}
	if got := story(t, r, tickflow.AuditOptions{Node: "A"}); got != "1 A 1, 3 A 2, t2:5 A 3" {
		t.Errorf("firings of A: %s", got)
	}
	infos, err := r.Checkpoints(ctx)
	want := []tickflow.CheckpointInfo{{Label: "after one", Tick: 3}, {Label: "after two", Tick: 5}}
	if diff := gocmp.Diff(want, infos); diff != "" || err != nil {
		t.Errorf("checkpoints (-want +got): %v\n%s", err, diff)
	}
	if err := r.RollbackTo(ctx, "nowhere"); !errors.Is(err, tickflow.ErrNoCheckpoint) || !strings.Contains(err.Error(), "nowhere") {
		t.Errorf("got %v", err)
	}
}

func TestDumpGoesOnInAnotherRunner(t *testing.T) {
	r := newRunner(t, loop, loopFuncs(), tickflow.Config{Args: map[string]int{"limit": 3}, Seed: 42})
	ctx := t.Context()
	mustRun(t, r, tickflow.RunOptions{PauseAt: []int{2}})
	if err := r.Checkpoint(ctx, "two"); err != nil {
		t.Fatal(err)
	}
	mustRun(t, r, tickflow.RunOptions{PauseAt: []int{4}})
	dump, err := r.ToJSON(ctx)
	if err != nil {
		t.Fatal(err)
	}
	p := compile(t, loop, loopFuncs())
	again, err := tickflow.FromJSON(ctx, p, dump, tickflow.Config{})
	if err != nil {
		t.Fatal(err)
	}
	mustRun(t, again, tickflow.RunOptions{})
	if got := story(t, again, tickflow.AuditOptions{}); got != "0 seed null, 1 A 1, 2 B 1, 3 A 2, t1:4 B 2, t1:5 A 3, t1:6 B 3" {
		t.Errorf("got %s", got)
	}
	if again.Seed() != 42 {
		t.Errorf("seed %d", again.Seed())
	}
	if err := again.RollbackTo(ctx, "two"); err != nil || again.Now() != 2 {
		t.Errorf("tick %d, %v", again.Now(), err)
	}
	encoded, err := again.ToJSON(ctx)
	if err != nil {
		t.Fatal(err)
	}
	d, err := tickflow.ReadDump(encoded)
	if err != nil {
		t.Fatal(err)
	}
	if got := len(d.Live()); got != 2 || len(d.Snapshot.Records) != 7 || len(d.Checkpoints) != 1 {
		t.Errorf("%d live of %d records, %d checkpoints", got, len(d.Snapshot.Records), len(d.Checkpoints))
	}
	// A plain snapshot is taken too.
	snapshot, err := r.Snapshot().MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(snapshot, []byte(`"records"`)) {
		t.Errorf("a plain snapshot holds records: %s", snapshot)
	}
	plain, err := tickflow.FromJSON(ctx, p, snapshot, tickflow.Config{})
	if err != nil {
		t.Fatal(err)
	}
	mustRun(t, plain, tickflow.RunOptions{})
	if got, _ := plain.LastOutput("B"); got.String() != "3" {
		t.Errorf("B ends with %s", got)
	}
}

func TestForeignSnapshots(t *testing.T) {
	r := newRunner(t, loop, loopFuncs(), tickflow.Config{})
	mustRun(t, r, tickflow.RunOptions{PauseAt: []int{3}})
	other := newRunner(t, "[seed]-->C\n", nil, tickflow.Config{})
	var graphErr *engine.GraphError
	if err := other.Restore(t.Context(), r.Snapshot()); !errors.As(err, &graphErr) || !strings.Contains(err.Error(), "there is no node A") {
		t.Errorf("got %v", err)
	}
	if other.Now() != 0 || len(other.Fireable()) != 1 {
		t.Error("a refused snapshot has changed the run")
	}
	whole, err := r.Snapshot().MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	for i := range whole {
		_, err := tickflow.ReadDump(whole[:i])
		var snapshotErr *engine.SnapshotError
		if !errors.As(err, &snapshotErr) {
			t.Fatalf("%d of %d bytes: got %v", i, len(whole), err)
		}
	}
}

func TestRemap(t *testing.T) {
	r := newRunner(t, loop, loopFuncs(), tickflow.Config{})
	ctx := t.Context()
	mustRun(t, r, tickflow.RunOptions{PauseAt: []int{4}})
	before := r.Snapshot()
	longer := strings.Replace(loop, "A-->B\n", "A-->B\nB-->C\nC.inputs: A[1], B\n", 1) + "[D]-->C\nC.join: OR\n"
	if err := r.Remap(ctx, compile(t, longer, loopFuncs())); err != nil {
		t.Fatal(err)
	}
	mustRun(t, r, tickflow.RunOptions{MaxTicks: 2})
	if got := story(t, r, tickflow.AuditOptions{}); got != "0 seed null, 1 A 1, 2 B 1, 3 A 2, 4 B 2, 4 D null, 5 A 3, 5 C 1" {
		t.Errorf("got %s", got)
	}
	// B has fired and cannot become a start.
	var remapErr *engine.RemapError
	if err := r.Remap(ctx, compile(t, longer+"[B]\n", loopFuncs())); !errors.As(err, &remapErr) || !slices.Equal(remapErr.Nodes, []string{"B"}) {
		t.Errorf("got %v", err)
	}
	// A snapshot of the first graph brings that graph back.
	if err := r.Restore(ctx, before); err != nil {
		t.Fatal(err)
	}
	mustRun(t, r, tickflow.RunOptions{})
	if got := story(t, r, tickflow.AuditOptions{}); got != "0 seed null, 1 A 1, 2 B 1, 3 A 2, t1:4 B 2, t1:5 A 3, t1:6 B 3" {
		t.Errorf("got %s", got)
	}
}

func TestRemapReadsFiresBeyondTheWindow(t *testing.T) {
	r := newRunner(t, loop, loopFuncs(), tickflow.Config{})
	mustRun(t, r, tickflow.RunOptions{PauseAt: []int{6}})
	pinned := strings.Replace(loop, "A-->B\n", "A-->B\nB.inputs: A[1]\n", 1)
	if err := r.Remap(t.Context(), compile(t, strings.Replace(pinned, "B.body: echo\n", "", 1), loopFuncs())); err != nil {
		t.Fatal(err)
	}
	mustRun(t, r, tickflow.RunOptions{MaxTicks: 1})
	if got, _ := r.LastOutput("B"); got.String() != "1" {
		t.Errorf("B echoes %s, want A's first output", got)
	}
}

func TestRemapMendsAStuckRun(t *testing.T) {
	never := &tickflow.Funcs{Guards: map[string]tickflow.Guard{"no": func(context.Context, *tickflow.View) (bool, error) { return false, nil }}}
	text := "[A]-->M\n[B]--|no|-->M\n"
	r := newRunner(t, text, never, tickflow.Config{})
	mustRun(t, r, tickflow.RunOptions{})
	var halted *tickflow.HaltedError
	if !errors.As(r.Err(), &halted) || halted.Status != tickflow.Stuck || halted.Reason != "M holds a token from A and waits for B" {
		t.Fatalf("%v", r.Err())
	}
	if err := r.Remap(t.Context(), compile(t, text+"M.join: OR\n", never)); err != nil {
		t.Fatal(err)
	}
	mustRun(t, r, tickflow.RunOptions{})
	if r.Err() != nil || r.Status() != tickflow.Idle || !strings.HasSuffix(story(t, r, tickflow.AuditOptions{}), "1 M null") {
		t.Errorf("%v: %s", r.Status(), story(t, r, tickflow.AuditOptions{}))
	}
}

func TestSetBehaviors(t *testing.T) {
	r := newRunner(t, loop, loopFuncs(), tickflow.Config{})
	mustRun(t, r, tickflow.RunOptions{PauseAt: []int{3}})
	var nameErr *engine.NameError
	if err := r.SetBehaviors(&tickflow.Funcs{}); !errors.As(err, &nameErr) {
		t.Errorf("got %v", err)
	}
	ten := &tickflow.Funcs{Bodies: map[string]tickflow.Body{"incr": func(context.Context, *tickflow.View) (tickflow.Value, error) {
		return value.OfInt(10), nil
	}}}
	if err := r.SetBehaviors(tickflow.Layer(ten, loopFuncs())); err != nil {
		t.Fatal(err)
	}
	mustRun(t, r, tickflow.RunOptions{})
	if got := story(t, r, tickflow.AuditOptions{}); got != "0 seed null, 1 A 1, 2 B 1, 3 A 10, 4 B 10" {
		t.Errorf("got %s", got)
	}
}

func TestCancelAndReset(t *testing.T) {
	r := newRunner(t, loop, loopFuncs(), tickflow.Config{})
	mustRun(t, r, tickflow.RunOptions{PauseAt: []int{2}})
	r.Cancel("enough")
	if mustRun(t, r, tickflow.RunOptions{}) != tickflow.Finished || r.Now() != 2 || r.Status() != tickflow.Cancelled || r.Reason() != "enough" {
		t.Errorf("%v (%s) at tick %d", r.Status(), r.Reason(), r.Now())
	}
	r.Reset()
	mustRun(t, r, tickflow.RunOptions{})
	if got := story(t, r, tickflow.AuditOptions{}); got != straightStory {
		t.Errorf("got %s", got)
	}
}

func TestDropRecordsKeepsWindowAndState(t *testing.T) {
	r := newRunner(t, loop, loopFuncs(), tickflow.Config{DropRecords: true})
	mustRun(t, r, tickflow.RunOptions{})
	if got := story(t, r, tickflow.AuditOptions{}); got != "" {
		t.Errorf("audit: %s", got)
	}
	if got := r.NodeStates()["A"].String(); got != `{"n":3}` {
		t.Errorf("state %s", got)
	}
	firings, err := r.FiringsOf(t.Context(), "A")
	if err != nil || len(firings) != 2 || firings[0].K != 2 || firings[1].Output.String() != "3" {
		t.Errorf("window of A: %v, %v", firings, err)
	}
	if r.Snapshot().KeepRecords {
		t.Error("the snapshot says that records are kept")
	}
}

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

func TestRewoundTicksSeeTheirRecordedTime(t *testing.T) {
	clock := time.UnixMilli(1000)
	b := &tickflow.Funcs{Bodies: map[string]tickflow.Body{"time": func(_ context.Context, v *tickflow.View) (tickflow.Value, error) {
		return value.OfNumber(float64(v.Now())), nil
	}}}
	r := newRunner(t, "[A]-->B\nA.body: time\nB.body: time\n", b, tickflow.Config{Clock: func() time.Time {
		clock = clock.Add(time.Second)
		return clock
	}})
	start := r.Snapshot()
	mustRun(t, r, tickflow.RunOptions{MaxTicks: 1})
	if err := r.Restore(t.Context(), start); err != nil {
		t.Fatal(err)
	}
	mustRun(t, r, tickflow.RunOptions{})
	if got := story(t, r, tickflow.AuditOptions{}); got != "t1:0 A 2000, t1:1 B 3000" {
		t.Errorf("got %s", got)
	}
}

func TestDeadlockIsRefusedPromotedOrAllowed(t *testing.T) {
	guard := func(yes bool) tickflow.Guard {
		return func(context.Context, *tickflow.View) (bool, error) { return yes, nil }
	}
	b := &tickflow.Funcs{Guards: map[string]tickflow.Guard{"left": guard(true), "right": guard(false)}}
	p := compile(t, "[B]--|left|-->X\nB--|right|-->Y\nX-->M\nY-->M\n", b)
	_, err := tickflow.New(p, tickflow.Config{})
	var deadlock *tickflow.DeadlockError
	if !errors.As(err, &deadlock) || len(deadlock.Suggestions) != 1 || deadlock.Suggestions[0].Node != "M" {
		t.Fatalf("got %v", err)
	}
	r, err := tickflow.New(p, tickflow.Config{AllowDeadlock: true})
	if err != nil {
		t.Fatal(err)
	}
	mustRun(t, r, tickflow.RunOptions{})
	if r.Status() != tickflow.Stuck {
		t.Errorf("allowed: %v", r.Status())
	}
	promoted, err := p.Promote(deadlock.Suggestions...)
	if err != nil {
		t.Fatal(err)
	}
	if r, err = tickflow.New(promoted, tickflow.Config{}); err != nil {
		t.Fatal(err)
	}
	mustRun(t, r, tickflow.RunOptions{})
	if r.Status() != tickflow.Idle {
		t.Errorf("promoted: %v", r.Status())
	}
}

// failingStore cannot keep the firings of one tick.
type failingStore struct {
	*memory.Session
	at int
}

var errFull = errors.New("disk full")

func (s *failingStore) AppendTick(ctx context.Context, firings []record.Firing) error {
	if firings[0].Tick == s.at {
		return errFull
	}
	return s.Session.AppendTick(ctx, firings)
}

func TestStoreErrorIsAnsweredAndTheTickCanBeTriedAgain(t *testing.T) {
	session := &failingStore{memory.New(), 3}
	r := newRunner(t, loop, loopFuncs(), tickflow.Config{Store: session})
	if _, err := r.Run(t.Context(), tickflow.RunOptions{}); !errors.Is(err, errFull) {
		t.Fatalf("got %v", err)
	}
	if r.Now() != 3 || r.NodeStates()["A"].String() != `{"n":1}` {
		t.Errorf("tick %d, states %v", r.Now(), r.NodeStates())
	}
	session.at = -1
	mustRun(t, r, tickflow.RunOptions{})
	if got := story(t, r, tickflow.AuditOptions{}); got != straightStory {
		t.Errorf("got %s", got)
	}
}

func TestResult(t *testing.T) {
	one := &tickflow.Funcs{Bodies: map[string]tickflow.Body{"one": func(context.Context, *tickflow.View) (tickflow.Value, error) {
		return value.OfInt(1), nil
	}}}
	tests := []struct{ text, want string }{
		{"[A]-->B\nB.body: one\n", "1"},
		{"[A]-->B\nA-->C\nB.body: one\n", `{"B":1,"C":null}`},
		{"[A]-->B\nC-->D\nB.body: one\n", "1"},
	}
	for _, tt := range tests {
		r := newRunner(t, tt.text, one, tickflow.Config{})
		if got := r.Result().String(); got != "null" {
			t.Errorf("before it ran: %s", got)
		}
		mustRun(t, r, tickflow.RunOptions{})
		if got := r.Result().String(); got != tt.want {
			t.Errorf("%q: got %s, want %s", tt.text, got, tt.want)
		}
	}
}

func TestConfigIsChecked(t *testing.T) {
	p := compile(t, "[A]\n", nil)
	if _, err := tickflow.New(p, tickflow.Config{Args: map[string]any{"f": func() {}}}); err == nil || err.Error() != "args: .f: func" {
		t.Errorf("got %v", err)
	}
	if _, err := tickflow.New(p, tickflow.Config{Seed: 1 << 54}); err == nil {
		t.Error("a seed beyond 2^53 is taken")
	}
}
