package record

import (
	"fmt"
	"math"
	"strconv"

	"github.com/tickflow/tickflow/runtime/value"
)

// AppendJSON appends the firing's JSON object:
//
//	{"timeline":0,"tick":3,"node":"B","k":2,"inputs":{"A":1},"output":2,
//	 "edges_fired":[["A","below3",true]],"status":"ok","error":null,"mutable_state":{}}
//
// An input A[k] stands in "input_fires" too, as {"A":k}; "now" is there when a behaviour asked for the time.
func (f *Firing) AppendJSON(b []byte) []byte {
	b = append(b, `{"timeline":`...)
	b = strconv.AppendInt(b, int64(f.Timeline), 10)
	b = append(b, `,"tick":`...)
	b = strconv.AppendInt(b, int64(f.Tick), 10)
	b = append(b, `,"node":`...)
	b = value.AppendString(b, f.Node)
	b = append(b, `,"k":`...)
	b = strconv.AppendInt(b, int64(f.K), 10)
	b = f.appendInputs(b)
	b = append(b, `,"output":`...)
	b = f.Output.AppendJSON(b)
	b = f.appendEdges(b)
	b = append(b, `,"status":`...)
	b = value.AppendString(b, f.Status.String())
	b = append(b, `,"error":`...)
	if f.Status == OK {
		b = append(b, "null"...)
	} else {
		b = value.AppendString(b, f.Error)
	}
	b = append(b, `,"mutable_state":`...)
	b = f.State.AppendJSON(b)
	if f.Now != 0 {
		b = append(b, `,"now":`...)
		b = strconv.AppendInt(b, f.Now, 10)
	}
	return append(b, '}')
}

func (f *Firing) appendInputs(b []byte) []byte {
	b = append(b, `,"inputs":{`...)
	indexed := false
	for i, in := range f.Inputs {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(value.AppendString(b, in.Producer), ':')
		b = in.Value.AppendJSON(b)
		indexed = indexed || in.K > 0
	}
	b = append(b, '}')
	if !indexed {
		return b
	}
	b = append(b, `,"input_fires":{`...)
	first := true
	for _, in := range f.Inputs {
		if in.K == 0 {
			continue
		}
		if !first {
			b = append(b, ',')
		}
		first = false
		b = append(value.AppendString(b, in.Producer), ':')
		b = strconv.AppendInt(b, int64(in.K), 10)
	}
	return append(b, '}')
}

func (f *Firing) appendEdges(b []byte) []byte {
	b = append(b, `,"edges_fired":[`...)
	for i, e := range f.Edges {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '[')
		b = append(value.AppendString(b, e.Consumer), ',')
		if e.Guard == "" {
			b = append(b, "null,"...)
		} else {
			b = append(value.AppendString(b, e.Guard), ',')
		}
		b = append(strconv.AppendBool(b, e.Value), ']')
	}
	return append(b, ']')
}

// MarshalJSON answers the firing's JSON object.
func (f Firing) MarshalJSON() ([]byte, error) { return f.AppendJSON(nil), nil }

// FromValue reads a firing from its JSON form. Members it does not know are ignored; inputs come in name order.
func FromValue(v value.Value) (Firing, error) {
	if v.Kind() != value.Object {
		return Firing{}, fmt.Errorf("a firing is an object, not a %s", v.Kind())
	}
	r := reading{of: v}
	f := Firing{
		Timeline: r.count("timeline", true), Tick: r.count("tick", false), Node: r.text("node", false), K: r.count("k", true),
		Inputs: r.inputs(), Output: r.value("output", r.at("output")), Edges: r.edges(), Error: r.text("error", true),
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
