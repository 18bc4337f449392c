package record_test

import (
	"fmt"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/value"
)

// A Firing holds what happened to a node in one tick, and has one form in JSON.
func ExampleFiring() {
	f := record.Firing{
		Tick: 3, Node: "review", K: 1, Output: value.OfString("ok"), State: value.OfObject(),
		Inputs: []record.Input{{Producer: "draft", Value: value.OfInt(1)}},
		Edges:  []record.Edge{{Consumer: "publish", Guard: "approved", Value: true}},
	}
	fmt.Println(string(f.AppendJSON(nil)))
	// Output:
	// {"timeline":0,"tick":3,"node":"review","k":1,"inputs":{"draft":1},"output":"ok","edges_fired":[["publish","approved",true]],"status":"ok","error":null,"mutable_state":{}}
}

// A restore to tick 2 abandons what the first timeline did from there on.
func ExampleLivePath() {
	timelines := []record.Timeline{{ID: 0, Parent: -1}, {ID: 1, Parent: 0, Fork: 2}}
	path := record.LivePath(timelines, 1)
	for tick := range 4 {
		fmt.Println("tick", tick, "is told by timeline", path.At(tick), "and timeline 0 is live:", path.Has(0, tick))
	}
	// Output:
	// tick 0 is told by timeline 0 and timeline 0 is live: true
	// tick 1 is told by timeline 0 and timeline 0 is live: true
	// tick 2 is told by timeline 1 and timeline 0 is live: false
	// tick 3 is told by timeline 1 and timeline 0 is live: false
}
