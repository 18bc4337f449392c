package record

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/tickflow/tickflow/runtime/value"
)

// FuzzWrittenIsReadAsAnyOther compares the two ways of reading a firing: whenever the fast one takes a text, the other one
// reads the same.
func FuzzWrittenIsReadAsAnyOther(f *testing.F) {
	for _, text := range []string{
		`{"timeline":0,"tick":3,"node":"B","k":2,"inputs":{"A":1},"output":2,"edges_fired":[["A","below3",true],["C",null,false]],"status":"ok","error":null,"mutable_state":{}}`,
		`{"timeline":7,"tick":0,"node":"ä","k":1,"inputs":{"z":null,"A":[1,-2.5,1e-7,1e+21,"x\n\"",{}]},"input_fires":{"A":3},"output":null,"edges_fired":[],"status":"failed","error":"no \\ luck","mutable_state":{"a":{"b":[[]],"c":true},"d":false},"now":-5}`,
		`{"timeline":0,"tick":01,"node":"B","k":2,"inputs":{"A":1,"A":2},"output":{"b":1,"a":2},"edges_fired":[],"status":"ok","error":null,"mutable_state":{}}`,
		`{"timeline":0,"tick":1,"node":"B","k":2,"inputs":{},"output":9007199254740993,"edges_fired":[],"status":"ok","error":null,"mutable_state":{}}`,
		`{"timeline":0,"tick":1,"node":"\ud800","k":2,"inputs":{},"output":-0,"edges_fired":[],"status":"ok","error":null,"mutable_state":{}}`,
		`{"timeline":0,"tick":0,"node":"\`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		fast, ok := readWritten(text)
		slow, err := parseAny(text)
		if !ok {
			if err == nil && string(slow.AppendJSON(nil)) == string(text) {
				t.Errorf("%s is not read as written", text)
			}
			return
		}
		if err != nil {
			t.Fatalf("%s is read, but: %v", text, err)
		}
		if diff := cmp.Diff(slow, fast, cmp.Comparer(value.Equal), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-any +written):\n%s", text, diff)
		}
	})
}
