package record

import (
	"fmt"
	"math"

	"github.com/tickflow/tickflow/runtime/value"
)

// FromValue reads a firing from its JSON form. Members it does not know are ignored; inputs come in name order.
func FromValue(v value.Value) (Firing, error) {
	if v.Kind() != value.Object {
		return Firing{}, fmt.Errorf("a firing is an object, not a %s", v.Kind())
	}
	r := reading{of: v}
	f := Firing{
		Timeline: r.count("timeline", true), Tick: r.count("tick", false), Node: r.text("node", false), K: r.count("k", true),
		Inputs: r.inputs(), Output: r.given("output"), Edges: r.edges(), Error: r.text("error", true),
		State: r.value("mutable_state", r.object("mutable_state")), Now: r.time("now"),
	}
	status, ok := ParseStatus(r.text("status", false))
	if !ok {
		r.fail("status", "no status of a firing")
	}
	f.Status = status
	return f, r.err
}

// reading keeps the first fault it meets.
type reading struct {
	of  value.Value
	err error
}

func (r *reading) at(key string) value.Value {
	v, _ := r.of.Get(key)
	return v
}

func (r *reading) fail(path, msg string) {
	if r.err == nil {
		r.err = fmt.Errorf("firing: %s: %s", path, msg)
	}
}

// mostCount is the largest count: it has an exact number in JSON, and an int.
const mostCount = min(value.MaxInt, math.MaxInt)

func (r *reading) count(key string, optional bool) int {
	v := r.at(key)
	if optional && v.IsNull() {
		return 0
	}
	return int(r.whole(key, v, 0, mostCount))
}

// time reads an optional time, which may lie before 1970.
func (r *reading) time(key string) int64 {
	v := r.at(key)
	if v.IsNull() {
		return 0
	}
	return r.whole(key, v, -value.MaxInt, value.MaxInt)
}

func (r *reading) whole(path string, v value.Value, least, most float64) int64 {
	n, ok := v.Number()
	if !ok || n < least || n > most || n != math.Trunc(n) {
		r.fail(path, fmt.Sprintf("should be a whole number from %.0f to %.0f", least, most))
		return 0
	}
	return int64(n)
}

// object reads an optional object; one that is not there is empty.
func (r *reading) object(key string) value.Value {
	v := r.at(key)
	if v.IsNull() {
		return value.OfObject()
	}
	if v.Kind() != value.Object {
		r.fail(key, "should be an object")
	}
	return v
}

// value passes on a value of the run, unless it is nested too deep to be one.
func (r *reading) value(path string, v value.Value) value.Value {
	if v.Depth() > value.MaxDepth {
		r.fail(path, fmt.Sprintf("nested more than %d deep", value.MaxDepth))
	}
	return v
}

// given reads a value of the run that has to be there: what is missing is not null.
func (r *reading) given(key string) value.Value {
	v, ok := r.of.Get(key)
	if !ok {
		r.fail(key, "missing, should be a value: null for none")
	}
	return r.value(key, v)
}

func (r *reading) inputs() []Input {
	var inputs []Input
	fires := r.object("input_fires")
	for _, m := range r.object("inputs").Members() {
		in := Input{Producer: m.Key, Value: r.value("inputs"+value.MemberPath(m.Key), m.Value)}
		if k, ok := fires.Get(m.Key); ok {
			in.K = int(r.whole("input_fires"+value.MemberPath(m.Key), k, 1, mostCount))
		}
		inputs = append(inputs, in)
	}
	return inputs
}

func (r *reading) text(key string, optional bool) string {
	v := r.at(key)
	s, ok := v.Str()
	if !ok && !(optional && v.IsNull()) {
		r.fail(key, "should be a string")
	}
	return s
}

func (r *reading) edges() []Edge {
	var edges []Edge
	all := r.at("edges_fired")
	if all.Kind() != value.List && !all.IsNull() {
		r.fail("edges_fired", "should be a list")
	}
	for i, e := range all.Items() {
		t := e.Items()
		if len(t) != 3 {
			r.fail("edges_fired"+value.ItemPath(i), "should be [consumer, guard or null, boolean]")
			return nil
		}
		consumer, ok := t[0].Str()
		guard, isText := t[1].Str()
		wrote, isBool := t[2].Bool()
		if !ok || !isText && !t[1].IsNull() || !isBool {
			r.fail("edges_fired"+value.ItemPath(i), "should be [consumer, guard or null, boolean]")
			return nil
		}
		edges = append(edges, Edge{consumer, guard, wrote})
	}
	return edges
}
