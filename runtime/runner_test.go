package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	tickflow "github.com/tickflow/tickflow/runtime"
	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"
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
	r := newRunner(t, text, never, tickflow.Config{AllowDeadlock: true})
	mustRun(t, r, tickflow.RunOptions{})
	var halted *tickflow.HaltedError
	if !errors.As(r.Err(), &halted) || halted.Status != tickflow.Stuck || halted.Reason != "M has been waiting for B since tick 0 with a token from A: B fired at tick 0, its guard `no` was false" {
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
	if err := r.Reset(); err != nil {
		t.Fatal(err)
	}
	mustRun(t, r, tickflow.RunOptions{})
	if got := story(t, r, tickflow.AuditOptions{}); got != straightStory {
		t.Errorf("got %s", got)
	}
	r.Cancel("")
	if err := r.Err(); err == nil || err.Error() != "run cancelled" {
		t.Errorf("got %v", err)
	}
}

func TestCancelBeforeTheFirstTick(t *testing.T) {
	r := newRunner(t, loop, loopFuncs(), tickflow.Config{})
	r.Cancel("not today")
	if mustRun(t, r, tickflow.RunOptions{}) != tickflow.Finished || r.Now() != 0 || r.Status() != tickflow.Cancelled || !r.IsTerminal() {
		t.Errorf("%v at tick %d, terminal %t", r.Status(), r.Now(), r.IsTerminal())
	}
	if err := r.Restore(t.Context(), r.Snapshot()); err != nil || r.Err() != nil || r.IsTerminal() {
		t.Errorf("restored: %v, %v, terminal %t", err, r.Err(), r.IsTerminal())
	}
	mustRun(t, r, tickflow.RunOptions{})
	if r.Status() != tickflow.Idle || r.Now() != 7 {
		t.Errorf("%v at tick %d", r.Status(), r.Now())
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

// failingStore cannot keep the firings of one tick.
type failingStore struct {
	*memory.Session
	at int
}

var errFull = errors.New("disk full")

func (s *failingStore) AppendTick(ctx context.Context, t store.Tick) error {
	if t.Firings[0].Tick == s.at {
		return errFull
	}
	return s.Session.AppendTick(ctx, t)
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

func TestARunBeginsInAStoreOfItsOwn(t *testing.T) {
	ctx := t.Context()
	p := compile(t, loop, loopFuncs())
	session := memory.New()
	r := newRunner(t, loop, loopFuncs(), tickflow.Config{Store: session})
	if _, err := tickflow.New(p, tickflow.Config{Store: session}); !errors.Is(err, tickflow.ErrStoreUsed) {
		t.Fatalf("before anything has happened: got %v", err)
	}
	mustRun(t, r, tickflow.RunOptions{MaxTicks: 1})
	dropped := memory.Null()
	quiet := newRunner(t, loop, loopFuncs(), tickflow.Config{Store: dropped})
	if err := quiet.Checkpoint(ctx, "start"); err != nil {
		t.Fatal(err)
	}
	for _, s := range []*memory.Session{session, dropped} {
		if _, err := tickflow.New(p, tickflow.Config{Store: s}); !errors.Is(err, tickflow.ErrStoreUsed) {
			t.Errorf("got %v", err)
		}
	}
}

func TestNilIsAnErrorOrNothing(t *testing.T) {
	ctx := t.Context()
	r := newRunner(t, "[A]-->B\n", tickflow.Layer(nil, (*tickflow.Funcs)(nil), nil), tickflow.Config{})
	if _, err := tickflow.New(nil, tickflow.Config{}); err == nil {
		t.Error("New takes no program")
	}
	if err := r.Remap(ctx, nil); err == nil {
		t.Error("Remap takes no program")
	}
	var fault *engine.SnapshotError
	for _, s := range []*tickflow.Snapshot{nil, {GraphDigest: r.Program().Graph().Digest(), Status: 99, Tick: -5}} {
		if err := r.Restore(ctx, s); !errors.As(err, &fault) {
			t.Errorf("Restore(%v): got %v", s, err)
		}
	}
	if err := r.SetBehaviors(nil); err != nil {
		t.Error(err)
	}
	if err := r.SetBehaviors(tickflow.Layer()); err != nil {
		t.Error(err)
	}
	if mustRun(t, r, tickflow.RunOptions{}); r.Now() != 2 {
		t.Errorf("the run stands at tick %d", r.Now())
	}
	for _, s := range []fmt.Stringer{tickflow.Status(99), record.Status(99), tickflow.Stop(99)} {
		if !strings.HasSuffix(s.String(), " 99") {
			t.Errorf("%T(99) is %q", s, s)
		}
	}
}

func TestLabelsOfCheckpoints(t *testing.T) {
	r := newRunner(t, loop, loopFuncs(), tickflow.Config{})
	for label, want := range map[string]string{
		"":     `checkpoint "": the label of a checkpoint is not empty`,
		"\xff": `checkpoint "\xff": the label of a checkpoint is valid UTF-8`,
	} {
		if err := r.Checkpoint(t.Context(), label); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if infos, err := r.Checkpoints(t.Context()); err != nil || len(infos) > 0 {
		t.Errorf("%v, %v", infos, err)
	}
}
