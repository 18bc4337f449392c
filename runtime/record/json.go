package record

import (
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

// AppendAll appends the JSON array of some firings.
func AppendAll(b []byte, firings []Firing) []byte {
	b = append(b, '[')
	for i := range firings {
		if i > 0 {
			b = append(b, ',')
		}
		b = firings[i].AppendJSON(b)
	}
	return append(b, ']')
}
