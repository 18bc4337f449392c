package view

import (
	"bytes"
	"encoding/json"

	"github.com/tickflow/tickflow/runtime/value"
)

// Format is the number of the form in which documents are written.
const Format = 1

// The JSON form of a document. Nodes, slots, edges, graphs and values go by number, from 0: nodes and edges in the order of
// graph.Graph, slots by consumer and then producer, values as they stand in "values".
type (
	documentJSON struct {
		Format  int               `json:"format"`
		Compare bool              `json:"compare"` // begin with the first two runs side by side
		At      *int              `json:"at"`      // the tick before which to begin; null for the end
		Values  []json.RawMessage `json:"values"`  // each different value once
		Graphs  []graphJSON       `json:"graphs"`
		Runs    []runJSON         `json:"runs"`
	}
	graphJSON struct {
		Name  string     `json:"name"`
		Nodes []nodeJSON `json:"nodes"`
		Edges []edgeJSON `json:"edges"`
		SVG   string     `json:"svg"` // what render draws: the groups of class node and edge stand in the order of nodes and edges
	}
	nodeJSON struct {
		Name      string     `json:"name"`
		Start     bool       `json:"start,omitempty"`
		Or        bool       `json:"or,omitempty"`
		Body      string     `json:"body,omitempty"`
		Producers []int32    `json:"producers"` // one for each slot
		Inputs    [][2]int32 `json:"inputs"`    // producer and k, 0 for the latest fire
		Box       [4]int     `json:"box"`       // x, y, width, height in the drawing
	}
	edgeJSON struct {
		From  int32  `json:"from"`
		To    int32  `json:"to"`
		Slot  int32  `json:"slot"`
		Guard string `json:"guard,omitempty"`
	}
	runJSON struct {
		Name     string        `json:"name"`
		Graph    int           `json:"graph"`
		Args     int32         `json:"args"`   // a value
		Bare     bool          `json:"bare"`   // inputs, outputs and states mean nothing
		First    int           `json:"first"`  // the first tick
		Tokens   []int32       `json:"tokens"` // the slots that hold a token before it
		Armed    []int32       `json:"armed"`  // the starts that are armed before it
		Before   []beforeJSON  `json:"before"` // the nodes that fired before it
		Notes    []string      `json:"notes"`
		Findings []findingJSON `json:"findings"`
		partJSON
	}
	beforeJSON struct {
		Node   int32  `json:"node"`
		Count  int    `json:"count"`
		Tick   int    `json:"tick"`
		Status string `json:"status"`
		Output int32  `json:"output"`
		State  int32  `json:"state"`
	}
	findingJSON struct {
		Severity string `json:"severity"`
		Code     string `json:"code"`
		Line     int    `json:"line"`
		Node     *int32 `json:"node"` // whose name stands there
		Msg      string `json:"msg"`
	}
	// partJSON is a part of a run, whole ticks: a column for each thing about a firing. A firing takes all tokens of its
	// node; when all of a tick have done so, each writes to the slots of its out-edges. These are the changes of the marking.
	partJSON struct {
		Ticks   []int32       `json:"ticks"`   // how many firings each tick has
		Nodes   []int32       `json:"nodes"`   // by firing, as are outputs and states
		Outputs []int32       `json:"outputs"` // values
		States  []int32       `json:"states"`  // values
		Inputs  []int32       `json:"inputs"`  // one value for each input of the node, -1 if it is missing
		Writes  string        `json:"writes"`  // one digit for each out-edge of the node: 1 for True, 0 for False
		Ended   []endedJSON   `json:"ended"`   // the firings that failed
		Times   [][2]int64    `json:"times"`   // tick and the time that its bodies were told, in milliseconds since 1970
		Told    [][]string    `json:"told"`    // by tick: what happens in words; may be shorter
		Status  string        `json:"status"`  // after the part: idle, running, failed (it is stuck), aborted, cancelled
		Reason  string        `json:"reason"`
		Waiting []waitingJSON `json:"waiting"` // the joins that hold a token and are not fireable after the part
	}
	endedJSON struct {
		Firing int    `json:"firing"` // its number in the part
		Status string `json:"status"`
		Error  string `json:"error"`
	}
	waitingJSON struct {
		Node    string   `json:"node"`
		Since   int      `json:"since"` // a tick; -1 if it is not known
		Holds   []string `json:"holds"`
		Lacks   []string `json:"lacks"`
		Reasons []string `json:"reasons"` // for each of lacks
	}
)

// AppendJSON appends the document's JSON object.
func (d *Document) AppendJSON(b []byte) []byte {
	d.data.Values = d.values.all
	return appendJSON(b, &d.data)
}

// appendJSON appends a value of the types above, none of which can fail.
func appendJSON(b []byte, v any) []byte {
	var buf bytes.Buffer
	encoder := json.NewEncoder(&buf)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(v)
	return append(b, bytes.TrimSuffix(buf.Bytes(), []byte("\n"))...)
}

// interner numbers values, equal ones alike.
type interner struct {
	numbers map[string]int32
	all     []json.RawMessage
	buf     []byte
}

func (in *interner) number(v value.Value) int32 {
	in.buf = v.AppendJSON(in.buf[:0])
	if n, ok := in.numbers[string(in.buf)]; ok {
		return n
	}
	if in.numbers == nil {
		in.numbers = map[string]int32{}
	}
	n := int32(len(in.all))
	text := string(in.buf)
	in.numbers[text] = n
	in.all = append(in.all, json.RawMessage(text))
	return n
}
