package luabind_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tickflow/tickflow/luabind"
	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/value"
)

// fires answers what each tick of a run recorded, as "node=output" or "node!error", up to a number of ticks.
func fires(t testing.TB, graphText string, p *luabind.Pool, cfg engine.Config, ticks int) (got []string, err error) {
	t.Helper()
	r := start(t, graphText, p, cfg)
	for range ticks {
		firings, err := r.Tick(t.Context(), nil)
		if err != nil {
			return got, err
		}
		for _, f := range firings {
			line := f.Node + "=" + f.Output.String()
			if f.Error != "" {
				line = f.Node + "!" + f.Status.String() + ": " + f.Error
			}
			got = append(got, line)
		}
	}
	return got, nil
}

func TestView(t *testing.T) {
	const echo = "tickflow.body('echo', function(v) return v.args end)\n"
	cases := map[string]struct {
		graph string
		lua   string
		args  string
		want  []string
	}{
		"an input's fields": {
			graph: "[A]-->B\nA.body: one\nB.body: see",
			lua: `tickflow.body("one", function(v) return 1 end)
				tickflow.body("see", function(v) return {v.A.value, v["A"].value, v.inputs.A.value, v.A.exists, tostring(v.A.k)} end)`,
			want: []string{"A=1", `B=[1,1,1,true,"nil"]`},
		},
		"missing is not null": {
			graph: "[A]-->B\nC-->B\n[D]-->B\nD-->C\nB.join: OR\nA.body: none\nD.body: none\nC.body: none\nB.body: see",
			lua: `tickflow.body("none", function(v) end)
				tickflow.body("see", function(v) return {tostring(v.A.value), v.A.exists, tostring(v.C.value), v.C.exists} end)`,
			want: []string{"A=null", "D=null", `B=["nil",true,"nil",false]`, "C=null", `B=["nil",true,"nil",true]`},
		},
		"the k-th fire": {
			graph: "[A]-->A\nA-->B\nA.body: count\nB.inputs: A[2]\nB.body: see",
			lua: `tickflow.body("count", function(v) v.state.n = (v.state.n or 0) + 1; return v.state.n * 10 end)
				tickflow.body("see", function(v) return {v.A.k, v.A.exists, v.A.value or "none"} end)`,
			want: []string{"A=10", "A=20", `B=[2,false,"none"]`, "A=30", "B=[2,true,20]", "A=40", "B=[2,true,20]"},
		},
		"items in the order declared, those that exist": {
			graph: "[A]-->C\n[B]-->C\nX-->C\nC-->X\nC.join: OR\nC.inputs: X, B, A\nA.body: name\nB.body: none\nC.body: see",
			lua: `tickflow.body("name", function(v) return v.node end)
				tickflow.body("none", function(v) return nil end)
				tickflow.body("see", function(v) local got = tickflow.array{}
					for producer, x in v:items() do got[#got + 1] = producer .. "=" .. tostring(x) end
					return got end)`,
			want: []string{`A="A"`, "B=null", `C=["B=nil","A=A"]`},
		},
		"node, tick, args and output": {
			graph: "[A]-->B\nA.body: see\nB.body: see",
			lua:   `tickflow.body("see", function(v) return {v.node, v.tick, v.args.n, v.inputs == v.inputs} end)`,
			args:  `{"n": 7}`,
			want:  []string{`A=["A",0,7,true]`, `B=["B",1,7,true]`},
		},
		"no args": {
			graph: "[A]\nA.body: see", lua: `tickflow.body("see", function(v) return v.args == nil end)`,
			want: []string{"A=true"},
		},
		"args as they are": {
			graph: "[A]\nA.body: echo", lua: echo, args: `{"deep": [[], {}, {"x": [null, 1]}]}`,
			want: []string{`A={"deep":[[],{},{"x":[null,1]}]}`},
		},
		"args are read like tables": {
			graph: "[A]\nA.body: see",
			lua: `tickflow.body("see", function(v)
				local a, keys, items = v.args, tickflow.array{}, tickflow.array{}
				for k, x in pairs(a) do keys[#keys + 1] = k end
				for i, x in ipairs(a.list) do items[i] = x end
				assert(a.list == a.list and a.none == nil and a.list[9] == nil and a.gap == tickflow.null)
				return {keys, items, #a.list, table.concat(a.list, "+"), {unpack(a.list)}, {next(a)}, rawget(a, "n"),
					next({}) == nil, a.list[1] + a.n}
			end)`,
			args: `{"list": [1, 2, 3], "n": 7, "gap": null}`,
			want: []string{`A=[["gap","list","n"],[1,2,3],3,"1+2+3",[1,2,3],["gap",null],7,true,8]`},
		},
		"state": {
			graph: "[A]-->A\nA.body: count",
			lua: `tickflow.body("count", function(v)
				if not v.state.list then v.state = {list = tickflow.array{}} end
				table.insert(v.state.list, v.tick)
				return v.state.list end)`,
			want: []string{"A=[0]", "A=[0,1]", "A=[0,1,2]"},
		},
		"state stays when the body fails": {
			graph: "[A]-->B\nX-->A\nA.body: count\nB.body: see",
			lua: `tickflow.body("count", function(v) v.state.n = 5; return tickflow.failure("no") end)
				tickflow.body("see", function(v) return 1 end)`,
			want: []string{"A!failed: no"},
		},
		"a guard sees every node and this tick's output": {
			graph: "[A]-->B\nB--|g|-->C\nB-->D\nA.body: one\nB.body: two\nC.body: three\nD.body: three",
			lua: `tickflow.body("one", function(v) return 1 end)
				tickflow.body("two", function(v) v.state.x = {1}; return 2 end)
				tickflow.body("three", function(v) return 3 end)
				tickflow.guard("g", function(v)
					assert(v.A.value == 1 and v.B.value == 2 and v.inputs.B.value == 2 and v.output == 2 and v.inputs.B == v.B)
					assert(v.C.exists == false and v.C.value == nil and v.C.k == nil)
					assert(v.node == "B" and v.tick == 1 and v.state.x[1] == 1 and #v.state.x == 1)
					for producer, x in v:items() do assert(producer == "A" and x == 1) end
					return v.C.exists end)`,
			want: []string{"A=1", "B=2", "D=3"},
		},
		"bind by position": {
			graph: "[A]-->C\n[B]-->C\nX-->C\nC-->X\nC.join: OR\nC.bind: [B, X, A]\nA.body: list\nB.body: none\nC.body: add",
			lua: `tickflow.body("list", function(v) return {1, 2} end)
				tickflow.body("none", function(v) return nil end)
				tickflow.body("add", function(b, x, a, v) return {tostring(b), tostring(x), #a, v.node} end)`,
			want: []string{"A=[1,2]", "B=null", `C=["nil","nil",2,"C"]`},
		},
		"bind by name": {
			graph: "[A]-->C\n[B]-->C\nC.bind: {left: A, right: B}\nA.body: list\nB.body: none\nC.body: add",
			lua: `tickflow.body("list", function(v) return {1, 2} end)
				tickflow.body("none", function(v) return nil end)
				tickflow.body("add", function(v) v.left[3] = 3; return {#v.left, tostring(v.right), v.B.exists} end)`,
			want: []string{"A=[1,2]", "B=null", `C=[3,"nil",true]`},
		},
		"a node called like a view field": {
			graph: "[state]-->B\n[items]-->B\nstate.body: one\nitems.body: one\nB.body: see",
			lua: `tickflow.body("one", function(v) return v.node end)
				tickflow.body("see", function(v) return {v.inputs.state.value, v.inputs.items.value, type(v.state), type(v.items)} end)`,
			want: []string{`state="state"`, `items="items"`, `B=["state","items","table","function"]`},
		},
		"inputs are private copies": {
			graph: "[A]-->B\nA-->C\nA.body: list\nB.body: spoil\nC.body: see",
			lua: `tickflow.body("list", function(v) return {1, {x = 1}} end)
				tickflow.body("spoil", function(v) v.A.value[1] = "spoilt"; v.A.value[2].x = nil; return v.A.value end)
				tickflow.body("see", function(v) return v.A.value end)`,
			want: []string{`A=[1,{"x":1}]`, `B=["spoilt",{}]`, `C=[1,{"x":1}]`},
		},
		"a body's own copy stays the same within a call": {
			graph: "[A]-->B\nA.body: list\nB.body: see",
			lua: `tickflow.body("list", function(v) return {} end)
				tickflow.body("see", function(v) v.A.value.x = 1; return v.inputs.A.value end)`,
			want: []string{"A={}", `B={"x":1}`},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			var args value.Value
			if c.args != "" {
				var err error
				if args, err = value.Parse([]byte(c.args)); err != nil {
					t.Fatal(err)
				}
			}
			got, err := fires(t, c.graph, load(t, c.lua), engine.Config{Args: args}, ticksOf(c.want))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got[:min(len(got), len(c.want))]); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// ticksOf is enough ticks to see the firings wanted.
func ticksOf(want []string) int { return len(want) + 1 }

// The same node fires again and again, with values of every kind after one another in the same view.
func TestViewIsUsedAgain(t *testing.T) {
	p := load(t, `
		local values = {1, true, "text", {1, 2}, {a = 1}, 0, false, "", tickflow.array{}, {}, 1e300, -0.5}
		tickflow.body("next", function(v)
			v.state.n = (v.state.n or 0) + 1
			return values[v.state.n]
		end)
		tickflow.body("see", function(v)
			local x = v.A.value
			return {x == nil and tickflow.null or x, v.A.exists, v.inputs.A.value == x}
		end)
		tickflow.guard("same", function(v) assert(v.A.exists) return type(v.A.value) == type(v.output) end)
	`)
	got, err := fires(t, "[A]--|same|-->A\nA-->B\nA.body: next\nB.body: see", p, engine.Config{}, 14)
	if err != nil {
		t.Fatal(err)
	}
	got = slices.DeleteFunc(got, func(line string) bool { return line[0] != 'B' })
	want := []string{
		"B=[1,true,true]", "B=[true,true,true]", `B=["text",true,true]`, "B=[[1,2],true,true]", `B=[{"a":1},true,true]`,
		"B=[0,true,true]", "B=[false,true,true]", `B=["",true,true]`, "B=[[],true,true]", "B=[{},true,true]",
		"B=[1e+300,true,true]", "B=[-0.5,true,true]", "B=[null,true,true]",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Nodes with many inputs, and more nodes than a machine keeps views for, are served like any other.
func TestViewsOfManyShapes(t *testing.T) {
	text, want := "", []string{}
	sum := `tickflow.body("one", function(v) return 1 end)
		tickflow.body("sum", function(v) local s = 0 for name, x in v:items() do s = s + v[name].value + v.inputs[name].value end return s end)`
	for i := range 40 {
		name := "N" + value.OfInt(i).String()
		text += "[" + name + "]-->Sum" + "\n" + name + ".body: one\n" + name + "-->M" + value.OfInt(i).String() + "\n"
		text += "M" + value.OfInt(i).String() + ".body: sum\n"
		want = append(want, name+"=1")
	}
	text += "Sum.body: sum\n"
	want = append(want, "Sum=80")
	for i := range 40 {
		want = append(want, "M"+value.OfInt(i).String()+"=2")
	}
	p := load(t, sum)
	for range 3 {
		got, err := fires(t, text, p, engine.Config{}, 2)
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(got)
		slices.Sort(want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
}

// Two graphs whose nodes have the same numbers and other names take turns on one machine.
func TestViewsOfSeveralGraphs(t *testing.T) {
	p := load(t, `tickflow.body("name", function(v) return v.node end)
		tickflow.body("see", function(v)
			local seen = tickflow.array{}
			for _, name in ipairs(v.args) do
				local ok, input = pcall(function() return v[name] end)
				seen[#seen + 1] = ok and input.value or "none"
			end
			return seen end)`)
	for range 6 {
		for _, names := range [][2]string{{"A", "B"}, {"B", "C"}, {"C", "A"}} {
			text := "[" + names[0] + "]-->See\n[" + names[1] + "]-->See\nSee.body: see\n"
			text += names[0] + ".body: name\n" + names[1] + ".body: name\n"
			got, err := fires(t, text, p, engine.Config{Args: mustValue(t, `["A", "B", "C"]`)}, 2)
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]string{"A": `See=["A","B","none"]`, "B": `See=["none","B","C"]`, "C": `See=["A","none","C"]`}[names[0]]
			if got[2] != want {
				t.Errorf("%v: got %s, want %s", names, got[2], want)
			}
		}
	}
}
