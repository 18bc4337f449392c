package runtime_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	tickflow "github.com/tickflow/tickflow/runtime"
	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/store/memory"
	"github.com/tickflow/tickflow/runtime/value"
)

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

// nested answers a list in a list in a list, so many of them.
func nested(levels int) tickflow.Value {
	var v tickflow.Value
	for range levels {
		v = value.OfList(v)
	}
	return v
}

func TestADumpHoldsTheDeepestValues(t *testing.T) {
	deep := &tickflow.Funcs{Bodies: map[string]tickflow.Body{"deep": func(_ context.Context, v *tickflow.View) (tickflow.Value, error) {
		v.Set("s", nested(value.MaxDepth-1))
		return nested(value.MaxDepth), nil
	}}}
	const text = "[A]-->B\nA.body: deep\nB.inputs: A[1]\n"
	r := newRunner(t, text, deep, tickflow.Config{Args: nested(value.MaxDepth)})
	ctx := t.Context()
	mustRun(t, r, tickflow.RunOptions{})
	if err := r.Checkpoint(ctx, "end"); err != nil {
		t.Fatal(err)
	}
	dump, err := r.ToJSON(ctx)
	if err != nil {
		t.Fatal(err)
	}
	again, err := tickflow.FromJSON(ctx, compile(t, text, deep), dump, tickflow.Config{})
	if err != nil {
		t.Fatalf("%.200v", err)
	}
	if err := again.RollbackTo(ctx, "end"); err != nil {
		t.Errorf("%.200v", err)
	}
	if _, err := tickflow.New(compile(t, text, deep), tickflow.Config{Args: nested(value.MaxDepth + 1)}); err == nil {
		t.Error("an input is taken that no dump can hold")
	}
}

func TestFromJSONLeavesAStoreAloneThatItCannotFill(t *testing.T) {
	ctx := t.Context()
	r := newRunner(t, loop, loopFuncs(), tickflow.Config{})
	mustRun(t, r, tickflow.RunOptions{PauseAt: []int{3}})
	if err := r.Checkpoint(ctx, "three"); err != nil {
		t.Fatal(err)
	}
	if err := r.RollbackTo(ctx, "three"); err != nil {
		t.Fatal(err)
	}
	dump, err := r.ToJSON(ctx)
	if err != nil {
		t.Fatal(err)
	}
	var graphErr *engine.GraphError
	session := memory.New()
	if r, err := tickflow.FromJSON(ctx, compile(t, "[A]\n", nil), dump, tickflow.Config{Store: session}); !errors.As(err, &graphErr) || r != nil {
		t.Errorf("another graph: got %v, %v", r, err)
	}
	p := compile(t, loop, loopFuncs())
	if _, err := tickflow.FromJSON(ctx, p, dump, tickflow.Config{Store: session}); err != nil {
		t.Fatalf("the store of the attempt before: %v", err)
	}
	fired := memory.New()
	mustRun(t, newRunner(t, loop, loopFuncs(), tickflow.Config{Store: fired}), tickflow.RunOptions{MaxTicks: 1})
	begun := memory.New()
	newRunner(t, loop, loopFuncs(), tickflow.Config{Store: begun})
	for name, session := range map[string]*memory.Session{"timelines": session, "firings": fired, "a run that has not ticked": begun} {
		if _, err := tickflow.FromJSON(ctx, p, dump, tickflow.Config{Store: session}); !errors.Is(err, tickflow.ErrStoreUsed) {
			t.Errorf("a store with %s: got %v", name, err)
		}
	}
}

func TestDamagedDumps(t *testing.T) {
	r := newRunner(t, loop, loopFuncs(), tickflow.Config{})
	ctx := t.Context()
	mustRun(t, r, tickflow.RunOptions{PauseAt: []int{2}})
	if err := r.Checkpoint(ctx, "two"); err != nil {
		t.Fatal(err)
	}
	dump, err := r.ToJSON(ctx)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ old, new, want string }{
		{`"checkpoints":[`, `"checkpoints":7,"x":[`, "not a snapshot: checkpoints: should be a list"},
		{`"label":"two"`, `"label":2`, "not a snapshot: checkpoints[1].label: should be a string"},
		{`"label":"two"`, `"label":""`, "not a snapshot: checkpoints[1].label: the label of a checkpoint is not empty"},
		{`"label":"two"`, `"snapshot":{},"x":2`, "not a snapshot: .checkpoints[1]: object with the same key twice"},
		{`"snapshot":{"format":1`, `"snapshot":{"format":3`, "checkpoints[1]: not a snapshot: format: this version reads format 1, not 3"},
		{`"edges_fired":[[`, `"edges_fired":[[0,`, "not a snapshot: run_state.records[1]: firing: edges_fired[1]: should be [consumer, guard or null, boolean]"},
	}
	for _, tt := range tests {
		damaged := strings.Replace(string(dump), tt.old, tt.new, 1)
		_, err := tickflow.ReadDump([]byte(damaged))
		var fault *engine.SnapshotError
		if !errors.As(err, &fault) || err.Error() != tt.want {
			t.Errorf("%s -> %s:\ngot  %v\nwant %s", tt.old, tt.new, err, tt.want)
		}
	}
}

func TestDumpsWithAFalseHistoryAreRefused(t *testing.T) {
	r := newRunner(t, loop, loopFuncs(), tickflow.Config{})
	ctx := t.Context()
	mustRun(t, r, tickflow.RunOptions{MaxTicks: 2})
	if err := r.Checkpoint(ctx, "two"); err != nil {
		t.Fatal(err)
	}
	mustRun(t, r, tickflow.RunOptions{MaxTicks: 2})
	if err := r.RollbackTo(ctx, "two"); err != nil {
		t.Fatal(err)
	}
	mustRun(t, r, tickflow.RunOptions{MaxTicks: 1})
	records := func(edit func([]tickflow.Firing) []tickflow.Firing) func(*tickflow.Dump) {
		return func(d *tickflow.Dump) { d.Snapshot.Records = edit(d.Snapshot.Records) }
	}
	tests := []struct {
		lie  func(d *tickflow.Dump)
		want string // "" for the truth
	}{
		{func(*tickflow.Dump) {}, ""},
		{records(func(all []tickflow.Firing) []tickflow.Firing { all[4].Tick = 3; return all }), "run_state.records[5].tick: 3, should be before tick 3, where the run stands"},
		{records(func(all []tickflow.Firing) []tickflow.Firing { all[4].Tick = 1; return all }), "run_state.records[5].tick: 1 is before tick 2, in which timeline 1 begins"},
		{records(func(all []tickflow.Firing) []tickflow.Firing { all[4].Timeline = 2; return all }), "run_state.records[5].timeline: 2 is not among run_state.timelines"},
		{records(func(all []tickflow.Firing) []tickflow.Firing { all[0], all[1] = all[1], all[0]; return all }), "run_state.records[2]: should not come after what happened later"},
		{records(func(all []tickflow.Firing) []tickflow.Firing { return append(all, all[4]) }), "run_state.records[6]: B fires twice in tick 2"},
		{func(d *tickflow.Dump) { d.Snapshot.Timeline = 2 }, "timeline: 2 is not among those of run_state.timelines that fork before tick 3"},
		{func(d *tickflow.Dump) { d.Snapshot.Timelines[1].Fork = 4 }, "timeline: 1 is not among those of run_state.timelines that fork before tick 3"},
		{func(d *tickflow.Dump) { d.Snapshot.Timelines[1].Parent = 1 }, "run_state.timelines[2]: 1 with the parent 1, should be younger than its parent and the timeline before"},
		{func(d *tickflow.Dump) { d.Checkpoints = append(d.Checkpoints, d.Checkpoints[0]) }, `checkpoints[2].label: "two" twice`},
	}
	for _, tt := range tests {
		d, err := r.Dump(ctx)
		if err != nil {
			t.Fatal(err)
		}
		tt.lie(d)
		want := "not a snapshot: " + tt.want
		if tt.want == "" {
			want = "<nil>"
		}
		if _, err := tickflow.ReadDump(d.AppendJSON(nil)); fmt.Sprint(err) != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}

// deepValue draws a value that is nested so deep, with a text of any bytes at its bottom.
func deepValue(t *rapid.T, name string, levels int) tickflow.Value {
	v := value.OfString(string(rapid.SliceOfN(rapid.Byte(), 0, 4).Draw(t, name)))
	for i := range levels {
		switch rapid.IntRange(0, 2).Draw(t, "kind") {
		case 0:
			v = value.OfList(value.OfInt(i), v)
		case 1:
			v = value.OfObject(value.Member{Key: string(rapid.SliceOfN(rapid.Byte(), 0, 2).Draw(t, "key")), Value: v}, value.Member{Key: "\xff"})
		case 2:
			v = value.OfObject().With("\xfe\xff", v)
		}
	}
	return v
}

func TestWhateverARunTakesSurvivesADump(t *testing.T) {
	const text = "[A]-->B\nA.body: deep\nB.inputs: A[1]\nB--|fails|-->C\nC.body: fail\n"
	rapid.Check(t, func(t *rapid.T) {
		ctx := context.Background()
		levels := func(name string) int { return rapid.IntRange(150, value.MaxDepth+1).Draw(t, name) }
		args, output, state := deepValue(t, "args", levels("args")), deepValue(t, "output", levels("output")), deepValue(t, "state", levels("state"))
		b := &tickflow.Funcs{
			Bodies: map[string]tickflow.Body{
				"deep": func(_ context.Context, v *tickflow.View) (tickflow.Value, error) {
					v.Now()
					v.Set("\xffs", state)
					return output, nil
				},
				"fail": func(context.Context, *tickflow.View) (tickflow.Value, error) {
					return tickflow.Value{}, tickflow.Fail("a\xffb")
				},
			},
			Guards: map[string]tickflow.Guard{"fails": func(context.Context, *tickflow.View) (bool, error) { return true, nil }},
		}
		p, err := tickflow.Compile("deep.tickflow", text, b)
		if err != nil {
			t.Fatal(err)
		}
		r, err := tickflow.New(p, tickflow.Config{Args: args, Clock: func() time.Time { return time.Unix(1<<60, 0) }})
		if tooDeep := args.Depth() > value.MaxDepth; err != nil || tooDeep {
			if !tooDeep {
				t.Fatal(err)
			}
			return
		}
		if _, err := r.Run(ctx, tickflow.RunOptions{}); err != nil {
			if output.Depth() <= value.MaxDepth && state.Depth() < value.MaxDepth {
				t.Fatal(err)
			}
		}
		r.Cancel("\xff")
		if err := r.Checkpoint(ctx, "end"); err != nil {
			t.Fatal(err)
		}
		dump, err := r.Dump(ctx)
		if err != nil {
			t.Fatal(err)
		}
		data := dump.AppendJSON(nil)
		again, err := tickflow.ReadDump(data)
		if err != nil {
			t.Fatalf("%v\n%s", err, data)
		}
		if diff := gocmp.Diff(dump.Snapshot, again.Snapshot, gocmp.Comparer(value.Equal), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("(-before +after):\n%s", diff)
		}
		fresh, err := tickflow.FromJSON(ctx, p, data, tickflow.Config{})
		if err != nil {
			t.Fatal(err)
		}
		if err := fresh.RollbackTo(ctx, "end"); err != nil {
			t.Fatal(err)
		}
	})
}

const dumpedGraph = loop + "B-->C\nC.inputs: A[2], B\n"

// dumps answers dumps of one run, with checkpoints, and with what a rollback has superseded in the later ones.
func dumps(t testing.TB) [][]byte {
	ctx := context.Background()
	r, err := tickflow.New(compile(t, dumpedGraph, loopFuncs()), tickflow.Config{Seed: 7, Args: []int{1}})
	if err != nil {
		t.Fatal(err)
	}
	var all [][]byte
	for range 6 {
		if err := r.Checkpoint(ctx, "last"); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Run(ctx, tickflow.RunOptions{MaxTicks: 2}); err != nil {
			t.Fatal(err)
		}
		dump, err := r.ToJSON(ctx)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, dump)
		if r.Now() == 6 {
			if err := r.RollbackTo(ctx, "last"); err != nil {
				t.Fatal(err)
			}
		}
	}
	return all
}

// mostTicks is how far ticks can be counted.
const mostTicks = 1 << 52

// takeDump sees to it that a dump, whatever it says, is refused or makes a run that ticks on and whose own dump can be
// read. It answers whether there is a run.
func takeDump(t interface{ Fatalf(string, ...any) }, p *tickflow.Program, data []byte) bool {
	ctx := context.Background()
	d, err := tickflow.ReadDump(data)
	if err != nil {
		return false
	}
	d.Live()
	r, err := tickflow.FromJSON(ctx, p, data, tickflow.Config{})
	if err != nil {
		return false
	}
	if _, err := r.Run(ctx, tickflow.RunOptions{MaxTicks: 3}); err != nil && r.Now() < mostTicks {
		t.Fatalf("%v\n%s", err, data)
	}
	for _, c := range d.Checkpoints {
		if r.RollbackTo(ctx, c.Label) != nil {
			continue // of another graph
		}
		if _, err := r.Run(ctx, tickflow.RunOptions{MaxTicks: 2}); err != nil && r.Now() < mostTicks {
			t.Fatalf("%v\n%s", err, data)
		}
	}
	again, err := r.ToJSON(ctx)
	if err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	if _, err := tickflow.ReadDump(again); err != nil {
		t.Fatalf("%v\n%s\nfrom\n%s", err, again, data)
	}
	return true
}

func FuzzDump(f *testing.F) {
	for _, dump := range dumps(f) {
		f.Add(dump)
	}
	p := compile(f, dumpedGraph, loopFuncs())
	f.Fuzz(func(t *testing.T, data []byte) { takeDump(t, p, data) })
}

func TestDumpsDamagedByHandAreRefusedOrRun(t *testing.T) {
	whole := dumps(t)
	p := compile(t, dumpedGraph, loopFuncs())
	taken := 0
	rapid.Check(t, func(t *rapid.T) {
		var tree any
		if err := json.Unmarshal(rapid.SampledFrom(whole).Draw(t, "dump"), &tree); err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(1, 3).Draw(t, "edits") {
			tree = damage(t, tree)
		}
		data, err := json.Marshal(tree)
		if err != nil {
			t.Fatal(err)
		}
		if takeDump(t, p, data) {
			taken++
		}
	})
	if taken == 0 {
		t.Error("not one of them was taken")
	}
}

// damage changes one part of a JSON tree, somewhere on a way down that is drawn.
func damage(t *rapid.T, tree any) any {
	if rapid.IntRange(0, 4).Draw(t, "here") == 0 {
		return rapid.SampledFrom([]any{
			nil, true, "", "A", "B", "C", "seed", "running", "cancelled", "failed", "last", -1.0, 0.0, 0.5, 1.0, 2.0, 3.0, 7.0, 1e15, 1e300,
			[]any{},
			[]any{"B", "A"},
			[]any{[]any{"A", "seed"}},
			map[string]any{},
			map[string]any{"A": 1.0},
		}).Draw(t, "part")
	}
	switch tree := tree.(type) {
	case []any:
		if len(tree) == 0 {
			break
		}
		i := rapid.IntRange(0, len(tree)-1).Draw(t, "item")
		switch rapid.IntRange(0, 4).Draw(t, "list") {
		case 0:
			return slices.Delete(tree, i, i+1)
		case 1:
			return slices.Insert(tree, i, tree[rapid.IntRange(0, len(tree)-1).Draw(t, "copy")])
		}
		tree[i] = damage(t, tree[i])
	case map[string]any:
		if len(tree) == 0 {
			break
		}
		key := rapid.SampledFrom(slices.Sorted(maps.Keys(tree))).Draw(t, "key")
		if rapid.IntRange(0, 9).Draw(t, "object") == 0 {
			delete(tree, key)
		} else {
			tree[key] = damage(t, tree[key])
		}
	case float64:
		return tree + rapid.Float64Range(-2, 2).Draw(t, "by")
	}
	return tree
}

func TestFromJSONReplacesTheInputByArgs(t *testing.T) {
	echo := &tickflow.Funcs{Bodies: map[string]tickflow.Body{
		"echo": func(_ context.Context, v *tickflow.View) (tickflow.Value, error) { return v.Args(), nil },
	}}
	const text = "[A]-->B\nA.body: echo\nB.body: echo\n"
	r := newRunner(t, text, echo, tickflow.Config{Args: "first"})
	mustRun(t, r, tickflow.RunOptions{MaxTicks: 1})
	dump, err := r.ToJSON(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	null, err := tickflow.From(nil)
	if err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string]any{`"first"`: nil, `"second"`: "second", `null`: null} {
		r, err := tickflow.FromJSON(t.Context(), r.Program(), dump, tickflow.Config{Args: args})
		if err != nil {
			t.Fatal(err)
		}
		mustRun(t, r, tickflow.RunOptions{})
		if got := r.Result().String(); got != want {
			t.Errorf("with %v: %s, want %s", args, got, want)
		}
	}
	if _, err := tickflow.FromJSON(t.Context(), r.Program(), dump, tickflow.Config{Args: func() {}}); err == nil {
		t.Error("input that is no value is taken")
	}
}
