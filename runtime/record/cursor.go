package record

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tickflow/tickflow/runtime/value"
)

// cursor reads a firing as AppendJSON writes it, byte for byte: ten times as fast as what reads any JSON. At the first
// thing that is written otherwise it is off the track, and what it has read means nothing.
type cursor struct {
	text string // valid UTF-8
	at   int
	off  bool
}

// readWritten reads a firing that AppendJSON has written; ok is false for any other text.
func readWritten(text []byte) (f Firing, ok bool) {
	if !utf8.Valid(text) {
		return Firing{}, false
	}
	c := &cursor{text: string(text)}
	c.skip(`{"timeline":`)
	f.Timeline = c.count()
	c.skip(`,"tick":`)
	f.Tick = c.count()
	c.skip(`,"node":`)
	f.Node = c.string()
	c.skip(`,"k":`)
	f.K = c.count()
	c.inputs(&f)
	c.skip(`,"output":`)
	f.Output = c.value(0)
	c.edges(&f)
	c.skip(`,"status":`)
	status, known := ParseStatus(c.string())
	f.Status = status
	c.skip(`,"error":`)
	if !c.skipped("null") {
		f.Error = c.string()
	}
	c.skip(`,"mutable_state":`)
	f.State = c.value(0)
	if c.skipped(`,"now":`) {
		f.Now = c.whole()
	}
	c.skip("}")
	return f, known && !c.off && c.at == len(c.text) && f.State.Kind() == value.Object
}

func (c *cursor) skipped(text string) bool {
	if c.off || !strings.HasPrefix(c.text[c.at:], text) {
		return false
	}
	c.at += len(text)
	return true
}

func (c *cursor) skip(text string) { c.off = !c.skipped(text) || c.off }

// peek answers the next byte, or 0 at the end.
func (c *cursor) peek() byte {
	if c.off || c.at == len(c.text) {
		return 0
	}
	return c.text[c.at]
}

// whole reads a whole number that has an exact place in a float64.
func (c *cursor) whole() int64 {
	from := c.at
	if c.peek() == '-' {
		c.at++
	}
	digits := c.at
	for c.peek() >= '0' && c.peek() <= '9' {
		c.at++
	}
	n, err := strconv.ParseInt(c.text[from:c.at], 10, 64)
	if err != nil || n > value.MaxInt || n < -value.MaxInt || c.at-digits > 1 && c.text[digits] == '0' {
		c.off = true
	}
	return n
}

func (c *cursor) count() int {
	n := c.whole()
	if n < 0 {
		c.off = true
	}
	return int(n)
}

func (c *cursor) inputs(f *Firing) {
	c.skip(`,"inputs":{`)
	for !c.off && !c.skipped("}") {
		if len(f.Inputs) > 0 {
			c.skip(",")
		}
		producer := c.string()
		for i := range f.Inputs {
			c.off = c.off || f.Inputs[i].Producer == producer
		}
		c.skip(":")
		f.Inputs = append(f.Inputs, Input{Producer: producer, Value: c.value(0)})
	}
	if !c.skipped(`,"input_fires":{`) {
		return
	}
	at := 0
	for first := true; !c.off && !c.skipped("}"); first = false {
		if !first {
			c.skip(",")
		}
		producer := c.string()
		for at < len(f.Inputs) && f.Inputs[at].Producer != producer {
			at++
		}
		c.skip(":")
		k := c.count()
		if at == len(f.Inputs) || k == 0 {
			c.off = true
			return
		}
		f.Inputs[at].K = k
	}
}

func (c *cursor) edges(f *Firing) {
	c.skip(`,"edges_fired":[`)
	for !c.off && !c.skipped("]") {
		if len(f.Edges) > 0 {
			c.skip(",")
		}
		c.skip("[")
		e := Edge{Consumer: c.string()}
		c.skip(",")
		if !c.skipped("null") {
			e.Guard = c.string()
		}
		c.skip(",")
		if e.Value = c.skipped("true"); !e.Value {
			c.skip("false")
		}
		c.skip("]")
		f.Edges = append(f.Edges, e)
	}
}

// string reads a string that is written with few escapes by itself, and leaves the rest to others.
func (c *cursor) string() string {
	from := c.at
	c.skip(`"`)
	escaped := false
	for !c.off {
		switch b := c.peek(); {
		case b == '"':
			c.at++
			if !escaped {
				// A copy, so that a short string does not hold on to the whole text.
				return strings.Clone(c.text[from+1 : c.at-1])
			}
			var s string
			c.off = json.Unmarshal([]byte(c.text[from:c.at]), &s) != nil
			return s
		case b == '\\':
			escaped = true
			if c.at += 2; c.at >= len(c.text) {
				c.at, c.off = len(c.text), true
			}
		case b < ' ':
			c.off = true
		default:
			c.at++
		}
	}
	return ""
}

func (c *cursor) value(depth int) value.Value {
	switch b := c.peek(); {
	case b == '"':
		return value.OfString(c.string())
	case b == '-' || b >= '0' && b <= '9':
		return c.number()
	case b == '[' && depth < value.MaxDepth:
		return c.list(depth + 1)
	case b == '{' && depth < value.MaxDepth:
		return c.object(depth + 1)
	case c.skipped("null"):
		return value.Value{}
	case c.skipped("true"):
		return value.OfBool(true)
	}
	c.skip("false")
	return value.OfBool(false)
}

// number reads a number; one that might not be as it has to be is left to others.
func (c *cursor) number() value.Value {
	from := c.at
	for b := c.peek(); b >= '0' && b <= '9' || b == '-' || b == '+' || b == '.' || b == 'e'; b = c.peek() {
		c.at++
	}
	text := c.text[from:c.at]
	n, err := strconv.ParseFloat(text, 64)
	v := value.OfNumber(n)
	var canonical [32]byte
	if err != nil || string(v.AppendJSON(canonical[:0])) != text {
		c.off = true
	}
	return v
}

func (c *cursor) list(depth int) value.Value {
	c.skip("[")
	items := []value.Value{}
	for !c.off && !c.skipped("]") {
		if len(items) > 0 {
			c.skip(",")
		}
		items = append(items, c.value(depth))
	}
	return value.OfList(items...)
}

// object reads an object whose keys are in order and distinct.
func (c *cursor) object(depth int) value.Value {
	c.skip("{")
	members := []value.Member{}
	for !c.off && !c.skipped("}") {
		if len(members) > 0 {
			c.skip(",")
		}
		key := c.string()
		if n := len(members); n > 0 && members[n-1].Key >= key {
			c.off = true
		}
		c.skip(":")
		members = append(members, value.Member{Key: key, Value: c.value(depth)})
	}
	return value.OfObject(members...)
}
